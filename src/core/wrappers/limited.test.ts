// Proves the bounds of calls: how many at once and in which order, how long, how much output.
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineTools } from '../define-tools.ts';
import { localContext } from '../local-context.ts';
import { limited, turnstile, type Limits } from './limited.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Calls that wait until they are let go, with a view of who is inside. */
function waitingRoom(limits: Limits) {
  const inside = new Map<string, () => void>();
  const entered: string[] = [];
  const inner = defineTools({
    name: 'room',
    tools: {
      wait: {
        call: ({ who }, { signal }) =>
          new Promise((resolve, reject) => {
            const name = typeof who === 'string' ? who : '';
            entered.push(name);
            inside.set(name, () => resolve(`done ${name}`));
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    },
  });
  const source = limited(inner, limits);
  const call = (who: string, signal?: AbortSignal) => {
    const running = source.tools.call('wait', { who }, localContext(signal ? { signal } : {}));
    // Tests look at the outcome when they want to; until then it is nobody's fault.
    running.catch(() => {});
    return running;
  };
  const letGo = (who: string) => inside.get(who)?.();
  return { entered, call, letGo };
}

/** Lets everything that can happen now happen. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('how many at once', () => {
  it('lets some in and the others wait, in order of arrival', async () => {
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 2 });
    const calls = ['a', 'b', 'c', 'd'].map((who) => call(who));
    await turn();
    expect(entered).toEqual(['a', 'b']);
    letGo('b');
    await calls[1];
    await turn();
    expect(entered).toEqual(['a', 'b', 'c']);
    for (const who of ['a', 'c']) letGo(who);
    await turn();
    letGo('d');
    await Promise.all(calls);
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets nobody slip in before the next in line', async () => {
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 1 });
    const first = call('first');
    const second = call('second');
    await turn();
    letGo('first');
    await first;
    const late = call('late');
    await turn();
    expect(entered).toEqual(['first', 'second']);
    letGo('second');
    await second;
    await turn();
    letGo('late');
    await late;
  });

  it('a waiting call that is given up leaves the line, and only that one', async () => {
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 1 });
    const first = call('first');
    const gone = new AbortController();
    const given = call('given', gone.signal);
    const next = call('next');
    await turn();
    gone.abort();
    await expect(given).rejects.toMatchObject({ code: 'cancelled' });
    letGo('first');
    await first;
    await turn();
    expect(entered).toEqual(['first', 'next']);
    letGo('next');
    await next;
  });

  it('a call that was given up before it began takes no place from others', async () => {
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 1 });
    const first = call('first');
    const waits = call('waits');
    await turn();
    await expect(call('never', AbortSignal.abort())).rejects.toThrow('aborted');
    letGo('first');
    await first;
    await turn();
    expect(entered).toEqual(['first', 'waits']);
    letGo('waits');
    await waits;
  });

  it('a call that fails makes room', async () => {
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 1 });
    const stop = new AbortController();
    const failing = call('failing', stop.signal);
    const next = call('next');
    await turn();
    stop.abort(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
    await turn();
    expect(entered).toEqual(['failing', 'next']);
    letGo('next');
    await next;
  });

  it('keeps to its number whatever happens', async () => {
    const steps = fc.array(
      fc.record({ kind: fc.constantFrom('come', 'leave', 'give up'), at: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (places, all) => {
        const enter = turnstile(places);
        const inside: (() => void)[] = [];
        const outside: AbortController[] = [];
        let most = 0;
        for (const { kind, at } of all) {
          if (kind === 'leave') inside.splice(at % (inside.length + 1), 1)[0]?.();
          if (kind === 'give up') outside.splice(at % (outside.length + 1), 1)[0]?.abort();
          if (kind === 'come') {
            const waiter = new AbortController();
            outside.push(waiter);
            const wait = async () => {
              const leave = await enter(waiter.signal);
              outside.splice(outside.indexOf(waiter), 1);
              inside.push(leave);
              most = Math.max(most, inside.length);
            };
            wait().catch(() => {});
          }
          await turn();
        }
        expect(most).toBeLessThanOrEqual(places);
        while (inside.length > 0) {
          inside.pop()?.();
          await turn();
        }
        expect(outside).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('leaving twice is leaving once', async () => {
    const enter = turnstile(1);
    const { signal } = new AbortController();
    const leave = await enter(signal);
    leave();
    leave();
    const again = await enter(signal);
    let third = false;
    void enter(signal).then(() => (third = true));
    await turn();
    expect(third).toBe(false);
    again();
    await turn();
    expect(third).toBe(true);
  });
});

describe('how long', () => {
  it('stops a call that takes longer, and says which and after what', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const deadlines: (number | undefined)[] = [];
    const inner = defineTools({
      name: 'slow',
      tools: {
        slow: {
          call: (_, { signal, deadlineMs }) => {
            signals.push(signal);
            deadlines.push(deadlineMs);
            return new Promise(() => {});
          },
        },
      },
    });
    const { tools } = limited(inner, { timeoutMs: 1_500 });
    const call = tools.call('slow', {}, localContext());
    const outcome = call.catch((thrown: unknown) => thrown);
    await vi.advanceTimersByTimeAsync(1_499);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({
      code: 'timeout',
      message: 'Timeout after 1.5s calling slow',
    });
    expect(signals[0]?.aborted).toBe(true);
    expect(deadlines).toEqual([Date.now()]);
  });

  it('lets a call run where the time is longer than a timer can hold', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { call, letGo } = waitingRoom({ timeoutMs: 2 ** 40 });
    const running = call('patient');
    await vi.advanceTimersByTimeAsync(1_000);
    letGo('patient');
    expect(await running).toMatchObject({ content: [{ text: 'done patient' }] });
  });

  it('starts counting when the call starts, not while it waits in line', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { entered, call, letGo } = waitingRoom({ maxConcurrent: 1, timeoutMs: 100 });
    const first = call('first');
    const second = call('second');
    await vi.advanceTimersByTimeAsync(90);
    letGo('first');
    await first;
    await vi.advanceTimersByTimeAsync(90);
    expect(entered).toEqual(['first', 'second']);
    letGo('second');
    expect(await second).toMatchObject({ content: [{ text: 'done second' }] });
  });

  it('keeps a deadline that is nearer, and leaves no timer behind', async () => {
    vi.useFakeTimers();
    let seen: number | undefined;
    const inner = defineTools({
      name: 'n',
      tools: {
        see: {
          call: (_, { deadlineMs }) => {
            seen = deadlineMs;
            return '';
          },
        },
      },
    });
    await limited(inner, { timeoutMs: 1_000 }).tools.call(
      'see',
      {},
      localContext({ deadlineMs: 7 }),
    );
    expect(seen).toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a caller that cancels is not told of a timeout', async () => {
    const stop = new AbortController();
    const { call } = waitingRoom({ timeoutMs: 60_000 });
    const running = call('a', stop.signal);
    await turn();
    stop.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });
});

function saying(said: string, maxOutputBytes: number) {
  const inner = defineTools({ name: 'n', tools: { say: { call: () => said } } });
  return limited(inner, { maxOutputBytes }).tools.call('say', {}, localContext());
}

describe('how much', () => {
  const envelope = JSON.stringify({ content: [{ type: 'text', text: '' }] }).length;

  it('refuses output over the limit, and never cuts it', async () => {
    await expect(saying('x'.repeat(100), 99)).rejects.toMatchObject({
      code: 'too_large',
      message: 'Output exceeds 99 bytes.',
    });
  });

  it('takes output of exactly the limit', async () => {
    expect(await saying('x'.repeat(100), envelope + 100)).toBeDefined();
    await expect(saying('x'.repeat(101), envelope + 100)).rejects.toThrow('exceeds');
  });

  it('counts bytes, not characters', async () => {
    await expect(saying('ü'.repeat(100), envelope + 150)).rejects.toThrow('exceeds');
    expect(await saying('ü'.repeat(100), envelope + 200)).toBeDefined();
  });
});

it('without limits changes nothing', async () => {
  const inner = defineTools({ name: 'n', tools: { say: { call: () => 'x' } } });
  const source = limited(inner, {});
  const ctx = localContext();
  expect(await source.tools.call('say', {}, ctx)).toMatchObject({ content: [{ text: 'x' }] });
  expect(await source.tools.list(ctx)).toBe(await inner.tools.list(ctx));
});
