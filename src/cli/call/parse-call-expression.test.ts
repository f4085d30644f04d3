// Calls written as in a program: what is read, how it is typed, what is refused.
import { assert, dictionary, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { isCallExpression, parseCallExpression } from './parse-call-expression.ts';
import { typeCallExpression } from './type-call-expression.ts';

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    note: { type: 'string' },
    title: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    where: { type: 'object', properties: { zip: { type: 'string' }, floor: { type: 'integer' } } },
    extra: {},
  },
  required: ['title', 'count'],
};

function typed(text: string, schema = SCHEMA): JsonObject {
  return typeCallExpression(parseCallExpression(text), schema);
}

describe('parseCallExpression', () => {
  test.each<readonly [string, JsonObject]>([
    ['s.t()', {}],
    ['s.t( )', {}],
    ['s.t(title: "a b", count: 2)', { title: 'a b', count: 2 }],
    ["s.t(title: 'it\\'s', count: 2,)", { title: "it's", count: 2 }],
    ['s.t(title=x, count=2);', { title: 'x', count: 2 }],
    ['s.t(title: two words (really), count: 3)', { title: 'two words (really)', count: 3 }],
    ['s.t("first", 2)', { title: 'first', count: 2 }],
    ['s.t("first", 2, "third")', { title: 'first', count: 2, note: 'third' }],
    ['s.t(2, title: "x")', { count: 2, title: 'x' }],
    ['s.t({title: "x", count: 1})', { title: 'x', count: 1 }],
    ['s.t(tags: ["a", b, 007,])', { tags: ['a', 'b', '007'] }],
    ['s.t(tags: one)', { tags: ['one'] }],
    ['s.t(where: {zip: 01234, "floor": 3})', { where: { zip: '01234', floor: 3 } }],
    [
      's.t(extra: {a: [1, {b: null}], c: true, d: x})',
      { extra: { a: [1, { b: null }], c: true, d: 'x' } },
    ],
    ['s.t(extra: "5")', { extra: '5' }],
    ['s.t(count: "5")', { count: 5 }],
    ['s.t(title: https://x/?a=b)', { title: 'https://x/?a=b' }],
    ['s.t(https://x, 1)', { title: 'https://x', count: 1 }],
    ['s.t(title: "\\u00e9\\n")', { title: 'é\n' }],
    ['s.t("title": "x")', { title: 'x' }],
  ])('%s gives %j', (text, args) => {
    expect(parseCallExpression(text).selector).toBe('s.t');
    expect(typed(text)).toEqual(args);
  });

  test.each([
    ['s.t(title: "x"', "expected ',' or ')' at 15"],
    ['s.t(title: "x)', 'expected " at 15'],
    ['s.t(title: )', 'expected a value at 12'],
    ['s.t(title: x', "expected ',' or ')' at 13"],
    ['s.t(title:', "expected ')' at 11"],
    ['s.t(title: "x" count: 1)', "expected ',' or ')' at 16"],
    ['s.t(where: {1})', 'expected a name and a colon at 13'],
    ['s.t() x', 'expected the end at 7'],
    ['s.t(1, 2, 3, 4, 5, 6, 7)', '7 values without a name, but only 6 to fill'],
    ['s.t(count: abc)', "count: expected integer, got 'abc'"],
    ['s.t(title: [1])', 'title: expected string, got a list'],
    ['s.t(tags: {a: 1})', 'tags: expected array, got an object'],
    ['s.t(where: {floor: high})', "where.floor: expected integer, got 'high'"],
  ])('%s is refused', (text, reason) => {
    expect(() => typed(text)).toThrow(`Cannot parse arguments: ${reason}`);
  });

  test('one object is an argument where the tool wants an object first', () => {
    const schema = {
      type: 'object',
      properties: { point: { type: 'object' } },
      required: ['point'],
    };
    expect(typed('s.t({x: 1})', schema)).toEqual({ point: { x: 1 } });
    expect(typed('s.t({point: {x: 1}})', schema)).toEqual({ point: { x: 1 } });
  });

  test('any JSON object is a list of arguments', () => {
    // Whole numbers a double cannot hold stay texts, on purpose.
    const safe = jsonValue().filter((value) => !/\d{16}/u.test(JSON.stringify(value)));
    assert(
      property(dictionary(string(), safe), (value) => {
        const text = JSON.stringify(value);
        const schema = { type: 'object' };
        expect(typed(`s.t(${text})`, schema)).toEqual(JSON.parse(text));
      }),
    );
  });
});

test.each([
  ['s.t(a: 1)', true],
  ['s.t(a: 1', true],
  ['./scripts:greet(name: x)', true],
  ['./dir(1):greet', false],
  ['s.t', false],
])('%s is a call expression: %s', (text, expected) => {
  expect(isCallExpression(text)).toBe(expected);
});
