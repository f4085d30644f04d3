// Sees at once that a value fits a plain JSON Schema; whatever it is not sure of is left to the compiler.
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** True means that the schema accepts the value; false means nothing. */
export type Acceptance = (value: JsonValue) => boolean;

const TYPES: Readonly<Record<string, Acceptance>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  object: isJsonObject,
  array: Array.isArray,
};

/** Keywords that only describe. */
const SILENT = new Set(['$schema', '$comment', 'title', 'description', 'default', 'examples']);

/** Each says what its keyword accepts, or nothing where the keyword is used in a way we do not know. */
const KEYWORDS: Readonly<
  Record<string, (given: JsonValue, schema: JsonObject) => Acceptance | undefined>
> = {
  type: (given) => {
    const names = Array.isArray(given) ? given : [given];
    const types = names.map((name) => typeof name === 'string' && own(TYPES, name));
    return (value) => types.some((accepts) => accepts && accepts(value));
  },
  enum: (given) => (value) => Array.isArray(given) && given.includes(value),
  properties: (given) => {
    // Ajv passes over this name; so that both agree, it is left to Ajv.
    if (!isJsonObject(given) || Object.hasOwn(given, '__proto__')) return undefined;
    const rows = Object.entries(given).map(([name, schema]) => ({
      name,
      accepts: plainAcceptance(schema),
    }));
    if (rows.some(({ accepts }) => !accepts)) return undefined;
    return ifObject((value) =>
      rows.every(({ name, accepts }) => {
        const member = own(value, name);
        return member === undefined || accepts?.(member);
      }),
    );
  },
  required: (given) =>
    ifObject(
      (value) =>
        Array.isArray(given) &&
        given.every((name) => typeof name === 'string' && Object.hasOwn(value, name)),
    ),
  additionalProperties: (given, { properties }) => {
    if (given === true) return () => true;
    if (given !== false || !isJsonObject(properties)) return undefined;
    return ifObject((value) => Object.keys(value).every((name) => Object.hasOwn(properties, name)));
  },
  items: (given) => {
    const accepts = plainAcceptance(given);
    return accepts && ((value) => !Array.isArray(value) || value.every(accepts));
  },
  minimum: (given) => (value) => typeof value !== 'number' || value >= Number(given),
  maximum: (given) => (value) => typeof value !== 'number' || value <= Number(given),
  // A character is one or two units long, so that these are sure without counting characters.
  minLength: (given) => (value) => typeof value !== 'string' || value.length >= 2 * Number(given),
  maxLength: (given) => (value) => typeof value !== 'string' || value.length <= Number(given),
  minItems: (given) => (value) => !Array.isArray(value) || value.length >= Number(given),
  maxItems: (given) => (value) => !Array.isArray(value) || value.length <= Number(given),
};

/** `undefined` where the schema has a keyword that is not plain. */
export function plainAcceptance(schema: JsonValue): Acceptance | undefined {
  if (!isJsonObject(schema)) return undefined;
  const tests: Acceptance[] = [];
  for (const [keyword, given] of Object.entries(schema)) {
    if (SILENT.has(keyword)) continue;
    const test = own(KEYWORDS, keyword)?.(given, schema);
    if (!test) return undefined;
    tests.push(test);
  }
  return (value) => tests.every((accepts) => accepts(value));
}

function ifObject(accepts: (value: JsonObject) => boolean): Acceptance {
  return (value) => !isJsonObject(value) || accepts(value);
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
