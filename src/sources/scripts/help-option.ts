// Reads the definition of one option: its type, its bounds, its default.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Finding } from './finding.ts';
import { sizeObjection, typeObjection, type OptionSchema } from './option-schema.ts';

/** Adds a finding about the option at hand; the message completes "option x …". */
export type Say = (severity: Finding['severity'], message: string, mend: string) => void;

const FIELDS = ['description', 'required', 'value_type', 'default_value', 'size'];

export function toOptionSchema(definition: JsonObject, say: Say): OptionSchema {
  checkFields(definition, say);
  const { description, value_type: type, size, required, default_value: byDefault } = definition;
  const schema = toType(type, say);
  if (size !== undefined && size !== null) addSize(schema, size, say);
  if (typeof description === 'string' && description !== '') schema.description = description;
  if (required !== true) addDefault(schema, byDefault, say);
  return schema;
}

function checkFields(definition: JsonObject, say: Say): void {
  for (const field of Object.keys(definition)) {
    if (FIELDS.includes(field)) continue;
    say('warning', `has an unknown field "${field}"`, `Use one of ${FIELDS.join(', ')}`);
  }
  const { description, required } = definition;
  if (description !== undefined && typeof description !== 'string') {
    say('warning', 'has a description that is not a string', 'Write the description as a string');
  }
  if (required !== undefined && required !== null && typeof required !== 'boolean') {
    say('error', 'has a "required" that is neither true nor false', 'Write true or false');
  }
}

/** The value types of the specification, as schemas; an enum is an object and not in the table. */
const VALUE_TYPES: Readonly<Record<string, OptionSchema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  float: { type: 'number' },
  boolean: { type: 'boolean' },
  any: {},
};

function toType(given: JsonValue | undefined, say: Say): OptionSchema {
  if (given === undefined || given === null) {
    say('note', 'has no value_type; any value is accepted', 'Add "value_type", such as "string"');
    return {};
  }
  if (typeof given === 'string' && Object.hasOwn(VALUE_TYPES, given))
    return { ...VALUE_TYPES[given] };
  if (isJsonObject(given) && Array.isArray(given['enum'])) return toEnum(given['enum'], say);
  const known = Object.keys(VALUE_TYPES).map((name) => `"${name}"`);
  const message = `has the unknown value_type ${JSON.stringify(given)}`;
  say('error', message, `Use ${known.join(', ')} or {"enum": ["one", "two"]}`);
  return {};
}

function toEnum(given: readonly JsonValue[], say: Say): OptionSchema {
  const values = given.filter((value) => typeof value === 'string');
  if (values.length === 0 || values.length < given.length) {
    say('error', 'has an enum that is not a list of strings', 'List one string or more');
  }
  return { type: 'string', enum: [...new Set(values)] };
}

function addSize(schema: OptionSchema, given: JsonValue, say: Say): void {
  const { min, max } = isJsonObject(given) ? given : { min: '', max: '' };
  if (!isBound(min) || !isBound(max)) {
    say('error', 'has a size that is not {"min": number, "max": number}', 'Write numbers');
    return;
  }
  if (!Number.isInteger(min ?? 0) || !Number.isInteger(max ?? 0)) {
    say('note', 'has a size with a fraction', 'Use whole numbers for "min" and "max"');
  }
  const isText = schema.type === 'string' && !schema.enum;
  if ((min ?? -Infinity) > (max ?? Infinity) || (isText && (max ?? 0) < 0)) {
    say('warning', 'has a size that no value can meet', 'Let "min" be at most "max"');
  }
  if (isText) {
    // Lengths in a schema are whole and not negative; rounding inwards accepts the same strings.
    if (typeof min === 'number') schema.minLength = Math.max(0, Math.ceil(min));
    if (typeof max === 'number') schema.maxLength = Math.max(0, Math.floor(max));
  } else if (schema.type === 'integer' || schema.type === 'number') {
    if (typeof min === 'number') schema.minimum = min;
    if (typeof max === 'number') schema.maximum = max;
  } else {
    say('warning', 'has a size, which means nothing for its value_type', 'Remove "size"');
  }
}

function isBound(value: JsonValue | undefined): value is number | null | undefined {
  return value === undefined || value === null || typeof value === 'number';
}

function addDefault(schema: OptionSchema, given: JsonValue | undefined, say: Say): void {
  if (given === undefined || given === null) {
    const message = 'is optional without a default_value; it is absent when not given';
    say('note', message, 'Add "default_value", or "required": true');
    return;
  }
  const words = `has the default_value ${JSON.stringify(given)}, but it`;
  const reason = typeObjection(schema, given);
  if (reason !== undefined) {
    say('error', `${words} ${reason}`, 'Let "default_value" and "value_type" agree');
    return;
  }
  const sizeReason = sizeObjection(schema, given);
  if (sizeReason !== undefined) {
    say('warning', `${words} ${sizeReason}`, 'Let "default_value" and "size" agree');
  }
  schema.default = given;
}
