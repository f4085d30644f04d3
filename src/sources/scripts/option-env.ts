// Turns option values into environment variables of their own names.
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { isLongVariable } from '../../platform/is-long-variable.ts';
import { isDangerousName } from './dangerous-names.ts';

export interface OptionEnv {
  readonly env: Readonly<Record<string, string>>;
  /** Options whose values are too long for a variable; they are on stdin all the same. */
  readonly tooLong: readonly string[];
}

export function toOptionEnv(values: JsonObject): OptionEnv {
  const env: [string, string][] = [];
  const tooLong: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (isDangerousName(name)) continue;
    const text = toVariable(value);
    if (isLongVariable(name, text)) tooLong.push(name);
    else env.push([name, text]);
  }
  return { env: Object.fromEntries(env), tooLong };
}

function toVariable(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  // Shells count in digits: no exponent in a whole number, however large.
  if (Number.isInteger(value)) return BigInt(value as number).toString();
  return JSON.stringify(value);
}
