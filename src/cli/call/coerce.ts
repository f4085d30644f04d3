// Turns the text of one argument into the JSON value its schema asks for.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { asText } from '../as-text.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;
const QUOTED = /^(["'])(.*)\1$/su;

/** The value the schema allows for this text, or `undefined` where it allows none. */
export function coerce(text: string, schema: JsonObject): JsonValue | undefined {
  const listed = listedValues(schema)?.find((value) => asText(value) === text);
  if (listed !== undefined) return listed;
  const types = typesOf(schema);
  if (types === undefined) return guess(text);
  if (types.has('null') && text === 'null') return null;
  if (types.has('boolean')) {
    const value = toBoolean(text);
    if (value !== undefined) return value;
  }
  const structured = toStructure(text);
  if (Array.isArray(structured) && types.has('array')) return structured;
  if (isJsonObject(structured) && types.has('object')) return structured;
  // Text comes before numbers: `007` for a string or number is what was typed.
  if (types.has('string')) return text;
  return toNumber(text, types);
}

/** The JSON Schema types a value may have; `undefined` where the schema does not say. */
export function typesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const { type } = schema;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.filter((one) => typeof one === 'string'));
  const listed = listedValues(schema);
  if (listed) return new Set(listed.map(typeOf));
  const branches = [schema['anyOf'], schema['oneOf']].find((list) => Array.isArray(list));
  if (!branches) return undefined;
  const union = new Set<string>();
  for (const branch of branches) {
    const types = isJsonObject(branch) ? typesOf(branch) : undefined;
    if (!types) return undefined;
    for (const one of types) union.add(one);
  }
  return union;
}

/** What a value looks like when no schema says what it is. */
function guess(text: string): JsonValue {
  const quoted = QUOTED.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  if (text === 'null') return null;
  return toBoolean(text) ?? toNumber(text, new Set(['number'])) ?? toStructure(text) ?? text;
}

function listedValues(schema: JsonObject): readonly JsonValue[] | undefined {
  const { enum: values, const: only } = schema;
  if (Array.isArray(values)) return values;
  return only === undefined ? undefined : [only];
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function toBoolean(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : undefined;
}

/** Whole numbers that a double cannot hold are refused rather than changed. */
function toNumber(text: string, types: ReadonlySet<string>): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return undefined;
  const isWhole = Number.isInteger(value);
  if (isWhole && !Number.isSafeInteger(value) && /^[+-]?\d+$/u.test(text)) return undefined;
  return types.has('number') || (types.has('integer') && isWhole) ? value : undefined;
}

function toStructure(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
