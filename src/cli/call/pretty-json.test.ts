// JSON for eyes, without a change to any value.
import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { paletteFor } from '../palette.ts';
import { prettyJson } from './pretty-json.ts';

const PLAIN = paletteFor(process.stdout, { NO_COLOR: '1' });

test('is what JSON.stringify would give', () => {
  assert(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const expected = /^[[{]/u.test(text) ? JSON.stringify(value, undefined, 2) : undefined;
      expect(prettyJson(text, PLAIN)).toBe(expected);
    }),
  );
});

test('keeps numbers a double cannot hold', () => {
  expect(prettyJson('{"a":12345678901234567890,"b":1.10}', PLAIN)).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": 1.10\n}',
  );
});

test.each(['plain text', '{ not json', '"text"', '12', ''])('%s is left alone', (text) => {
  expect(prettyJson(text, PLAIN)).toBeUndefined();
});
