// Writes strings, keys and data as TypeScript, the way a formatter would.
import { isJsonObject, type JsonValue } from '../../core/json.ts';

export const LINE_WIDTH = 100;

/** A string literal: single quotes, unless double ones need fewer escapes. */
export function toStringLiteral(text: string): string {
  const json = JSON.stringify(text).replaceAll(/[\u007F-\u009F\u2028\u2029\uFEFF]/gu, toEscape);
  const count = (quote: string) => text.split(quote).length - 1;
  if (count("'") > count('"')) return json;
  const body = json.slice(1, -1).replaceAll(/\\.|'/gsu, (part) => {
    if (part === "'") return String.raw`\'`;
    return part === String.raw`\"` ? '"' : part;
  });
  return `'${body}'`;
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The name of a property, quoted where it has to be. */
export function toKey(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : toStringLiteral(name);
}

/** Data as an expression that starts at `column` of a line indented by `indent`. */
export function toDataLiteral(value: JsonValue, indent: string, column: number): string {
  const flat = toFlatLiteral(value);
  if (typeof value !== 'object' || value === null) return flat;
  if (column + flat.length < LINE_WIDTH && !wantsLines(value)) return flat;
  const inner = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item) => `${inner}${toDataLiteral(item, inner, inner.length)},\n`)
    : Object.entries(value).map((entry) => `${toMember(entry, inner)},\n`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${rows.join('')}${indent}${close}`;
}

/** Behind a key as short as this, a line of its own would gain nothing. */
const SHORT_KEY = 4;

function toMember([name, value]: readonly [string, JsonValue], indent: string): string {
  const key = toLiteralKey(name);
  const start = `${indent}${key}:`;
  const text = toDataLiteral(value, indent, start.length + 1);
  const isTooLong = start.length + text.length + 2 > LINE_WIDTH && key.length > SHORT_KEY;
  return typeof value === 'string' && isTooLong
    ? `${start}\n${indent}  ${text}`
    : `${start} ${text}`;
}

/** Lists of several objects or lists are read line by line, wherever they stand. */
function wantsLines(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isTable = Array.isArray(value) && value.length > 1 && isAlike(value);
  return isTable || Object.values(value).some(wantsLines);
}

function isAlike(rows: readonly JsonValue[]): boolean {
  const areObjects = rows.every((row) => isJsonObject(row) && Object.keys(row).length > 1);
  return areObjects || rows.every((row) => Array.isArray(row) && row.length > 1);
}

function toFlatLiteral(value: JsonValue): string {
  if (typeof value === 'string') return toStringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(toFlatLiteral).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const rows = Object.entries(value).map(
    ([name, item]) => `${toLiteralKey(name)}: ${toFlatLiteral(item)}`,
  );
  return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`;
}

/** In an object literal a plain `__proto__` would set the prototype. */
function toLiteralKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : toKey(name);
}
