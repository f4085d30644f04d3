// Canonical JSON: the same data is the same text, and nothing is lost.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('is JSON of the same data', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      expect(JSON.parse(canonicalJson(data))).toEqual(JSON.parse(JSON.stringify(data)));
    }),
  );
});

test('does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      const turned = Object.fromEntries(Object.entries(data).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(data));
    }),
  );
});

test('leaves out what is not there', () => {
  expect(canonicalJson({ b: undefined, a: [1, 'ä', null] })).toBe('{"a":[1,"ä",null]}');
});
