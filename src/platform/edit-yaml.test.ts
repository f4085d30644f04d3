// Proves that an edited YAML file keeps what its author wrote, and that written data reads back the same.
import { assert, asyncProperty, jsonValue } from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { editYaml, renderYaml } from './edit-yaml.ts';
import { parseDocument } from './read-document.ts';

const parse = (text: string) => parseDocument({ file: 'a.yaml', text });

test('comments, order and quotes around the member stay', async () => {
  const before = [
    '# What we offer.',
    'schemaVersion: "1.0" # quoted, or it is a number',
    'toolsets:',
    '  - weather',
    '',
    "libraryDir: './lib' # ours",
    '',
  ].join('\n');
  expect(await editYaml(before, 'toolsets', ['weather', { name: 'git' }])).toBe(
    [
      '# What we offer.',
      'schemaVersion: "1.0" # quoted, or it is a number',
      'toolsets:',
      '  - weather',
      '  - name: git',
      '',
      "libraryDir: './lib' # ours",
      '',
    ].join('\n'),
  );
});

test('a member that is new comes last', async () => {
  expect(await editYaml('a: 1\n', 'b', ['x'])).toBe('a: 1\nb:\n  - x\n');
});

test('an empty file becomes one with the member', async () => {
  expect(await parse(await editYaml('', 'a', { b: 1 }))).toEqual({ a: { b: 1 } });
});

test('long texts are not broken into lines', async () => {
  const long = 'word '.repeat(60).trim();
  expect(await renderYaml({ a: long })).toBe(`a: ${long}\n`);
  expect(await editYaml(`a: ${long}\n`, 'b', 1)).toBe(`a: ${long}\nb: 1\n`);
});

test('what is written reads back as the same data', async () => {
  await assert(
    asyncProperty(jsonValue(), async (value) => {
      // YAML has one zero.
      const data = JSON.parse(JSON.stringify({ value })) as { value: JsonValue };
      expect(await parse(await renderYaml(data))).toEqual(data);
      expect(await parse(await editYaml('first: 1\n', 'value', data.value))).toEqual({
        first: 1,
        ...data,
      });
    }),
    { numRuns: 50 },
  );
});
