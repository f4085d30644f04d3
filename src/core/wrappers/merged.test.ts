// Proves that several sources are one: nothing hidden, clashes told, a broken one reported and passed over.
import { describe, expect, it } from 'vitest';
import { defineTools, type Definitions } from '../define-tools.ts';
import { PlugboardError } from '../errors.ts';
import { localContext } from '../local-context.ts';
import type { ToolSource } from '../tool-source.ts';
import { merged } from './merged.ts';

const ctx = localContext();
const saying = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { call: () => `${name} called` }]));

function source(id: string, more: Omit<Definitions, 'name'> = {}) {
  return defineTools({ name: id, ...more });
}

const failing = (id: string): ToolSource => ({
  ...source(id),
  tools: {
    list: () =>
      Promise.reject(new PlugboardError('connection_refused', { server: id, reason: 'down' })),
    call: () => Promise.reject(new Error('never')),
  },
});

const namesOf = async (all: ToolSource) =>
  (await all.tools.list(ctx)).items.map(({ name }) => name);
const textOf = async (all: ToolSource, name: string) =>
  (await all.tools.call(name, {}, ctx)).content[0]?.['text'];

describe('tools', () => {
  it('of all sources are there, and go to the one that has them', async () => {
    const all = merged('all', [
      source('one', { tools: saying('a', 'b') }),
      source('two', { tools: saying('c') }),
    ]);
    expect(await namesOf(all)).toEqual(['a', 'b', 'c']);
    expect(await textOf(all, 'c')).toBe('c called');
    await expect(all.tools.call('gone', {}, ctx)).rejects.toMatchObject({
      code: 'not_found',
      message: "Tool 'gone' not found.",
    });
  });

  it('of one name go to the first, and the clash is told', async () => {
    const second = source('two', { tools: { a: { call: () => 'second' } } });
    const all = merged('all', [source('one', { tools: { a: { call: () => 'first' } } }), second]);
    const { items, problems } = await all.tools.list(ctx);
    expect(items).toHaveLength(1);
    expect(problems).toMatchObject([
      {
        subject: 'a',
        error: {
          code: 'config_error',
          message: "Error in config two: 'a' is already offered by one; only that one is used",
        },
      },
    ]);
    expect(await textOf(all, 'a')).toBe('first');
  });

  it('of a source that fails are missing, and the others are not', async () => {
    const all = merged('all', [failing('down'), source('two', { tools: saying('c') })]);
    const { items, problems } = await all.tools.list(ctx);
    expect(items.map(({ name }) => name)).toEqual(['c']);
    expect(problems).toMatchObject([{ subject: 'down', error: { code: 'connection_refused' } }]);
    expect(await textOf(all, 'c')).toBe('c called');
  });

  it('come back when their source does', async () => {
    const inner = source('flaky', { tools: saying('a') });
    let works = false;
    const flaky: ToolSource = {
      ...inner,
      tools: {
        ...inner.tools,
        list: (given) => (works ? inner.tools.list(given) : Promise.reject(new Error('down'))),
      },
    };
    const all = merged('all', [flaky]);
    expect(await namesOf(all)).toEqual([]);
    works = true;
    expect(await namesOf(all)).toEqual(['a']);
    expect((await all.tools.list(ctx)).problems).toEqual([]);
  });

  it('are the same list while nothing changed, and another when something did', async () => {
    let listing = { items: [{ name: 'a', inputSchema: {} }], problems: [] };
    const changing: ToolSource = {
      ...source('changing'),
      tools: { list: async () => listing, call: async () => ({ content: [] }) },
    };
    const all = merged('all', [changing, source('two')]);
    const before = await all.tools.list(ctx);
    expect(await all.tools.list(ctx)).toBe(before);
    listing = { items: [{ name: 'b', inputSchema: {} }], problems: [] };
    expect(await all.tools.list(ctx)).not.toBe(before);
    expect(await namesOf(all)).toEqual(['b']);
  });

  it('of no sources are none', async () => {
    expect(await namesOf(merged('none', []))).toEqual([]);
  });
});

const reading = (text: string) => ({ contents: [{ uri: 'u', text }] });

describe('resources', () => {
  const one = source('one', {
    resources: { 'x://1': { name: 'first', read: () => reading('one') } },
    resourceTemplates: [
      {
        uriTemplate: 'a://{id}',
        name: 'a',
        read: (uri) => (uri.startsWith('a://') ? reading('one a') : undefined),
      },
    ],
  });
  const two = source('two', {
    resources: {
      'x://1': { name: 'second', read: () => reading('two') },
      'x://2': { name: 'own', read: () => reading('two') },
    },
    resourceTemplates: [
      {
        uriTemplate: 'b://{id}',
        name: 'b',
        read: (uri) => (uri.startsWith('b://') ? reading('two b') : undefined),
      },
    ],
  });
  const all = merged('all', [source('none'), one, two]);

  it.each([
    ['x://1', 'one'],
    ['x://2', 'two'],
    ['a://7', 'one a'],
    ['b://7', 'two b'],
  ])('%s is read from %s', async (uri, text) => {
    expect(await all.resources?.read(uri, ctx)).toEqual(reading(text));
  });

  it('that nobody has are not found', async () => {
    await expect(all.resources?.read('c://1', ctx)).rejects.toMatchObject({
      code: 'not_found',
      facts: { kind: 'resource', name: 'c://1' },
    });
  });

  it('are listed with their templates and clashes', async () => {
    const listing = await all.resources?.list(ctx);
    expect(listing?.items.map(({ uri }) => uri)).toEqual(['x://1', 'x://2']);
    expect(listing?.problems).toHaveLength(1);
    const templates = await all.resources?.templates(ctx);
    expect(templates?.items.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'a://{id}',
      'b://{id}',
    ]);
  });

  it('that fail to be read say why, and are not looked for elsewhere', async () => {
    const broken = source('broken', {
      resources: {
        'x://1': {
          name: 'x',
          read: () => {
            throw new PlugboardError('forbidden', { what: 'x://1', reason: 'today' });
          },
        },
      },
    });
    await expect(merged('all', [broken, two]).resources?.read('x://1', ctx)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('are watched where they are', async () => {
    const heard: string[] = [];
    const watch = await all.resources?.subscribe?.('x://2', () => heard.push('x://2'), ctx);
    one.announceUpdate('x://2');
    expect(heard).toEqual([]);
    two.announceUpdate('x://2');
    await watch?.[Symbol.asyncDispose]();
    two.announceUpdate('x://2');
    expect(heard).toEqual(['x://2']);
  });

  it('are there only if one source has some', () => {
    expect(merged('all', [source('none')])).not.toHaveProperty('resources');
  });
});

const prompt = (text: string) => ({
  get: () => ({ messages: [{ role: 'user' as const, content: { type: 'text', text } }] }),
});

describe('prompts and completions', () => {
  const completing = (id: string, name: string, uriTemplate: string) =>
    source(id, {
      prompts: { [name]: prompt(id) },
      resourceTemplates: [{ uriTemplate, name: id, read: () => undefined }],
      complete: () => ({ values: [id] }),
    });
  const mute = source('mute', { prompts: { silent: prompt('mute') } });
  const all = merged('all', [
    completing('one', 'a', 'a://{id}'),
    completing('two', 'b', 'b://{id}'),
    mute,
  ]);
  const argument = { name: 'x', value: '' };

  it('go to the source that has the prompt', async () => {
    expect(await all.prompts?.get('b', {}, ctx)).toMatchObject({
      messages: [{ content: { text: 'two' } }],
    });
    const ref = { type: 'ref/prompt', name: 'b' };
    expect(await all.completions?.complete({ ref, argument }, ctx)).toEqual({ values: ['two'] });
    await expect(all.prompts?.get('gone', {}, ctx)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are none for a source that has no completions', async () => {
    const ref = { type: 'ref/prompt', name: 'silent' };
    expect(await all.completions?.complete({ ref, argument }, ctx)).toEqual({ values: [] });
  });

  it('go to the source that has the template', async () => {
    const ref = { type: 'ref/resource', uri: 'b://{id}' };
    expect(await all.completions?.complete({ ref, argument }, ctx)).toEqual({ values: ['two'] });
  });

  it('are there only if one source has some', () => {
    const none = merged('all', [source('none')]);
    expect(none).not.toHaveProperty('prompts');
    expect(none).not.toHaveProperty('completions');
  });
});

describe('the whole', () => {
  it('checks arguments only if every part does', () => {
    const checking = (id: string): ToolSource => ({ ...source(id), checksArguments: true });
    expect(merged('all', [checking('a'), checking('b')]).checksArguments).toBe(true);
    expect(merged('all', [checking('a'), source('b')]).checksArguments).toBe(false);
  });

  it('hears every source that can speak, until it stops listening', () => {
    const [one, two] = [source('one'), source('two')];
    const { onChange: _, ...silent } = source('silent');
    const heard: string[] = [];
    const watch = merged('all', [one, silent, two]).onChange?.((what) => heard.push(what));
    one.announce('tools');
    two.announce('prompts');
    watch?.[Symbol.dispose]();
    one.announce('tools');
    expect(heard).toEqual(['tools', 'prompts']);
    expect(merged('all', [silent])).not.toHaveProperty('onChange');
  });

  it('disposes of all, also where one of them fails to', async () => {
    const disposed: string[] = [];
    const closing = (id: string, fails = false): ToolSource => ({
      ...source(id),
      [Symbol.asyncDispose]: async () => {
        disposed.push(id);
        if (fails) throw new Error('stuck');
      },
    });
    await merged('all', [closing('a', true), closing('b')])[Symbol.asyncDispose]();
    expect(disposed).toEqual(['a', 'b']);
  });

  it('says of itself what it was told', () => {
    const info = { name: 'all', version: '1' };
    expect(merged('all', [], info).info).toBe(info);
    expect(merged('all', [])).not.toHaveProperty('info');
  });
});
