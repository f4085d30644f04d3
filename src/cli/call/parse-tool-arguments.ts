// Reads the arguments of a tool from the words of a command line, typed by the tool's input schema.
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { unreadable } from '../unreadable.ts';
import { coerce, typesOf } from './coerce.ts';
import { memberOf, propertiesOf, type Properties } from './schema-view.ts';
import { typeValues, type WrittenValue } from './type-value.ts';

/** One argument as it was written. */
interface Written {
  readonly name: string;
  /** Absent for a flag without a value. */
  readonly value: WrittenValue | { readonly kind: 'file'; readonly path: string } | undefined;
}

export interface ParseOptions {
  /** The text of a file, for `name=@file`. */
  readonly readFile: (path: string) => Promise<string>;
}

const PAIR = /^([A-Za-z_][\w.-]*)(:=|[:=])(.*)$/su;
const FLAG = /^--([^=]+)(?:=(.*))?$/su;
const ADDRESS = /^[A-Za-z][\w+.-]*:\/\//u;
const QUOTED = /^\s+(["'])(.*)\1$/su;

/** `name:Ann`, `name=Ann`, `--name Ann` and `--name=Ann` all give `{ "name": "Ann" }`. */
export async function parseToolArguments(
  words: readonly string[],
  schema: JsonObject,
  { readFile }: ParseOptions,
): Promise<JsonObject> {
  const properties = propertiesOf(schema);
  const byName = new Map<string, (WrittenValue | undefined)[]>();
  for (const { name, value } of readWords(words, properties)) {
    const read = value?.kind === 'file' ? await fromFile(value.path, readFile) : value;
    byName.set(name, [...(byName.get(name) ?? []), read]);
  }
  return Object.fromEntries(
    [...byName].map(([name, values]) => [name, typeValues(name, values, memberOf(schema, name))]),
  );
}

async function fromFile(path: string, readFile: ParseOptions['readFile']): Promise<WrittenValue> {
  return { kind: 'text', text: await readFile(path), isQuoted: true };
}

function* readWords(words: readonly string[], properties: Properties): Generator<Written> {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const [, flag, inline] = FLAG.exec(word) ?? [];
    if (flag === undefined) {
      const takesNext = /^[A-Za-z_][\w.-]*:$/u.test(word) && next !== undefined && isPlain(next);
      if (takesNext) at += 1;
      yield readPair(takesNext ? `${word} ${next}` : word);
      continue;
    }
    const name = toPropertyName(flag, properties);
    const takesNext = inline === undefined && isValueFor(properties.get(name) ?? {}, next);
    if (takesNext) at += 1;
    const text = takesNext ? next : inline;
    yield { name, value: text === undefined ? undefined : { kind: 'text', text, isQuoted: false } };
  }
}

/** Neither a pair nor a flag: after `name:` it is the value. */
function isPlain(word: string): boolean {
  return !word.startsWith('--') && (!PAIR.test(word) || ADDRESS.test(word));
}

function readPair(word: string): Written {
  const [, name, separator, text] = ADDRESS.test(word) ? [] : (PAIR.exec(word) ?? []);
  if (name === undefined || text === undefined) {
    throw unreadable(`'${word}' is none of name:value, name=value and --name value`, {
      hint: 'Values without a name go into parentheses, as in `\'server.tool("value")\'`',
    });
  }
  if (separator === ':=') return { name, value: fromJson(name, text) };
  if (separator === '=' && text.startsWith('@') && text.length > 1) {
    const path = text.slice(1);
    // `@@` is a text that begins with an at sign.
    if (path.startsWith('@')) return { name, value: { kind: 'text', text: path, isQuoted: false } };
    return { name, value: { kind: 'file', path } };
  }
  // `name: "value"` is how it stands in a call expression.
  const quoted = separator === ':' ? QUOTED.exec(text)?.[2] : undefined;
  if (quoted !== undefined) return { name, value: { kind: 'text', text: quoted, isQuoted: true } };
  const trimmed = separator === ':' ? text.trimStart() : text;
  return { name, value: { kind: 'text', text: trimmed, isQuoted: false } };
}

function fromJson(name: string, text: string): WrittenValue {
  try {
    return { kind: 'json', value: JSON.parse(text) as JsonValue };
  } catch (cause) {
    throw unreadable(`${name}:= is not followed by JSON: ${(cause as Error).message}`);
  }
}

/** A flag that only switches something on leaves the next word alone. */
function isValueFor(schema: JsonObject, next: string | undefined): boolean {
  if (next === undefined || next.startsWith('--')) return false;
  const types = typesOf(schema);
  return !(types?.size === 1 && types.has('boolean')) || typeof coerce(next, schema) === 'boolean';
}

/** `--dry-run` means `dry_run` or `dryRun` where the tool has that. */
function toPropertyName(flag: string, properties: Properties): string {
  if (properties.has(flag)) return flag;
  const alike = [...properties.keys()].filter((name) => plainName(name) === plainName(flag));
  return alike.length === 1 ? (alike[0] ?? flag) : flag;
}

function plainName(name: string): string {
  return name.replaceAll(/[-_]/gu, '').toLowerCase();
}
