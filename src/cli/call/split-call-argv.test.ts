// Which words of `call` are ours and which are the tool's.
import { expect, test } from 'vitest';
import { callFlags } from '../commands/call.ts';
import { splitCallArgv } from './split-call-argv.ts';

const split = (...argv: string[]) => splitCallArgv(argv, callFlags);

test('flags of the table are ours wherever they stand', () => {
  expect(split('--timeout', '500', './s:t', 'a=1', '--json', '--name', 'Ann')).toEqual({
    options: { args: undefined, json: true, raw: false, output: undefined, timeout: 500 },
    operands: ['./s:t', 'a=1', '--name', 'Ann'],
  });
});

test('what follows -- is the tool’s', () => {
  const { options, operands } = split('./s:t', '--', '--json', '--timeout', '3');
  expect(options['json']).toBe(false);
  expect(operands).toEqual(['./s:t', '--json', '--timeout', '3']);
});

test('--json hands in arguments when JSON or - follows', () => {
  expect(split('./s:t', '--json', '{"a":1}').options).toMatchObject({
    json: false,
    args: '{"a":1}',
  });
  expect(split('./s:t', '--json={"a":1}').options).toMatchObject({ json: false, args: '{"a":1}' });
  expect(split('./s:t', '--json', '-').options).toMatchObject({ json: false, args: '-' });
  expect(split('./s:t', '--json', 'a=1')).toMatchObject({
    options: { json: true },
    operands: ['./s:t', 'a=1'],
  });
});

test.each([
  [['--timeout'], 'Cannot parse arguments: --timeout needs a value'],
  [
    ['--timeout', 'soon'],
    "Cannot parse --timeout: expected a whole number from 1 to 2147483647, got 'soon'",
  ],
  [['--raw=yes'], 'Cannot parse arguments: --raw takes no value'],
  [['--output', 'xml'], "Cannot parse --output: expected json or raw, got 'xml'"],
])('%j is refused', (argv, message) => {
  expect(() => split('./s:t', ...argv)).toThrow(message);
});
