// Tools as signatures, by the rule of the specification.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { renderSignature, renderType } from './render-signature.ts';

function signature(inputSchema: JsonObject, isComplete = false) {
  return renderSignature({ name: 't', inputSchema }, isComplete);
}

function schema(required: readonly string[], optional: readonly string[] = []): JsonObject {
  const names = [...optional, ...required];
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return { type: 'object', properties, required: [...required] };
}

test('[mcplug:list:fewer-than-five] four required parameters show optional ones, five hide them', () => {
  expect(signature(schema(['a', 'b', 'c', 'd'], ['x']))).toEqual({
    text: 't(x?: string, a: string, b: string, c: string, d: string)',
    hidden: [],
  });
  expect(signature(schema(['a', 'b', 'c', 'd', 'e'], ['x', 'y']))).toEqual({
    text: 't(a: string, b: string, c: string, d: string, e: string)',
    hidden: ['x', 'y'],
  });
  expect(signature(schema(['a', 'b', 'c', 'd', 'e'], ['x']), true).hidden).toEqual([]);
});

test('no properties is no parameter', () => {
  expect(signature({ type: 'object' }).text).toBe('t()');
});

test.each<readonly [JsonObject, string]>([
  [{ type: 'integer' }, 'integer'],
  [{}, 'any'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ enum: ['a', 1] }, '"a" | 1'],
  [{ const: 'x' }, '"x"'],
  [{ type: 'array', items: { type: 'number' } }, 'number[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: 'array' }, 'any[]'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'string', enum: Array.from({ length: 40 }, (_, at) => `value${at}`) }, 'string'],
])('%j is %s', (row, expected) => {
  expect(renderType(row)).toBe(expected);
});

test('references are followed', () => {
  const inputSchema = {
    type: 'object',
    properties: { at: { $ref: '#/$defs/Place' } },
    $defs: { Place: { enum: ['here', 'there'] } },
  };
  expect(signature(inputSchema).text).toBe('t(at?: "here" | "there")');
});
