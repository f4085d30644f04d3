// Turns option values into environment variables of their own names.
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { isDangerousName } from './dangerous-names.ts';

/** Linux refuses to start a program with a longer `name=value`; it is on stdin all the same. */
const MAX_VARIABLE_BYTES = 131_071;

export interface OptionEnv {
  readonly env: Readonly<Record<string, string>>;
  /** Options whose values are too long for a variable. */
  readonly tooLong: readonly string[];
}

export function toOptionEnv(values: JsonObject): OptionEnv {
  const env: [string, string][] = [];
  const tooLong: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (isDangerousName(name)) continue;
    const text = toVariable(value);
    if (isTooLong(name, text)) tooLong.push(name);
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

function isTooLong(name: string, text: string): boolean {
  // No character takes more than three bytes for each UTF-16 unit, so most values need no counting.
  if ((name.length + text.length) * 3 < MAX_VARIABLE_BYTES) return false;
  return Buffer.byteLength(name) + 1 + Buffer.byteLength(text) >= MAX_VARIABLE_BYTES;
}
