// The JSON Schema of a script's options: the only form they are kept in, and the check against it.
import type { JsonValue } from '../../core/json.ts';

/** One option; without a type it takes any value. */
export type OptionSchema = {
  type?: 'string' | 'integer' | 'number' | 'boolean';
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  description?: string;
  default?: JsonValue;
};

export type OptionsSchema = {
  type: 'object';
  properties: { [name: string]: OptionSchema };
  required: string[];
  additionalProperties: false;
};

interface TypeRow {
  /** Completes "must be …". */
  readonly words: string;
  readonly accepts: (value: JsonValue) => boolean;
}

const TYPES: Readonly<Record<NonNullable<OptionSchema['type']>, TypeRow>> = {
  string: { words: 'a string', accepts: (value) => typeof value === 'string' },
  integer: { words: 'a whole number', accepts: Number.isInteger },
  number: { words: 'a number', accepts: Number.isFinite },
  boolean: { words: 'true or false', accepts: (value) => typeof value === 'boolean' },
};

/** Says what is wrong with the kind of a value, or nothing; completes "option x …". */
export function typeObjection(schema: OptionSchema, value: JsonValue): string | undefined {
  const row = schema.type && TYPES[schema.type];
  if (row && !row.accepts(value)) return `must be ${row.words}`;
  if (!schema.enum || schema.enum.some((listed) => listed === value)) return undefined;
  return `must be one of ${schema.enum.map((listed) => JSON.stringify(listed)).join(', ')}`;
}

/** Says what is wrong with the size of a value of the right kind, or nothing. */
export function sizeObjection(schema: OptionSchema, value: JsonValue): string | undefined {
  const { minLength, maxLength, minimum, maximum } = schema;
  if (typeof value === 'number') return outside(value, { min: minimum, max: maximum, unit: '' });
  const isBounded = minLength !== undefined || maxLength !== undefined;
  if (typeof value !== 'string' || !isBounded) return undefined;
  // Characters, as the specification says, not bytes or UTF-16 units.
  return outside(Array.from(value).length, { min: minLength, max: maxLength, unit: ' characters' });
}

interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly unit: string;
}

function outside(quantity: number, { min, max, unit }: Bounds): string | undefined {
  if (min !== undefined && quantity < min) return `must be at least ${min}${unit}`;
  if (max !== undefined && quantity > max) return `must be at most ${max}${unit}`;
  return undefined;
}
