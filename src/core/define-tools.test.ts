// Proves that plain functions become a source: listed, called, read, asked, and heard when they change.
import { describe, expect, it } from 'vitest';
import { defineTools } from './define-tools.ts';
import { localContext } from './local-context.ts';

const ctx = localContext();
const contents = (text: string) => ({ contents: [{ uri: 'u', text }] });

describe('defineTools', () => {
  it('shows only what there is', () => {
    const bare = defineTools({ name: 'bare' });
    expect(bare.info).toEqual({ name: 'bare', version: '0.0.0' });
    expect(bare).not.toHaveProperty('resources');
    expect(bare).not.toHaveProperty('prompts');
    expect(bare).not.toHaveProperty('completions');
  });

  it('says of itself what it was told', () => {
    const { info } = defineTools({ name: 'n', version: '2', title: 'T', instructions: 'I' });
    expect(info).toEqual({ name: 'n', version: '2', title: 'T', instructions: 'I' });
  });

  it('lists tools in order, without what runs them, as the same object each time', async () => {
    const source = defineTools({
      name: 'n',
      tools: {
        b: { description: 'B', annotations: { readOnlyHint: true }, call: () => '' },
        a: { inputSchema: { type: 'object', properties: {} }, call: () => '' },
      },
    });
    const listing = await source.tools.list(ctx);
    expect(listing).toEqual({
      items: [
        {
          name: 'b',
          description: 'B',
          annotations: { readOnlyHint: true },
          inputSchema: { type: 'object' },
        },
        { name: 'a', inputSchema: { type: 'object', properties: {} } },
      ],
      problems: [],
    });
    expect(await source.tools.list(ctx)).toBe(listing);
  });

  it.each(['gone', 'constructor', '__proto__', 'toString', ''])('has no tool %j', async (name) => {
    const source = defineTools({ name: 'n', tools: { real: { call: () => '' } } });
    await expect(source.tools.call(name, {}, ctx)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('makes one text block of a string, and nothing of the rest', async () => {
    const result = { content: [], structuredContent: [1], odd: true };
    const source = defineTools({
      name: 'n',
      tools: { text: { call: async () => 'x' }, raw: { call: () => result } },
    });
    expect(await source.tools.call('text', {}, ctx)).toEqual({
      content: [{ type: 'text', text: 'x' }],
    });
    expect(await source.tools.call('raw', {}, ctx)).toBe(result);
  });

  it('reads resources first, then the templates in order', async () => {
    const source = defineTools({
      name: 'n',
      resources: { 'x://1': { name: 'one', read: () => contents('resource') } },
      resourceTemplates: [
        { uriTemplate: 'y://{id}', name: 'y', read: () => undefined },
        { uriTemplate: 'x://{id}', name: 'x', read: async (uri) => contents(uri) },
      ],
    });
    expect(await source.resources?.read('x://1', ctx)).toEqual(contents('resource'));
    expect(await source.resources?.read('x://2', ctx)).toEqual(contents('x://2'));
    expect((await source.resources?.templates(ctx))?.items).toEqual([
      { uriTemplate: 'y://{id}', name: 'y' },
      { uriTemplate: 'x://{id}', name: 'x' },
    ]);
  });

  it('tells listeners until they stop listening', async () => {
    const source = defineTools({ name: 'n', resources: {} });
    const heard: string[] = [];
    const watch = source.onChange?.((what) => heard.push(what));
    const updates = await source.resources?.subscribe?.('x://1', () => heard.push('x://1'), ctx);
    source.announce('tools');
    source.announceUpdate('x://1');
    source.announceUpdate('x://2');
    watch?.[Symbol.dispose]();
    await updates?.[Symbol.asyncDispose]();
    source.announce('prompts');
    source.announceUpdate('x://1');
    expect(heard).toEqual(['tools', 'x://1']);
  });

  it('is silent once disposed, however often', async () => {
    const source = defineTools({ name: 'n' });
    const heard: string[] = [];
    source.onChange?.((what) => heard.push(what));
    await source[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
    source.announce('tools');
    expect(heard).toEqual([]);
  });
});
