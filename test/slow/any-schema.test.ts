// Whatever a schema says, its types compile: catalogs of random schemas through the strict compiler.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalog, Provenance } from '../../src/codegen/catalog.ts';
import { emitTs } from '../../src/codegen/typescript/emit-ts.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { stage } from '../codegen/stage.ts';

const TOOLS = 400;

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'aB', 'a_b', 'type', 'new', '__proto__', '2fa', 'a/b', '', 'é', '🎉'),
  fc.string({ maxLength: 6 }),
);
const REFS = ['#', '#/$defs/A', '#/$defs/B', '#/definitions/C', '#/nowhere', 'other.json#/x'];
const literal = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  literal,
  fc.array(literal, { maxLength: 3 }),
  fc.dictionary(name, literal, { maxKeys: 3 }),
);

const { schema } = fc.letrec<{ schema: JsonObject | boolean; object: JsonObject }>((tie) => {
  const some = tie('schema') as fc.Arbitrary<JsonValue>;
  const list = fc.array(some, { minLength: 1, maxLength: 3 });
  const words: Record<string, fc.Arbitrary<JsonValue>> = {
    type: fc.oneof(
      fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object', 'odd'),
      fc.constantFrom<JsonValue>(['string', 'null'], ['object', 'array'], ['number', 'boolean']),
    ),
    $ref: fc.constantFrom(...REFS),
    enum: fc.array(value, { minLength: 1, maxLength: 4 }),
    const: value,
    properties: fc.dictionary(name, some, { maxKeys: 4 }),
    required: fc.array(name, { maxLength: 3 }),
    additionalProperties: some,
    patternProperties: fc.dictionary(fc.constantFrom('^x', '.*'), some, { maxKeys: 2 }),
    items: fc.oneof(some, list),
    prefixItems: list,
    additionalItems: some,
    minItems: fc.nat({ max: 3 }),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: some,
    nullable: fc.boolean(),
    description: fc.string({ maxLength: 12 }),
    default: value,
    format: fc.constantFrom('date-time', '*/'),
    $defs: fc.dictionary(fc.constantFrom('A', 'B'), some, { maxKeys: 2 }),
    definitions: fc.dictionary(fc.constantFrom('C'), some, { maxKeys: 1 }),
  };
  return {
    schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.boolean(), tie('object')),
    // All words at once never happen; a few of them are what servers write.
    object: fc
      .subarray(Object.keys(words), { minLength: 1, maxLength: 4 })
      .chain((keys) =>
        fc.record(Object.fromEntries(keys.map((key) => [key, words[key] ?? literal]))),
      ),
  };
});

const PROVENANCE: Provenance = {
  format: 1,
  kind: 'client-ts',
  version: '1.0.0',
  server: 'any',
  source: 'any',
  origin: { kind: 'configured', server: 'any' },
  options: {},
  tools: [],
};

test('[codegen:emit-ts:types] any schema becomes types that compile', async () => {
  const { write, compile } = await stage();
  const objects = schema.filter((one) => typeof one === 'object');
  const schemas = fc.sample(fc.tuple(name, objects, objects), TOOLS);
  const catalog: Catalog = {
    server: 'any',
    connection: { kind: 'http', url: 'https://example.com/mcp', headers: {} },
    tools: schemas.map(([toolName, inputSchema, outputSchema], at) => ({
      name: `${toolName}${at}`,
      inputSchema,
      outputSchema,
    })),
  };
  await write('any.ts', emitTs(catalog, { name: 'any', provenance: PROVENANCE, mode: 'client' }));
  expect(await compile(['any.ts'])).toBe('');
});
