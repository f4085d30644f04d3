// Which words of `call` are ours and which are the tool's.
import { expect, test } from 'vitest';
import { isCallJson, parseCallArgv } from './call-flags.ts';

const split = (...argv: string[]) => parseCallArgv(argv);

test('flags of the table are ours wherever they stand', () => {
  expect(split('--timeout', '500', './s:t', 'a=1', '--json', '--name', 'Ann')).toMatchObject({
    options: { json: true, raw: false, timeout: 500, env: [], header: [] },
    operands: ['./s:t', 'a=1', '--name', 'Ann'],
  });
});

test('what follows -- is the tool’s', () => {
  const { options, operands } = split('./s:t', '--', '--json', '--timeout', '3');
  expect(options.json).toBe(false);
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

test('what describes a server is ours only where one is described', () => {
  const described = split('--stdio', 'x', 't', '--name', 'n', '--env', 'A=1', '--env', 'B=2=3');
  expect(described).toMatchObject({
    options: {
      stdio: 'x',
      name: 'n',
      env: [
        ['A', '1'],
        ['B', '2=3'],
      ],
    },
    operands: ['t'],
  });
  expect(split('s.t', '--env', 'prod', '--', '--stdio', 'x').operands).toEqual([
    's.t',
    '--env',
    'prod',
    '--stdio',
    'x',
  ]);
});

test.each([
  [['s.t', '--json'], true],
  [['s.t', '--output', 'json'], true],
  [['s.t', '--json', '{"a":1}'], false],
  [['s.t', '--', '--json'], false],
  [['s.t', '--json', '--output', 'xml'], true],
])('%j asks for JSON: %s', (argv, expected) => {
  expect(isCallJson(argv)).toBe(expected);
});

test.each([
  [['--timeout'], 'Cannot parse arguments: --timeout needs a value'],
  [
    ['--timeout', 'soon'],
    "Cannot parse --timeout: expected a whole number from 1 to 2147483647, got 'soon'",
  ],
  [['--raw=yes'], 'Cannot parse arguments: --raw takes no value'],
  [
    ['--output', 'xml'],
    "Cannot parse --output: expected one of text, raw, json, markdown, got 'xml'",
  ],
])('%j is refused', (argv, message) => {
  expect(() => split('./s:t', ...argv)).toThrow(message);
});
