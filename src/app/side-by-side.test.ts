// Proves that sources beside each other are told apart, also where they are called the same.
import { expect, it } from 'vitest';
import { defineTools } from '../core/define-tools.ts';
import { localContext } from '../core/local-context.ts';
import { sideBySide } from './side-by-side.ts';

const ctx = localContext();
const state = { name: 'count', read: () => ({ contents: [] }) };
const tools = () =>
  defineTools({
    name: 'tools',
    tools: { count: { call: () => '1' } },
    resources: { 'mcpd://count/state': state },
  });

it('two sources of one name have names of their own, for tools and for what clashes', async () => {
  const both = sideBySide([tools(), tools()]);
  const { items } = await both.tools.list(ctx);
  expect(items.map(({ name }) => name)).toEqual(['tools__count', 'tools_2__count']);
  const listing = await both.resources?.list(ctx);
  expect(listing?.problems.map(({ error }) => error.message)).toEqual([
    "Error in config tools_2: 'mcpd://count/state' is already offered by tools; only that one is used",
  ]);
});
