// Reads the values of mcpd's flags and environment variables, with the complaints of the original.
import { isIP } from 'node:net';

/** A value that cannot be taken; the message completes `invalid value … for …`. */
export class BadValue extends Error {}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

export function ipAddress(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new BadValue(`Could not parse hostname ${JSON.stringify(text)}: invalid IP address syntax`);
}

export function basePath(text: string): string {
  if (text.startsWith('/') && text.endsWith('/')) return text;
  throw new BadValue(`${JSON.stringify(text)} needs a slash at both ends`);
}

/** A parser of whole numbers up to `max`. */
export function wholeUpTo(max: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/u.test(text)) throw new BadValue('it is not a whole number');
    const value = Number(text);
    if (value > max) throw new BadValue(`${text} is not in 0..=${max}`);
    return value;
  };
}

export function atLeastOne(text: string): number {
  const value = wholeUpTo(Number.MAX_SAFE_INTEGER)(text);
  if (value === 0) throw new BadValue('0 is not in 1..');
  return value;
}

/** An empty secret is nearly always a variable that was not set: better not to start than open. */
export function secret(text: string): string {
  if (text === '') throw new BadValue('it is empty');
  return text;
}

/** What no `Authorization` header can carry would let nobody in. */
export function bearerSecret(text: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/u.test(secret(text))) return text;
  throw new BadValue('a token has ASCII characters only, and no blank at its ends');
}

/** `/` keeps the names as they are, for strict clients too. */
export function nameSeparator(text: string): string {
  if (/^(?:\/|[A-Za-z0-9_-]{1,8})$/u.test(text)) return text;
  throw new BadValue('use `/`, or one to eight of A-Z, a-z, 0-9, `_` and `-`');
}

export function keyValue(text: string): KeyValue {
  const at = text.indexOf('=');
  if (at < 1) throw new BadValue(`Invalid KEY=VALUE format: ${text}`);
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}

/** JSON scalars become their text; what is not JSON, or not a scalar, is taken as it stands. */
export function scriptConfig(text: string): KeyValue {
  const { key, value } = keyValue(text);
  if (key.includes('\0') || value.includes('\0')) throw new BadValue('it holds a NUL character');
  return { key, value: toVariable(value) };
}

function toVariable(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (value === null) return '';
  if (typeof value === 'string') return value;
  // Whole numbers keep their digits, also beyond what a double can hold.
  const isWhole = /^\s*-?\d+\s*$/u.test(text);
  return typeof value === 'number' && !isWhole ? String(value) : text.trim();
}
