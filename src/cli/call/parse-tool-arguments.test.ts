// The words of a command line, as arguments of a tool.
import { assert, asyncProperty, constantFrom, dictionary, jsonValue, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { parseToolArguments } from './parse-tool-arguments.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    dry_run: { type: 'boolean' },
    maxItems: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    filter: { type: 'object' },
    extra: {},
  },
};

/** Characters that mean something somewhere. */
const TRICKY = ['a', '0', ' ', '\n', '\0', 'é', '💡', '"', "'", '@', '=', ':', '-', '\\', '{', '['];

const FILES: Readonly<Record<string, string>> = { 'a.txt': ' text\n', 'n.json': '[1, 2]\n' };

async function readFile(path: string): Promise<string> {
  return FILES[path] ?? Promise.reject(new Error(`no ${path}`));
}

function parse(words: readonly string[]): Promise<JsonObject> {
  return parseToolArguments(words, SCHEMA, { readFile });
}

describe('parseToolArguments', () => {
  test.each<readonly [words: string[], args: JsonObject]>([
    [['name:Ann'], { name: 'Ann' }],
    [['name=Ann'], { name: 'Ann' }],
    [['--name', 'Ann'], { name: 'Ann' }],
    [['--name=Ann'], { name: 'Ann' }],
    [['name: Ann Lee'], { name: 'Ann Lee' }],
    [['name= Ann'], { name: ' Ann' }],
    [['name='], { name: '' }],
    [['url:https://x?a=b'], { url: 'https://x?a=b' }],
    [['url=https://x:8080/'], { url: 'https://x:8080/' }],
    [['a.b-c:1'], { 'a.b-c': 1 }],
    [['--count', '-5'], { count: -5 }],
    [['--dry-run'], { dry_run: true }],
    [['--dry-run', 'false'], { dry_run: false }],
    [['--dry-run', 'name:Ann'], { dry_run: true, name: 'Ann' }],
    [['--max-items', '3'], { maxItems: 3 }],
    [['--unknown'], { unknown: true }],
    [['--unknown', 'x'], { unknown: 'x' }],
    [['--name=--json'], { name: '--json' }],
    [['tags=a'], { tags: ['a'] }],
    [['tags=["a","b"]'], { tags: ['a', 'b'] }],
    [['--tags', 'a', '--tags', 'b'], { tags: ['a', 'b'] }],
    [['sizes:1', 'sizes:2'], { sizes: [1, 2] }],
    [['filter={"a":{"b":1}}'], { filter: { a: { b: 1 } } }],
    [['extra=[1]'], { extra: [1] }],
    [['name=line1\nline2'], { name: 'line1\nline2' }],
    [['name:', 'Ann'], { name: 'Ann' }],
    [['url:', 'https://x'], { url: 'https://x' }],
    [['name:', 'count:3'], { name: '', count: 3 }],
    [['name: "Ann Lee"'], { name: 'Ann Lee' }],
    [['name:"Ann"'], { name: '"Ann"' }],
    [['extra:={"a":[1,null]}'], { extra: { a: [1, null] } }],
    [['name:=7'], { name: 7 }],
    [['name=@a.txt'], { name: ' text\n' }],
    [['extra=@a.txt'], { extra: ' text\n' }],
    [['sizes=@n.json'], { sizes: [1, 2] }],
    [['name=@@ann'], { name: '@ann' }],
    [['name=@'], { name: '@' }],
    [['name:@ann'], { name: '@ann' }],
    [['__proto__=1', 'constructor=2'], JSON.parse('{"__proto__":1,"constructor":2}') as JsonObject],
  ])('%j gives %j', async (words, args) => {
    expect(await parse(words)).toEqual(args);
  });

  test.each([
    [['Ann'], "'Ann' is none of name:value, name=value and --name value"],
    [[':x'], "':x' is none of"],
    [['9a=1'], "'9a=1' is none of"],
    [['count=abc'], "count: expected integer, got 'abc'"],
    [['ratio='], "ratio: expected number, got ''"],
    [['filter=[1]'], "filter: expected object, got '[1]'"],
    [['sizes=x'], "sizes: expected array, got 'x'"],
    [['--count'], '--count needs a value'],
    [['--count', '--name', 'x'], '--count needs a value'],
    [['name=a', 'name=b'], 'name is given twice'],
    [['https://x'], "'https://x' is none of"],
    [['extra:={'], 'extra:= is not followed by JSON: '],
  ])('%j is refused', async (words, reason) => {
    await expect(parse(words)).rejects.toThrow(`Cannot parse arguments: ${reason}`);
  });

  test('any text given for a string arrives as it was written', async () => {
    await assert(
      asyncProperty(string({ unit: constantFrom(...TRICKY) }), async (text) => {
        const escaped = text.length > 1 && text.startsWith('@') ? `@${text}` : text;
        expect(await parse([`name=${escaped}`])).toEqual({ name: text });
        expect(await parse([`--name=${text}`])).toEqual({ name: text });
      }),
    );
  });

  test('any JSON given for an untyped argument in braces survives', async () => {
    await assert(
      asyncProperty(dictionary(string(), jsonValue()), async (value) => {
        const text = JSON.stringify(value);
        expect(await parse([`extra=${text}`])).toEqual({ extra: JSON.parse(text) });
      }),
    );
  });
});
