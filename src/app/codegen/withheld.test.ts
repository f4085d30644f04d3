// What generated files keep to themselves.
import { describe, expect, test } from 'vitest';
import { withheld, withheldArgs, withheldUrl, type Withholding } from './withheld.ts';

function open(isOff = false): Withholding {
  return { variables: new Set(), isOff };
}

describe('[codegen:cli:secrets] values', () => {
  test.each([
    ['API_KEY', 'abc', '${IT}'],
    ['Authorization', 'Bearer abc', '${IT}'],
    ['X-Custom', 'ghp_abcdefghijklmnop', '${IT}'],
    ['X-Custom', 'a1b2c3d4e5f6a7b8c9d0e1f2', '${IT}'],
    ['API_KEY', '${MY_KEY}', '${MY_KEY}'],
    ['NODE_ENV', 'production', 'production'],
    ['Accept', 'application/json', 'application/json'],
  ])('%s: %s becomes %s', (name, value, expected) => {
    expect(withheld({ name, value, variable: 'it' }, open())).toBe(expected);
  });

  test('are kept where that was asked for', () => {
    const value = 'abc';
    expect(withheld({ name: 'API_KEY', value, variable: 'it' }, open(true))).toBe('abc');
  });
});

test('[codegen:cli:secrets] words of a command line', () => {
  const withholding = open();
  const args = [
    '-y',
    'server',
    '--api-key',
    'abc',
    '--token=def',
    '-e',
    'PASSWORD=x',
    '--port',
    '80',
  ];
  expect(withheldArgs(args, 'my server', withholding)).toEqual(
    '-y server --api-key ${MY_SERVER_API_KEY} --token=${MY_SERVER_TOKEN} -e PASSWORD=${MY_SERVER_PASSWORD} --port 80'.split(
      ' ',
    ),
  );
  expect([...withholding.variables]).toEqual([
    'MY_SERVER_API_KEY',
    'MY_SERVER_TOKEN',
    'MY_SERVER_PASSWORD',
  ]);
});

test('[codegen:cli:secrets] addresses', () => {
  const url = 'https://ann:pw@example.com/mcp?api_key=abc&page=2';
  expect(withheldUrl(url, 's', open())).toBe(
    'https://ann:${S_PASSWORD}@example.com/mcp?api_key=${S_API_KEY}&page=2',
  );
});
