// Versions are ordered by their numbers, whatever stands around them.
import { assert, nat, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { isOlder, isVersion } from './version-order.ts';

test('knows versions', () => {
  for (const text of ['1', 'v1.2', '1.2.3', '1.2.3-beta.1', '5.2.15(1)-release']) {
    expect(isVersion(text)).toBe(true);
  }
  for (const text of ['', 'v', 'new', '1.x', '1..2', '-1']) expect(isVersion(text)).toBe(false);
});

test('missing numbers are zero, and what is no version is older than nothing', () => {
  expect(isOlder('1.9', '1.10')).toBe(true);
  expect(isOlder('1', '1.0.0')).toBe(false);
  expect(isOlder('1.0.0', '1')).toBe(false);
  expect(isOlder('3.2.57(1)-release', '3.2')).toBe(false);
  expect([isOlder('x', '1'), isOlder('1', 'x')]).toEqual([false, false]);
});

const numbers = tuple(nat(20), nat(20), nat(20));

test('the order is one', () => {
  assert(
    property(numbers, numbers, (one, other) => {
      const [a, b] = [one.join('.'), `v${other.join('.')}`];
      const different = one.findIndex((number, at) => number !== other[at]);
      const expected = different !== -1 && (one[different] ?? 0) < (other[different] ?? 0);
      expect(isOlder(a, b)).toBe(expected);
      expect(isOlder(a, b) && isOlder(b, a)).toBe(false);
    }),
  );
});
