// The schema decides what a text becomes; without one a table does.
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { coerce } from './coerce.ts';

type Row = readonly [schema: JsonObject, text: string, value: JsonValue | undefined];

describe('coerce by schema', () => {
  test.each<Row>([
    [{ type: 'string' }, '007', '007'],
    [{ type: 'string' }, 'true', 'true'],
    [{ type: 'string' }, '"quoted"', '"quoted"'],
    [{ type: 'string' }, '{"a":1}', '{"a":1}'],
    [{ type: 'string' }, '', ''],
    [{ type: 'integer' }, '42', 42],
    [{ type: 'integer' }, '-7', -7],
    [{ type: 'integer' }, '1e3', 1000],
    [{ type: 'integer' }, '1.5', undefined],
    [{ type: 'integer' }, 'abc', undefined],
    [{ type: 'integer' }, '0x10', undefined],
    [{ type: 'integer' }, '9007199254740993', undefined],
    [{ type: 'number' }, '1.10', 1.1],
    [{ type: 'number' }, '.5', 0.5],
    [{ type: 'number' }, 'NaN', undefined],
    [{ type: 'number' }, 'Infinity', undefined],
    [{ type: 'number' }, '', undefined],
    [{ type: 'boolean' }, 'TRUE', true],
    [{ type: 'boolean' }, 'false', false],
    [{ type: 'boolean' }, 'yes', undefined],
    [{ type: 'object' }, '{"a":[1]}', { a: [1] }],
    [{ type: 'object' }, '[1]', undefined],
    [{ type: 'array' }, '["a"]', ['a']],
    [{ type: 'null' }, 'null', null],
    [{ type: ['string', 'null'] }, 'null', null],
    [{ type: ['string', 'number'] }, '12', '12'],
    [{ type: ['number', 'null'] }, '12', 12],
    [{ anyOf: [{ type: 'integer' }, { type: 'boolean' }] }, 'true', true],
    [{ anyOf: [{ type: 'string' }, { type: 'array' }] }, '["a"]', ['a']],
    [{ oneOf: [{ type: 'integer' }, {}] }, 'x', 'x'],
    [{ enum: ['a', 5, null] }, '5', 5],
    [{ enum: ['a', 5, null] }, 'a', 'a'],
    [{ enum: [1, 2] }, '3', 3],
    [{ const: 7 }, '7', 7],
  ])('%j of %j is %j', (schema, text, value) => {
    expect(coerce(text, schema)).toEqual(value);
  });
});

describe('coerce without a schema', () => {
  test.each<readonly [string, JsonValue]>([
    ['"quoted"', 'quoted'],
    ["'quoted'", 'quoted'],
    ['True', true],
    ['null', null],
    ['007', 7],
    ['1.10', 1.1],
    ['1e3', 1000],
    ['9007199254740993', '9007199254740993'],
    ['NaN', 'NaN'],
    ['[1,2,3]', [1, 2, 3]],
    ['{"a":1}', { a: 1 }],
    ['{a:1}', '{a:1}'],
    ['plain text', 'plain text'],
    ['', ''],
  ])('%s is %j', (text, value) => {
    expect(coerce(text, {})).toEqual(value);
  });
});
