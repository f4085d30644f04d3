// Proves that tools are shown under other names to some, and callable under both by all.
import { describe, expect, it } from 'vitest';
import { defineTools } from '../define-tools.ts';
import { localContext } from '../local-context.ts';
import { safeNames } from '../safe-names.ts';
import { isStrictClient, STRICT_CLIENTS } from '../strict-clients.ts';
import { renamed } from './renamed.ts';

const inner = defineTools({
  name: 'inner',
  tools: {
    'basic/greet': { call: () => 'greeted' },
    'basic.greet': { title: 'Mine', call: () => 'greeted with a dot' },
    plain: { call: () => 'plain' },
  },
});
const source = renamed(inner, {
  spelling: (names) => safeNames(names, '__'),
  shownTo: ({ name }) => isStrictClient(name),
});
const strict = localContext({ caller: { name: 'claude-code' } });
const other = localContext({ caller: { name: 'some-client' } });

const namesFor = async (ctx: typeof strict) =>
  (await source.tools.list(ctx)).items.map(({ name }) => name);

describe('renamed', () => {
  it('shows new names to those the rule names, and the old ones to all others', async () => {
    expect(await namesFor(other)).toEqual(['basic/greet', 'basic.greet', 'plain']);
    const shown = await namesFor(strict);
    expect(shown).toHaveLength(3);
    expect(new Set(shown).size).toBe(3);
    for (const name of shown) expect(name).toMatch(/^[\w-]{1,64}$/u);
    expect(await source.tools.list(other)).toBe(await inner.tools.list(other));
  });

  it('keeps the old name as a title where there is none', async () => {
    const { items } = await source.tools.list(strict);
    expect(items.map(({ title }) => title)).toEqual(['basic/greet', 'Mine', undefined]);
  });

  it('calls by every name that was ever shown, whoever calls', async () => {
    const names = [...(await namesFor(strict)), ...(await namesFor(other))];
    const said: unknown[] = [];
    for (const name of names) {
      for (const ctx of [strict, other]) {
        const { content } = await source.tools.call(name, {}, ctx);
        said.push(content[0]?.['text']);
      }
    }
    const each = ['greeted', 'greeted with a dot', 'plain'].flatMap((text) => [text, text]);
    expect(said).toEqual([...each, ...each]);
  });

  it('leaves an unknown name to the source', async () => {
    await expect(source.tools.call('gone', {}, strict)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('isStrictClient', () => {
  it('knows those of the table', () => {
    for (const name of Object.keys(STRICT_CLIENTS)) expect(isStrictClient(name)).toBe(true);
  });

  it.each([undefined, '', 'curl', 'constructor', 'toString', 'Claude-Code'])('not %j', (name) => {
    expect(isStrictClient(name)).toBe(false);
  });
});
