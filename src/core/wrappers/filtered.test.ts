// Proves that a tool a rule keeps back is neither shown nor called.
import { expect, it } from 'vitest';
import { defineTools } from '../define-tools.ts';
import { PlugboardError } from '../errors.ts';
import { localContext } from '../local-context.ts';
import { filtered } from './filtered.ts';

const ctx = localContext();
const inner = defineTools({
  name: 'inner',
  tools: { keep: { call: () => 'kept' }, hide: { call: () => 'hidden' } },
});
const source = filtered(inner, (name) => name !== 'hide');

it('shows what passes, as the same list each time', async () => {
  const listing = await source.tools.list(ctx);
  expect(listing.items.map(({ name }) => name)).toEqual(['keep']);
  expect(await source.tools.list(ctx)).toBe(listing);
});

it('calls what passes, and knows nothing of the rest', async () => {
  expect(await source.tools.call('keep', {}, ctx)).toMatchObject({ content: [{ text: 'kept' }] });
  await expect(source.tools.call('hide', {}, ctx)).rejects.toMatchObject({
    code: 'not_found',
    message: "Tool 'hide' not found.",
  });
});

it('leaves unknown names to the source, which knows best what to say', async () => {
  await expect(source.tools.call('gone', {}, ctx)).rejects.toMatchObject({ code: 'not_found' });
});

it('keeps the problems of the source', async () => {
  const problems = [{ subject: 'x', error: new PlugboardError('internal', {}) }];
  const broken = {
    ...inner,
    tools: { ...inner.tools, list: async () => ({ items: [], problems }) },
  };
  expect((await filtered(broken, () => true).tools.list(ctx)).problems).toBe(problems);
});
