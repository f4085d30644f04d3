// Edits of a JSONC text: the value is in or out, and all that others wrote is still there.
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  jsonValue,
  record,
  string,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editJsonc, type JsoncEdit } from './edit-jsonc.ts';
import { parseDocument } from './read-document.ts';

const edit = (text: string, ...edits: JsoncEdit[]) => editJsonc({ file: 'a.json', text }, edits);
const put = (...path: string[]): JsoncEdit => ({ path, value: { k: 1 } });
const cut = (...path: string[]): JsoncEdit => ({ path, value: undefined });

describe('putting in', () => {
  test.each([
    ['an empty text', '', '{\n  "s": {\n    "x": {\n      "k": 1\n    }\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "s": {\n    "x": {\n      "k": 1\n    }\n  }\n}'],
    ['only a comment', '// c', '// c\n{\n  "s": {\n    "x": {\n      "k": 1\n    }\n  }\n}\n'],
    [
      'a comment in an empty object',
      '{\n  "s": {\n    // later\n  }\n}',
      '{\n  "s": {\n    // later\n    "x": {\n      "k": 1\n    }\n  }\n}',
    ],
    [
      'a line that keeps its comment',
      '{\n  "s": {\n    "a": 1 // one\n  }\n}',
      '{\n  "s": {\n    "a": 1, // one\n    "x": {\n      "k": 1\n    }\n  }\n}',
    ],
    [
      'a trailing comma, with a comment and one on a line of its own',
      '{\n  "s": {\n    "a": 1, /* one */ // two\n    // three\n  },\n}',
      '{\n  "s": {\n    "a": 1, /* one */ // two\n    "x": {\n      "k": 1\n    },\n    // three\n  },\n}',
    ],
    ['one line', '{ "s": { "a": 1 } }', '{ "s": { "a": 1,\n  "x": {\n    "k": 1\n  }\n} }'],
    [
      'tabs and the line ends of Windows',
      '{\r\n\t"s": {\r\n\t\t"a": 1\r\n\t}\r\n}\r\n',
      '{\r\n\t"s": {\r\n\t\t"a": 1,\r\n\t\t"x": {\r\n\t\t\t"k": 1\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    ['something that is no object', '{"s": null}', '{"s": {\n  "x": {\n    "k": 1\n  }\n}}'],
    [
      'another value',
      '{\n  // c\n  "s": { "x": [1, 2], "y": 3 } // d\n}',
      '{\n  // c\n  "s": { "x": {\n    "k": 1\n  }, "y": 3 } // d\n}',
    ],
  ])('%s', async (_, text, expected) => {
    expect(await edit(text, put('s', 'x'))).toBe(expected);
  });
});

describe('taking out', () => {
  test.each([
    ['the only one', '{\n  "s": {\n    "x": 1\n  }\n}', '{\n  "s": {\n  }\n}'],
    ['the only one, with a comma', '{\n  "s": {\n    "x": 1,\n  },\n}', '{\n  "s": {\n  },\n}'],
    [
      'the first',
      '{\n  "s": {\n    "x": 1,\n    "a": 2\n  }\n}',
      '{\n  "s": {\n    "a": 2\n  }\n}',
    ],
    [
      'the last, and the comma before it',
      '{\n  "s": {\n    "a": 2, // c\n    "x": 1\n  }\n}',
      '{\n  "s": {\n    "a": 2 // c\n  }\n}',
    ],
    [
      'one with a comment behind it, which stays',
      '{\n  "s": {\n    "x": 1, // c\n    "a": 2\n  }\n}',
      '{\n  "s": {\n    // c\n    "a": 2\n  }\n}',
    ],
    ['one of a line', '{ "s": { "a": 1, "x": 2, "b": 3 } }', '{ "s": { "a": 1,  "b": 3 } }'],
    ['every one of that name', '{"s": {"x": 1, "a": 2, "x": 3}}', '{"s": { "a": 2 }}'],
    ['none', '{ "s": {} }', '{ "s": {} }'],
    ['none of nothing', '{ "t": 1 }', '{ "t": 1 }'],
  ])('%s', async (_, text, expected) => {
    expect(await edit(text, cut('s', 'x'))).toBe(expected);
  });
});

test('a text that cannot be understood is not edited', async () => {
  await expect(edit('{"a": ', put('b'))).rejects.toThrow('Error in config a.json: Invalid JSON');
});

const comment = constantFrom('', ' ', '/* c */', ' // c\n', '\n', '\n  // c\n  ');
const member = record({ name: string(), value: jsonValue(), before: comment, after: comment });
const members = uniqueArray(member, { selector: ({ name }) => name, maxLength: 5 });

/** An object the way people write them: comments anywhere, perhaps a comma at the end. */
function written(
  parts: readonly { name: string; value: unknown; before: string; after: string }[],
) {
  const lines = parts.map(
    ({ name, value, before, after }) =>
      `${before}${JSON.stringify(name)}: ${JSON.stringify(value)}${after}`,
  );
  return `{ "s": {${lines.join(',')}`;
}

const commentsIn = (text: string) =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '""').match(/\/[*/] c/gu)?.length ?? 0;

describe('properties', () => {
  test('any sequence of edits gives the object it should, with every comment still there', async () => {
    const edits = array(record({ name: string(), value: jsonValue() }), { maxLength: 4 });
    await assert(
      asyncProperty(
        record({ members, end: constantFrom('', ',', ', // c\n'), edits }),
        async ({ members: parts, end, edits: puts }) => {
          const text = `${written(parts)}${parts.length > 0 ? end : ''}} } // c`;
          const expected = new Map(parts.map(({ name, value }) => [name, JSON.stringify(value)]));
          for (const { name, value } of puts) expected.set(name, JSON.stringify(value));
          const cuts = parts.slice(0, 2).map(({ name }) => name);
          for (const name of cuts) expected.delete(name);
          const edited = await edit(
            text,
            ...puts.map(({ name, value }) => ({
              path: ['s', name],
              value: JSON.parse(JSON.stringify(value)) as null,
            })),
            ...cuts.map((name) => cut('s', name)),
          );
          const read = (await parseDocument({ file: 'a.json', text: edited })) as { s: object };
          const found = Object.entries(read.s).map(([name, value]) => [
            name,
            JSON.stringify(value),
          ]);
          expect(new Map(found as [string, string][])).toEqual(expected);
          expect(commentsIn(edited)).toBe(commentsIn(text));
        },
      ),
    );
  });
});
