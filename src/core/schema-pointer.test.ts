// Where references lead, and what is left of those that lead nowhere.
import { expect, test } from 'vitest';
import { lookUp, pointerOf } from './schema-pointer.ts';

test.each([
  ['#', []],
  ['#/$defs/name', ['$defs', 'name']],
  ['#/$defs/a~1b~0c', ['$defs', 'a/b~c']],
  ['#/$defs/two%20words', ['$defs', 'two words']],
  ['#/$defs/50%', ['$defs', '50%']],
  ['https://example.com/other.json#/a', undefined],
  ['other', undefined],
])('%j points to %j', (ref, keys) => {
  expect(pointerOf(ref)).toEqual(keys);
});

test('finds schemas in objects and lists, and nothing else', () => {
  const root = { $defs: { one: { type: 'string' }, any: true }, allOf: [{}, { title: 'second' }] };
  expect(lookUp(root, [])).toBe(root);
  expect(lookUp(root, ['$defs', 'one'])).toEqual({ type: 'string' });
  expect(lookUp(root, ['$defs', 'any'])).toBe(true);
  expect(lookUp(root, ['allOf', '1'])).toEqual({ title: 'second' });
  expect(lookUp(root, ['$defs', 'one', 'type'])).toBeUndefined();
  expect(lookUp(root, ['$defs', 'none', 'deeper'])).toBeUndefined();
  expect(lookUp(root, ['constructor'])).toBeUndefined();
});
