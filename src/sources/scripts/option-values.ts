// Turns the arguments of a call into the values of a script's options: checked, defaults filled in.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { objection, type ScriptOption } from './value-types.ts';

/**
 * Only declared options come out, in the order of `--help`. The check repeats what the schema says,
 * because scripts trust the types (`$((a + b))` runs what a string holds) and not every caller of a
 * source comes through the schema.
 */
export function toOptionValues(options: readonly ScriptOption[], args: JsonObject): JsonObject {
  const values: [string, JsonValue][] = [];
  const reasons = undeclared(options, args).map((name) => `Unknown argument: ${name}`);
  for (const option of options) {
    const given = Object.hasOwn(args, option.name) ? args[option.name] : undefined;
    const value = given ?? (given === null ? null : option.defaultValue);
    if (value !== undefined) values.push([option.name, value]);
    const reason = whatIsWrong(option, given);
    if (reason !== undefined) reasons.push(reason);
  }
  if (reasons.length > 0) {
    throw new PlugboardError('invalid_arguments', { reason: reasons.join('; ') });
  }
  return Object.fromEntries(values);
}

function undeclared(options: readonly ScriptOption[], args: JsonObject): string[] {
  return Object.keys(args).filter((name) => !options.some((option) => option.name === name));
}

function whatIsWrong(option: ScriptOption, given: JsonValue | undefined): string | undefined {
  if (given === undefined) {
    return option.isRequired ? `Missing required argument: ${option.name}` : undefined;
  }
  if (typeof given === 'string' && given.includes('\0')) {
    return `Argument ${option.name} must not contain a NUL character`;
  }
  const reason = objection(option, given);
  return reason === undefined ? undefined : `Argument ${option.name} ${reason}`;
}
