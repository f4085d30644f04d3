// Whatever is accepted at once, Ajv accepts too: tried with schemas and values of every kind.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '../platform/json-schema.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { plainAcceptance } from './plain-acceptance.ts';

const name = fc.constantFrom('a', 'b', 'toString', '__proto__');
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.integer({ min: -3, max: 6 }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array');
const bound = fc.integer({ min: 0, max: 4 });
const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const keyword = fc.oneof(
    fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
    fc.record({ properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }) }),
    fc.record({ required: fc.uniqueArray(name, { maxLength: 2 }) }),
    fc.record({
      properties: fc.dictionary(name, tie('schema')),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ items: tie('schema') }),
    fc.record({ minimum: bound }),
    fc.record({ maximum: bound }),
    fc.record({ minLength: bound }),
    fc.record({ maxLength: bound }),
    fc.record({ minItems: bound }),
    fc.record({ maxItems: bound }),
    fc.record({ exclusiveMinimum: bound, description: fc.string() }),
  );
  return {
    schema: fc
      .array(keyword, { maxLength: 3, depthIdentifier: 'schema' })
      .map((keywords) => Object.assign({}, ...keywords) as object),
  };
});

test('accepts nothing that the compiler refuses', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      schema,
      fc.array(value, { minLength: 5, maxLength: 10 }),
      async (someSchema, values) => {
        const accepts = plainAcceptance(someSchema as JsonValue);
        if (!accepts) return;
        const check = await compileSchema(JSON.parse(JSON.stringify(someSchema)) as JsonObject);
        for (const one of values) {
          const parsed = JSON.parse(JSON.stringify(one)) as JsonValue;
          if (!accepts(parsed)) continue;
          accepted += 1;
          expect(check(parsed)).toBeUndefined();
        }
      },
    ),
    { numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(500);
}, 60000);
