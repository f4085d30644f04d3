// Proves what a caller in the process hears and is asked, and that a narrowed context stays the same caller.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json.ts';
import { localContext, narrowedContext } from './local-context.ts';

/** Answers with the question itself. */
const onInput = async ({ method, params }: { method: string; params?: JsonObject }) =>
  method === 'roots/list' ? { roots: [{ uri: 'file:///' }] } : { method, ...params };

describe('localContext', () => {
  it('needs nothing', async () => {
    const ctx = localContext();
    expect(ctx.signal.aborted).toBe(false);
    expect(ctx.caller).toEqual({ capabilities: {} });
    expect('deadlineMs' in ctx).toBe(false);
    ctx.progress({ progress: 1 });
    ctx.log('info', 'x');
    ctx.releaseStream();
    await expect(ctx.elicit({})).rejects.toMatchObject({
      code: 'not_supported',
      message: 'This caller does not support elicitation/create.',
    });
    await expect(ctx.sample({})).rejects.toMatchObject({ code: 'not_supported' });
    await expect(ctx.roots()).rejects.toMatchObject({ code: 'not_supported' });
  });

  it('passes on what is said', () => {
    const heard: unknown[] = [];
    const ctx = localContext({
      onProgress: (update) => heard.push(update),
      onLog: (...said) => heard.push(said),
    });
    ctx.progress({ progress: 1, total: 2 });
    ctx.log('warning', { a: 1 }, 'me');
    expect(heard).toEqual([{ progress: 1, total: 2 }, ['warning', { a: 1 }, 'me']]);
  });

  it('asks, and gives answers back under their keys', async () => {
    const ctx = localContext({ onInput });
    expect(await ctx.roots()).toEqual([{ uri: 'file:///' }]);
    expect(await ctx.elicit({ action: 'accept' })).toMatchObject({ action: 'accept' });
    expect(await ctx.sample({ a: 1 })).toEqual({ method: 'sampling/createMessage', a: 1 });
    const requests = {
      b: { method: 'sampling/createMessage', params: { of: 'b' } },
      a: { method: 'elicitation/create', params: { of: 'a' } },
    } as const;
    expect(await ctx.input(requests)).toEqual({
      b: { method: 'sampling/createMessage', of: 'b' },
      a: { method: 'elicitation/create', of: 'a' },
    });
  });
});

describe('narrowedContext', () => {
  it('changes signal and deadline, and nothing else', async () => {
    const heard: unknown[] = [];
    const wide = localContext({
      deadlineMs: 100,
      caller: { name: 'me', identity: 'ann' },
      onProgress: (update) => heard.push(update),
      onLog: (level) => heard.push(level),
      onInput: async () => ({ roots: [] }),
    });
    const { signal } = new AbortController();
    const narrow = narrowedContext(wide, { signal, deadlineMs: 50 });
    expect(narrow.signal).toBe(signal);
    expect(narrow.deadlineMs).toBe(50);
    expect(narrow.caller).toBe(wide.caller);
    narrow.progress({ progress: 1 });
    narrow.log('info', 'x');
    narrow.releaseStream();
    expect(heard).toEqual([{ progress: 1 }, 'info']);
    expect(await narrow.roots()).toEqual([]);
    expect(await narrow.elicit({})).toEqual({ roots: [] });
    expect(await narrow.sample({})).toEqual({ roots: [] });
    expect(await narrow.input({ a: { method: 'roots/list' } })).toEqual({ a: { roots: [] } });
  });

  it('keeps the deadline where it gets no other', () => {
    const { signal } = new AbortController();
    expect(narrowedContext(localContext({ deadlineMs: 7 }), { signal }).deadlineMs).toBe(7);
    expect('deadlineMs' in narrowedContext(localContext(), { signal })).toBe(false);
  });
});
