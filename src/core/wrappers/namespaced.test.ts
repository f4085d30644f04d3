// Proves that a prefix is put before tools and prompts, and found again by lookup only.
import { describe, expect, it } from 'vitest';
import { defineTools } from '../define-tools.ts';
import { localContext } from '../local-context.ts';
import type { CompletionRequest } from '../tool-source.ts';
import { namespaced } from './namespaced.ts';

const ctx = localContext();
const asked: CompletionRequest[] = [];
const inner = defineTools({
  name: 'inner',
  version: '1',
  tools: {
    greet: { description: 'd', call: () => 'greeted' },
    box__greet: { call: () => 'greeted from the box' },
  },
  prompts: { ask: { get: () => ({ messages: [] }) } },
  resources: { 'x://1': { name: 'one', read: () => ({ contents: [] }) } },
  complete: (request) => {
    asked.push(request);
    return { values: [] };
  },
});
const source = namespaced(inner, 'box__');
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

describe('namespaced', () => {
  it('shows tools and prompts under the prefix, everything else as it is', async () => {
    expect((await source.tools.list(ctx)).items).toMatchObject([
      { name: 'box__greet', description: 'd' },
      { name: 'box__box__greet' },
    ]);
    expect((await source.prompts?.list(ctx))?.items).toMatchObject([{ name: 'box__ask' }]);
    expect(source.id).toBe('inner');
    expect(source.info).toBe(inner.info);
    expect(source.resources).toBe(inner.resources);
  });

  it('calls the tool that is shown, also where names look like prefixes', async () => {
    expect(await source.tools.call('box__greet', {}, ctx)).toEqual(text('greeted'));
    expect(await source.tools.call('box__box__greet', {}, ctx)).toEqual(
      text('greeted from the box'),
    );
  });

  it.each(['greet', 'box__', 'box__gone', ''])('knows no tool and no prompt %j', async (name) => {
    const expected = { code: 'not_found', facts: { name } };
    await expect(source.tools.call(name, {}, ctx)).rejects.toMatchObject(expected);
    await expect(source.prompts?.get(name, {}, ctx)).rejects.toMatchObject(expected);
  });

  it('gets and completes prompts by their shown name', async () => {
    expect(await source.prompts?.get('box__ask', {}, ctx)).toEqual({ messages: [] });
    const argument = { name: 'a', value: 'v' };
    const ref = { type: 'ref/prompt', name: 'box__ask' };
    await source.completions?.complete({ ref, argument }, ctx);
    expect(asked.at(-1)).toEqual({ ref: { type: 'ref/prompt', name: 'ask' }, argument });
    const template = { type: 'ref/resource', uri: 'x://{id}' };
    await source.completions?.complete({ ref: template, argument }, ctx);
    expect(asked.at(-1)).toEqual({ ref: template, argument });
  });

  it('gives the same list while the source does', async () => {
    expect(await source.tools.list(ctx)).toBe(await source.tools.list(ctx));
  });

  it('has no prompts where there are none, and hears what the source says', async () => {
    const bare = defineTools({ name: 'bare' });
    const wrapped = namespaced(bare, 'b.');
    expect(wrapped).not.toHaveProperty('prompts');
    expect(wrapped).not.toHaveProperty('completions');
    const heard: string[] = [];
    wrapped.onChange?.((what) => heard.push(what));
    bare.announce('tools');
    expect(heard).toEqual(['tools']);
  });
});
