// How long work may take, with progress and with people in between.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred } from '../../mcp/wire/deferred.ts';
import { withDeadline, type Guard } from './with-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const NEVER = new AbortController().signal;
const FACTS = { timeoutMs: 30_000, what: 's.t', signal: NEVER };

/** Work that ends only when it is told to. */
function open() {
  let guard: Guard | undefined;
  const work = deferred<string>();
  const ended = withDeadline(FACTS, (given) => {
    guard = given;
    return work.promise;
  });
  const outcome = ended.then(
    (value) => value,
    (error: Error) => error.message,
  );
  if (!guard) throw new Error('the work did not start');
  return { guard, finish: work.resolve, outcome };
}

test('[mcplug:call:timeout-default] [mcplug:list:timeout-default] ends when the time is over, and aborts the work', async () => {
  const { guard, outcome } = open();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toBe('Timeout after 30s calling s.t');
  expect(guard.signal.aborted).toBe(true);
});

test('gives what the work gives', async () => {
  const { finish, outcome } = open();
  await vi.advanceTimersByTimeAsync(29_999);
  finish('done');
  expect(await outcome).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('[mcplug:decision:progress-extends] progress starts the time anew, ten times as long in all', async () => {
  const { guard, outcome } = open();
  for (let spentMs = 0; spentMs < 290_000; spentMs += 10_000) {
    await vi.advanceTimersByTimeAsync(10_000);
    guard.extend();
  }
  expect(guard.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(9_999);
  guard.extend();
  await vi.advanceTimersByTimeAsync(2);
  expect(await outcome).toBe('Timeout after 300s calling s.t');
});

test('the clock stands still until the last of several questions is answered', async () => {
  const { guard, finish, outcome } = open();
  const [quick, slow] = [deferred<string>(), deferred<string>()];
  const asking = [guard.pauseFor(quick.promise), guard.pauseFor(slow.promise)];
  quick.resolve('roots');
  await vi.advanceTimersByTimeAsync(3_600_000);
  slow.resolve('yes');
  expect(await Promise.all(asking)).toEqual(['roots', 'yes']);
  await vi.advanceTimersByTimeAsync(29_999);
  finish('done');
  expect(await outcome).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer that comes after the end starts nothing', async () => {
  const { guard, finish, outcome } = open();
  const answer = deferred<string>();
  const asking = guard.pauseFor(answer.promise);
  finish('done');
  expect(await outcome).toBe('done');
  answer.resolve('too late');
  await asking;
  expect(vi.getTimerCount()).toBe(0);
});

test('the clock stands still while a person answers', async () => {
  const { guard, finish, outcome } = open();
  const answer = deferred<string>();
  const asking = guard.pauseFor(answer.promise);
  await vi.advanceTimersByTimeAsync(3_600_000);
  guard.extend();
  answer.resolve('yes');
  expect(await asking).toBe('yes');
  await vi.advanceTimersByTimeAsync(29_999);
  finish('done');
  expect(await outcome).toBe('done');
});
