// Turns the arguments of a call into the values of a script's options: checked, defaults filled in.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { sizeObjection, typeObjection, type OptionsSchema } from './option-schema.ts';

/**
 * Only declared options come out, in the order of `--help`. The check repeats what a client's or a
 * wrapper's validator did, because scripts trust the types (`$((a + b))` runs what a string holds)
 * and not every caller of a source comes through one.
 */
export function toOptionValues(
  { properties, required }: OptionsSchema,
  args: JsonObject,
): JsonObject {
  const reasons = Object.keys(args)
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `Unknown argument: ${name}`);
  const values: [string, JsonValue][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const given = Object.hasOwn(args, name) ? args[name] : undefined;
    if (given !== undefined) {
      values.push([name, given]);
      const reason =
        nulObjection(given) ?? typeObjection(schema, given) ?? sizeObjection(schema, given);
      if (reason !== undefined) reasons.push(`Argument ${name} ${reason}`);
    } else if (required.includes(name)) {
      reasons.push(`Missing required argument: ${name}`);
    } else if (schema.default !== undefined) {
      values.push([name, schema.default]);
    }
  }
  if (reasons.length > 0) {
    throw new PlugboardError('invalid_arguments', { reason: reasons.join('; ') });
  }
  return Object.fromEntries(values);
}

/** No variable can hold one. */
function nulObjection(given: JsonValue): string | undefined {
  const hasNul = typeof given === 'string' && given.includes('\0');
  return hasNul ? 'must not contain a NUL character' : undefined;
}
