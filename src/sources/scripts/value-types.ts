// The value types of the specification in one table: their schema, what they accept, what size means.
import type { JsonObject, JsonValue } from '../../core/json.ts';

export type ValueTypeName = 'string' | 'integer' | 'float' | 'boolean' | 'any' | 'enum';

/** Bounds of an option; which quantity they bound depends on its type. */
export interface Size {
  readonly min?: number;
  readonly max?: number;
}

export interface ScriptOption {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly type: ValueTypeName;
  /** The listed values of an `enum`. */
  readonly values?: readonly string[];
  /** Of optional ones only: the specification ignores the default of a required one. */
  readonly defaultValue?: JsonValue;
  readonly size?: Size;
}

interface ValueTypeRow {
  readonly schema: JsonObject;
  /** Completes "must be …". */
  readonly words: string;
  readonly accepts: (value: JsonValue) => boolean;
  /** Which schema keywords `size` becomes; absent means that it has no meaning. */
  readonly bounds?: readonly ['minLength', 'maxLength'] | readonly ['minimum', 'maximum'];
}

const NUMBERS = ['minimum', 'maximum'] as const;

export const VALUE_TYPES: Readonly<Record<ValueTypeName, ValueTypeRow>> = {
  string: {
    schema: { type: 'string' },
    words: 'a string',
    accepts: (value) => typeof value === 'string',
    bounds: ['minLength', 'maxLength'],
  },
  integer: {
    schema: { type: 'integer' },
    words: 'a whole number',
    accepts: Number.isInteger,
    bounds: NUMBERS,
  },
  float: {
    schema: { type: 'number' },
    words: 'a number',
    accepts: Number.isFinite,
    bounds: NUMBERS,
  },
  boolean: {
    schema: { type: 'boolean' },
    words: 'true or false',
    accepts: (value) => typeof value === 'boolean',
  },
  enum: {
    schema: { type: 'string' },
    words: 'a string',
    accepts: (value) => typeof value === 'string',
  },
  any: { schema: {}, words: 'any value', accepts: () => true },
};

/** Says what is wrong with a value for an option, or nothing; completes "option x …". */
export function objection(option: ScriptOption, value: JsonValue): string | undefined {
  const { words, accepts } = VALUE_TYPES[option.type];
  if (option.values && !option.values.some((listed) => listed === value)) {
    return `must be one of ${option.values.map((listed) => JSON.stringify(listed)).join(', ')}`;
  }
  return accepts(value) ? sizeObjection(option, value) : `must be ${words}`;
}

function sizeObjection({ type, size }: ScriptOption, value: JsonValue): string | undefined {
  if (!size || !VALUE_TYPES[type].bounds) return undefined;
  const isText = typeof value === 'string';
  // Characters, as the specification says, not bytes or UTF-16 units.
  const quantity = isText ? [...value].length : Number(value);
  const unit = isText ? ' characters' : '';
  if (size.min !== undefined && quantity < size.min) return `must be at least ${size.min}${unit}`;
  if (size.max !== undefined && quantity > size.max) return `must be at most ${size.max}${unit}`;
  return undefined;
}
