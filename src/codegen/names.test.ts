// How names become identifiers.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  avoiding,
  KEYWORDS,
  openNameScope,
  toCamel,
  toKebab,
  toPascal,
  toSnake,
  wordsOf,
} from './names.ts';

/** Any sequence of code units, halves of pairs too. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units));

describe('spellings', () => {
  test.each([
    ['a.b.c', 'ABC', 'aBC', 'a_b_c', 'a-b-c'],
    ['already_Pascal', 'AlreadyPascal', 'alreadyPascal', 'already_pascal', 'already-pascal'],
    ['kebab-case', 'KebabCase', 'kebabCase', 'kebab_case', 'kebab-case'],
    ['123start', '_123start', '_123start', '_123start', '123start'],
    [
      'parseHTTPRequest',
      'ParseHttpRequest',
      'parseHttpRequest',
      'parse_http_request',
      'parse-http-request',
    ],
    ['a/b', 'AB', 'aB', 'a_b', 'a-b'],
    ['__proto__', 'Proto', 'proto', 'proto', 'proto'],
    ['größe', 'Größe', 'größe', 'größe', 'größe'],
    ['日本語', '日本語', '日本語', '日本語', '日本語'],
    ['🎉', '_unnamed', '_unnamed', '_unnamed', 'unnamed'],
    ['', '_unnamed', '_unnamed', '_unnamed', 'unnamed'],
  ])('%j', (name, ...spelled) => {
    expect([toPascal(name), toCamel(name), toSnake(name), toKebab(name)]).toEqual(spelled);
  });

  test('two ways to write the same letter are one word', () => {
    expect(wordsOf('gro\u0308ße')).toEqual(wordsOf('größe'));
  });

  test('whatever the name, the result is an identifier', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        for (const spelled of [toPascal(name), toCamel(name), toSnake(name)]) {
          expect(spelled).toMatch(/^[\p{XID_Start}_]\p{XID_Continue}*$/u);
        }
      }),
    );
  });
});

test('what a language keeps for itself gets an underscore', () => {
  expect(avoiding(KEYWORDS.rust, 'type')).toBe('type_');
  expect(avoiding(KEYWORDS.ts, 'class')).toBe('class_');
  expect(avoiding(KEYWORDS.rust, 'name')).toBe('name');
});

describe('a scope', () => {
  test('gives numbers to who comes later, and reserved names to nobody', () => {
    const scope = openNameScope({ reserved: ['then'] });
    const names = ['a', 'a', 'a2', 'a', 'then'].map((name) => scope.take(name));
    expect(names).toEqual(['a', 'a2', 'a22', 'a3', 'then2']);
  });

  test('gives every name once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a2', 'a22', 'a3', 'b', 'b2')), (wanted) => {
        const scope = openNameScope();
        const names = wanted.map((name) => scope.take(name));
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
