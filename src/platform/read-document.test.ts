// Text of every format becomes the same data, and mistakes name their place.
import { assert, asyncProperty, json } from 'fast-check';
import { expect, test } from 'vitest';
import { toPlugboardError } from '../core/errors.ts';
import { folderWith } from '../../test/support/temp-folder.ts';
import { parseDocument, positionOf, positionsIn, readDocument } from './read-document.ts';

async function messageOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => toPlugboardError(thrown),
  );
  return error?.message ?? 'nothing was thrown';
}

test.each([
  ['a.json', '{"a":{"b":[1,"x",null]}}'],
  ['a.json', '\uFEFF{"a":{"b":[1,"x",null]}}'],
  ['a.jsonc', '// c\n{"a":{/* c */"b":[1,"x",null,],},}'],
  ['a.json', '{"a":{"b":[1,"x",null]}} // at the end, without a line end'],
  ['a.yaml', 'a:\n  b: [1, x, null]\n'],
  ['a.yml', 'base: &base\n  b: [1, x, ~]\na:\n  <<: *base\n'],
])('reads %s: %j', async (file, text) => {
  const data = (await parseDocument({ file, text })) as { a: unknown };
  expect(data.a).toEqual({ b: [1, 'x', null] });
});

test('reads TOML, dates as text', async () => {
  const text = 'when = 2026-07-28T00:00:00Z\n[mcp_servers."my.server"]\nargs = ["a", "b"]\n';
  expect(await parseDocument({ file: 'config.toml', text })).toEqual({
    when: '2026-07-28T00:00:00.000Z',
    mcp_servers: { 'my.server': { args: ['a', 'b'] } },
  });
});

test('a format that is named wins over the ending', async () => {
  expect(await parseDocument({ file: 'tools.mci', text: 'a: 1', format: 'yaml' })).toEqual({
    a: 1,
  });
});

test.each(['a.json', 'a.toml', 'a.yaml'])('an empty %s holds nothing', async (file) => {
  expect(await parseDocument({ file, text: ' \n' })).toBeUndefined();
});

test('comments alone hold nothing', async () => {
  expect(await parseDocument({ file: 'a.json', text: '// later\n' })).toBeUndefined();
});

test.each([
  ['a.json', 'x', 'Error in config a.json: Invalid JSON: invalid symbol at line 1 column 1'],
  [
    'a.json',
    '{\n  "a": \n}',
    'Error in config a.json: Invalid JSON: value expected at line 3 column 1',
  ],
  [
    'a.json',
    '{"a": 1',
    'Error in config a.json: Invalid JSON: close brace expected at line 1 column 8',
  ],
  [
    'a.toml',
    'a = 1\nb = = 2',
    'Error in config a.toml: Invalid TOML: invalid value at line 2 column 5',
  ],
  [
    'a.yaml',
    'a: 1\na: 2',
    'Error in config a.yaml: Invalid YAML: Map keys must be unique at line 2 column 1',
  ],
])('a mistake in %s (%j) has a line and a column', async (file, text, message) => {
  expect(await messageOf(parseDocument({ file, text }))).toBe(message);
});

test('a file that cannot be read says so', async () => {
  const folder = await folderWith({ 'sub/a.json': '{}' });
  expect(await messageOf(readDocument(`${folder}/none.json`))).toContain(': file not found');
  expect(await messageOf(readDocument(`${folder}/sub`))).toContain(': cannot be read (EISDIR)');
});

test.each([
  ['a.json', '{\n  "a": {\n    "b": [1,\n      2]\n  }\n}', { line: 4, column: 7 }],
  ['a.yaml', 'a:\n  b:\n    - 1\n    - 2\n', { line: 4, column: 7 }],
  ['a.toml', '[a]\nb = [1, 2]', undefined],
])('knows where a value stands in %s', async (file, text, position) => {
  expect(await positionOf({ file, text }, ['a', 'b', 1])).toEqual(position);
});

test('of a value that is absent, knows where its parent stands', async () => {
  const text = '{\n  "a": {}\n}';
  expect(await positionOf({ file: 'a.json', text }, ['a', 'b'])).toEqual({ line: 2, column: 8 });
});

test('of two members of one name, knows where the last one stands: it is the one that counts', async () => {
  const text = '{\n  "a": { "b": 1 },\n  "a": { "b": 2 }\n}';
  expect(await parseDocument({ file: 'a.json', text })).toEqual({ a: { b: 2 } });
  expect(await positionOf({ file: 'a.json', text }, ['a', 'b'])).toEqual({ line: 3, column: 15 });
});

test('of many values, is found without reading the text each time', async () => {
  const count = 2_000;
  const lines = Array.from({ length: count }, (_, at) => `  "k${at}": ${at}`);
  const find = await positionsIn({ file: 'a.json', text: `{\n${lines.join(',\n')}\n}` });
  for (const at of [0, 1, 999, count - 1]) {
    expect(find([`k${at}`])).toEqual({ line: at + 2, column: `  "k${at}": `.length + 1 });
  }
  expect(find(['gone'])).toBeUndefined();
});

test('of a text with a byte order mark, counts what people see', async () => {
  for (const [file, text] of [
    ['a.json', '\uFEFF{"a": 1}'],
    ['a.yaml', '\uFEFFx:  {a: 1}'],
  ] as const) {
    const path = file === 'a.json' ? ['a'] : ['x', 'a'];
    const shown = text.slice(1);
    expect(await positionOf({ file, text }, path)).toEqual({
      line: 1,
      column: shown.indexOf('1') + 1,
    });
  }
});

test('reading JSON with comments equals reading JSON', async () => {
  await assert(
    asyncProperty(json(), async (text) => {
      const expected: unknown = JSON.parse(text);
      const read = await parseDocument({ file: 'a.json', text: `/* c */ ${text} // c` });
      expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
    }),
  );
});
