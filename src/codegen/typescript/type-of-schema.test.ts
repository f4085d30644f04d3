// JSON Schemas of every draft as TypeScript types.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { openNameScope } from '../names.ts';
import { printDeclaration } from './print-type.ts';
import { declareSchema } from './type-of-schema.ts';

function typed(schema: JsonObject): string {
  return declareSchema(schema, 'It', openNameScope()).map(printDeclaration).join('\n');
}

/** The type of one property. */
function typeOf(schema: JsonObject | boolean): string {
  const text = typed({ properties: { p: schema } });
  return text.replace(/^export interface It \{\n {2}p\?: /u, '').replace(/;\n\}\n$/u, '');
}

describe('[codegen:emit-ts:types] one schema, one type', () => {
  test.each<[JsonObject | boolean, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ enum: ['a', 1, null, true] }, "'a' | 1 | null | true"],
    [{ const: "it's" }, `"it's"`],
    [{ const: [1, 'x'] }, "[1, 'x']"],
    [{ const: {} }, '{ [key: string]: never }'],
    [true, 'unknown'],
    [false, 'never'],
    [{}, 'unknown'],
    [{ type: 'array' }, 'unknown[]'],
    [{ items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false }, '[string]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }] }, '[string, ...unknown[]]'],
    [
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      '[string, ...number[]]',
    ],
    [
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        minItems: 1,
        items: false,
      },
      '[string, number?]',
    ],
    [{ type: 'object' }, '{ [key: string]: unknown }'],
    [{ additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
    [{ type: 'object', additionalProperties: false }, '{ [key: string]: never }'],
    [{ patternProperties: { '^x-': { type: 'string' } } }, '{ [key: string]: unknown }'],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string | number'],
    [{ oneOf: [{ const: 'x' }, { const: 'y' }] }, "'x' | 'y'"],
    [{ oneOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ type: 'string', not: { const: 'x' } }, 'string'],
    [{ $ref: 'https://example.com/other.json' }, 'unknown'],
    [{ $ref: '#/$defs/nowhere' }, 'unknown'],
  ])('%j is %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });
});

test('objects are members in order, required or not, with what they say', () => {
  const schema = {
    type: 'object',
    properties: {
      'x-y': { type: 'string', description: 'First.\nSecond. */', format: 'email' },
      n: { type: 'number', default: 3, deprecated: true },
    },
    required: ['x-y', 'other'],
    additionalProperties: { type: 'boolean' },
  };
  expect(typed(schema)).toBe(`export interface It {
  /**
   * First.
   * Second. *\\/
   * Format: email
   */
  'x-y': string;
  /**
   * @defaultValue 3
   * @deprecated
   */
  n?: number;
  other: unknown;
  [key: string]: unknown;
}
`);
});

test('allOf is an intersection, and so is what stands beside anyOf', () => {
  const left = { type: 'object', properties: { l: { type: 'string' } }, required: ['l'] };
  const text = typed({ allOf: [left, { required: ['r'] }] });
  expect(text.replaceAll(/\s+/gu, ' ')).toBe('export type It = { l: string; } & { r: unknown; }; ');
});

test('definitions are declared once, also where they need themselves', () => {
  const node = {
    type: 'object',
    properties: { next: { $ref: '#/$defs/Node' }, root: { $ref: '#' } },
  };
  expect(typed({ properties: { a: { $ref: '#/$defs/Node' } }, $defs: { Node: node } })).toBe(
    `export interface It {
  a?: ItNode;
}

export interface ItNode {
  next?: ItNode;
  root?: It;
}
`,
  );
});

test.each([
  [{ $ref: '#/$defs/A' }],
  [{ anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }] }],
  [{ allOf: [{ $ref: '#/$defs/A' }, { type: 'object' }] }],
])('a ring of nothing but references ends in what is known: %j', (a) => {
  const b = { anyOf: [{ $ref: '#/$defs/A' }, { type: 'string' }] };
  const text = typed({ properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: a, B: b } });
  expect(text).toContain('a?: ItA;');
  expect(text).not.toMatch(/type ItA =[^;]*\bItA\b/u);
});

test('a schema without end gives a type with one', () => {
  let schema: JsonObject = { type: 'string' };
  for (let depth = 0; depth < 5_000; depth += 1) schema = { type: 'array', items: schema };
  expect(typeOf(schema)).toMatch(/^unknown(?:\[\])+$/u);
});
