// What others wrote stays on its line.
import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test.each([
  ['plain  text', 'plain  text'],
  ['two\nlines\r\n', 'two lines'],
  ['a \u001B[31mred', 'a [31mred'],
  ['\u0000', ''],
])('%j is shown as %j', (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});
