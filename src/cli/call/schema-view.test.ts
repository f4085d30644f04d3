// Schemas with references, as callers see them.
import { expect, test } from 'vitest';
import { withoutReferences } from './schema-view.ts';

test('references inside the schema are replaced, what stands beside them stays', () => {
  const schema = {
    type: 'object',
    properties: {
      color: { $ref: '#/$defs/Color', description: 'Which' },
      list: { type: 'array', items: { $ref: '#/definitions/a~1b' } },
      one: { allOf: [{ $ref: '#/$defs/Color' }], title: 'One' },
    },
    $defs: { Color: { type: 'string', enum: ['red'] } },
    definitions: { 'a/b': { type: 'integer' } },
  };
  expect(withoutReferences(schema)).toEqual({
    type: 'object',
    properties: {
      color: { type: 'string', enum: ['red'], description: 'Which' },
      list: { type: 'array', items: { type: 'integer' } },
      one: { type: 'string', enum: ['red'], title: 'One' },
    },
  });
});

test('a ring of references ends, and strange ones stay', () => {
  const ring = { type: 'object', properties: { next: { $ref: '#' } } };
  expect(JSON.stringify(withoutReferences(ring)).length).toBeLessThan(2_000);
  const far = { type: 'object', properties: { x: { $ref: 'https://x/schema' } } };
  expect(withoutReferences(far)).toEqual(far);
  const odd = { type: 'object', properties: { x: { $ref: '#/$defs/50%' } } };
  expect(withoutReferences(odd)).toEqual(odd);
});

test('a schema without references is the same object', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  expect(withoutReferences(schema)).toBe(schema);
});
