// Turns the options of a script into the JSON Schema of its arguments.
import type { JsonObject } from '../../core/json.ts';
import { VALUE_TYPES, type ScriptOption } from './value-types.ts';

export function toInputSchema(options: readonly ScriptOption[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(options.map((option) => [option.name, toProperty(option)])),
    required: options.filter((option) => option.isRequired).map((option) => option.name),
    additionalProperties: false,
  };
}

function toProperty(option: ScriptOption): JsonObject {
  return {
    ...VALUE_TYPES[option.type].schema,
    ...(option.values && { enum: [...option.values] }),
    ...toBounds(option),
    ...(option.description !== '' && { description: option.description }),
    ...(option.defaultValue !== undefined && { default: option.defaultValue }),
  };
}

function toBounds({ type, size }: ScriptOption): JsonObject {
  const { bounds } = VALUE_TYPES[type];
  if (!size || !bounds) return {};
  const { min, max } = size;
  const [lower, upper] = bounds;
  // Lengths in a schema are whole and not negative; rounding inwards accepts the same strings.
  const isLength = lower === 'minLength';
  return {
    ...(min !== undefined && { [lower]: isLength ? Math.max(0, Math.ceil(min)) : min }),
    ...(max !== undefined && { [upper]: isLength ? Math.max(0, Math.floor(max)) : max }),
  };
}
