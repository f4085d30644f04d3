// A server that fails or hangs is waited for once, and left alone for a while.
import { expect, test } from 'vitest';
import { PlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import type { Listing, Tool, ToolSource } from '../../core/tool-source.ts';
import { steady } from './steady.ts';

const EMPTY: Listing<Tool> = { items: [], problems: [] };

function source(list: () => Promise<Listing<Tool>>): ToolSource {
  return {
    id: 's',
    tools: { list, call: async () => ({ content: [] }) },
    prompts: {
      list: () => Promise.reject(new PlugboardError('not_supported', { source: 's', what: 'x' })),
      get: async () => ({ messages: [] }),
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

test('a failure is remembered for a while', async () => {
  let nowMs = 0;
  let asked = 0;
  const list = async () => {
    asked += 1;
    if (asked === 1) throw new PlugboardError('connection_refused', { server: 's', reason: 'r' });
    return EMPTY;
  };
  const calm = steady(source(list), { timeoutMs: 1000, now: () => nowMs });
  await expect(calm.tools.list(localContext())).rejects.toThrow('Cannot connect to s: r');
  await expect(calm.tools.list(localContext())).rejects.toThrow('Cannot connect to s: r');
  expect(asked).toBe(1);
  nowMs = 60_000;
  expect(await calm.tools.list(localContext())).toBe(EMPTY);
});

test('a list that does not come is given up', async () => {
  const calm = steady(
    source(() => new Promise(() => {})),
    { timeoutMs: 20 },
  );
  await expect(calm.tools.list(localContext())).rejects.toThrow('Timeout after 0.02s calling s');
});

test('having no prompts is no failure', async () => {
  const calm = steady(
    source(async () => EMPTY),
    { timeoutMs: 1000 },
  );
  expect(await calm.prompts?.list(localContext())).toEqual({ items: [], problems: [] });
  expect(await calm.tools.list(localContext())).toBe(EMPTY);
});
