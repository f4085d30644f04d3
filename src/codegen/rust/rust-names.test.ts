// Proves that names become identifiers the compiler takes without a word.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEYWORDS } from '../names.ts';
import { openSnakeScope, openVariantScope, partName, toRustPascal } from './rust-names.ts';

function fields(...names: readonly string[]): readonly string[] {
  const scope = openSnakeScope(['new']);
  return names.map((name) => scope.take(name));
}

describe('fields and methods', () => {
  it('[codegen-rust:names] [codegen-rust:collisions] are spelled for Rust, each only once', () => {
    const given = [
      'type',
      'Type',
      'new',
      'a/b',
      'a-b',
      '2fa',
      '__proto__',
      '🎉',
      '',
      'ﬁ',
      'self_2',
    ];
    expect(fields(...given)).toEqual(
      'type_ type_2 new_ a_b a_b_2 _2fa proto _unnamed _unnamed_2 fi self_2'.split(' '),
    );
  });

  it('are identifiers, none a keyword, none twice, none endless', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 100 })), (names) => {
        const taken = fields(...names, 'self', 'Self', 'SELF');
        expect(new Set(taken).size).toBe(taken.length);
        for (const name of taken) {
          expect(name).toMatch(/^[_\p{XID_Start}]\p{XID_Continue}*$/u);
          expect(KEYWORDS.rust.has(name)).toBe(false);
          expect(Array.from(name).length).toBeLessThan(70);
        }
      }),
    );
  });
});

describe('types and variants', () => {
  it.each([
    ['list_issues', 'ListIssues'],
    ['a.b.c', 'ABC'],
    ['already_Pascal', 'AlreadyPascal'],
    ['...', 'Unnamed'],
  ])('the type of %j starts with %s', (name, pascal) => {
    expect(toRustPascal(name)).toBe(pascal);
  });

  it('[codegen-rust:nested] the type of a part is called after the whole', () => {
    expect(partName('AddArgs', 'shipping-address')).toBe('AddArgsShippingAddress');
    expect(partName('AddArgs', '2fa')).toBe('AddArgs2fa');
  });

  it('[codegen-rust:enums] variants are spelled for Rust, each only once', () => {
    const scope = openVariantScope();
    const given = ['green blue', '3d', 'Self', 'self', '', '>=', '<', 'Green-Blue'];
    expect(given.map((value) => scope.take(value))).toEqual(
      'GreenBlue V3d Self_ Self2 Empty Sign Sign2 GreenBlue2'.split(' '),
    );
  });
});
