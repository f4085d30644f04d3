// Proves that header values survive their encoding, and that parameters are mirrored where they may be.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import {
  decodeHeaderValue,
  encodeHeaderValue,
  mirroredParameters,
  parameterHeaders,
  sameValue,
  valueAt,
} from './header-values.ts';

/** What Node and every proxy do to a header on its way. */
const onTheWay = (header: string): string => header.replace(/^[\t ]+|[\t ]+$/gu, '');

describe('header values', () => {
  it('come back as they were, whatever they hold', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, (value) => {
        const header = encodeHeaderValue(value);
        expect(header).toMatch(/^[\t\u0020-\u007e]*$/u);
        expect(decodeHeaderValue(onTheWay(header))).toBe(value);
      }),
    );
  });

  it.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ])('writes %j as the specification shows', (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decodeHeaderValue(header)).toBe(value);
  });

  it.each([
    ['no padding', '=?base64?SGVsbG8?='],
    ['a foreign alphabet', '=?base64?SGVs!!!bG8=?='],
    ['a URL alphabet', '=?base64?_-__?='],
    ['characters no header has', 'caf\u00e9'],
    ['a control character', 'a\u0001b'],
  ])('refuse %s', (_, header) => {
    expect(decodeHeaderValue(header)).toBeUndefined();
  });

  it.each(['SGVsbG8=', '=?base64?SGVsbG8=', '=?BASE64?SGVsbG8=?=', ''])(
    'take %j literally',
    (it_) => {
      expect(decodeHeaderValue(it_)).toBe(it_);
    },
  );
});

describe('sameValue', () => {
  it.each<[string, string | number | boolean, boolean]>([
    ['42', 42, true],
    ['42.0', 42, true],
    ['-7', -7, true],
    ['', 0, false],
    ['43', 42, false],
    ['true', true, true],
    ['True', true, false],
    ['42', '42', true],
    ['42.0', '42', false],
  ])('%j and %j', (header, value, expected) => {
    expect(sameValue(header, value)).toBe(expected);
  });

  it('is false for what no header can say', () => {
    expect(sameValue('[object Object]', {})).toBe(false);
    expect(sameValue('1', [1])).toBe(false);
  });
});

const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    plain: { type: 'string' },
    place: {
      type: 'object',
      properties: { level: { type: 'integer', 'x-mcp-header': 'LEVEL' } },
    },
    list: { type: 'array', items: { properties: { x: { 'x-mcp-header': 'Hidden' } } } },
    odd: { 'x-mcp-header': 'no blanks allowed' },
    number: { 'x-mcp-header': 7 },
    empty: { 'x-mcp-header': '' },
    flag: true,
  },
  allOf: [{ properties: { y: { 'x-mcp-header': 'Hidden' } } }],
};

describe('mirrored parameters', () => {
  it('are those a chain of properties leads to', () => {
    expect(mirroredParameters(SCHEMA)).toEqual([
      { header: 'mcp-param-region', path: ['region'] },
      { header: 'mcp-param-level', path: ['place', 'level'] },
    ]);
  });

  it('are none where there are no properties', () => {
    for (const schema of [{}, { properties: null }, { properties: [] }, { properties: 'x' }]) {
      expect(mirroredParameters(schema)).toEqual([]);
    }
  });

  it('are sent where they have a value', () => {
    expect(parameterHeaders(SCHEMA, { region: 'Zürich', place: { level: 3 } })).toEqual({
      'mcp-param-region': '=?base64?WsO8cmljaA==?=',
      'mcp-param-level': '3',
    });
    expect(parameterHeaders(SCHEMA, { region: null, place: 'nowhere' })).toEqual({});
  });
});

describe('valueAt', () => {
  it('is nothing for null and for what is not there', () => {
    expect(valueAt({ a: { b: false } }, ['a', 'b'])).toBe(false);
    expect(valueAt({ a: null }, ['a'])).toBeUndefined();
    expect(valueAt({ a: 1 }, ['a', 'b'])).toBeUndefined();
    expect(valueAt(undefined, ['a'])).toBeUndefined();
  });
});
