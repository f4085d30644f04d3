// Proves that spelled names are safe, all different, and the same tomorrow.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeNames } from './safe-names.ts';

const SAFE = /^[A-Za-z0-9_-]{1,64}$/u;

/** Names that fall together easily: few letters, many separators. */
const clashing = fc.string({
  unit: fc.constantFrom('a', 'b', '/', '.', ' ', '_', 'é'),
  minLength: 1,
});
const name = fc.oneof(
  clashing,
  fc.string({ minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
const names = fc.uniqueArray(name);
const separator = fc.constantFrom('_', '__', '-');

const spell = (all: readonly string[], by = '__') => Object.fromEntries(safeNames(all, by));

describe('safeNames', () => {
  it('spells every name, safely, and no two alike', () => {
    fc.assert(
      fc.property(names, separator, (all, by) => {
        const spelled = safeNames(all, by);
        expect([...spelled.keys()]).toEqual(all);
        for (const spelling of spelled.values()) expect(spelling).toMatch(SAFE);
        expect(new Set(spelled.values()).size).toBe(all.length);
      }),
    );
  });

  it('does not care in which order they come', () => {
    fc.assert(
      fc.property(names, separator, (all, by) => {
        const turned = safeNames(all.toReversed(), by);
        for (const [original, spelling] of safeNames(all, by)) {
          expect(turned.get(original)).toBe(spelling);
        }
      }),
    );
  });

  it('leaves safe names alone, whoever else is there', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(SAFE)), names, (safe, others) => {
        const spelled = safeNames([...new Set([...safe, ...others])], '__');
        for (const original of safe) expect(spelled.get(original)).toBe(original);
      }),
    );
  });

  it('pins what people see, so that it stays the same over releases', () => {
    expect(spell(['basic/greet', 'a.b', 'a/b', 'with blank', 'grüße', 'x'])).toMatchInlineSnapshot(`
      {
        "a.b": "a__b_108bf50c",
        "a/b": "a__b_3a8e75c1",
        "basic/greet": "basic__greet",
        "grüße": "gr__e",
        "with blank": "with__blank",
        "x": "x",
      }
    `);
    expect(Object.values(spell(['n'.repeat(65)]))).toMatchInlineSnapshot(`
      [
        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn_99070731",
      ]
    `);
  });

  it('keeps a name apart that looks like the spelling of another', () => {
    const [spelling = ''] = safeNames(['a.b', 'a/b'], '_').values();
    const all = ['a.b', 'a/b', spelling];
    expect(new Set(safeNames(all, '_').values()).size).toBe(all.length);
  });
});
