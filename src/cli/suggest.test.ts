// Which mistyped words are recognised, and which are not.
import { describe, expect, test } from 'vitest';
import { editDistance, suggest } from './suggest.ts';

describe('suggest', () => {
  test.each([
    ['serch', ['search', 'add'], 'search'],
    ['sear', ['search', 'add'], 'search'],
    ['xyz', ['search', 'add'], undefined],
    ['ab', ['aa', 'ac'], undefined],
    ['add', [], undefined],
  ])('%s among %j gives %s', (word, known, meant) => {
    expect(suggest(word, known)).toBe(meant);
  });
});

test('editDistance counts insertions, deletions and substitutions', () => {
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('abc', '')).toBe(3);
  expect(editDistance('kitten', 'sitting')).toBe(3);
});
