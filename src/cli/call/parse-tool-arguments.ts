// Reads the arguments of a tool from the words of a command line, typed by the tool's input schema.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { coerce, typesOf } from './coerce.ts';

/** One argument as it was written; `text` is absent for a flag without a value. */
interface Written {
  readonly name: string;
  readonly text: string | undefined;
}

const PAIR = /^([A-Za-z_][\w.-]*)([:=])(.*)$/su;
const FLAG = /^--([^=]+)(?:=(.*))?$/su;

/** `name:Ann`, `name=Ann`, `--name Ann` and `--name=Ann` all give `{ "name": "Ann" }`. */
export function parseToolArguments(words: readonly string[], schema: JsonObject): JsonObject {
  const properties = propertiesOf(schema);
  const byName = new Map<string, (string | undefined)[]>();
  for (const { name, text } of readWords(words, properties)) {
    byName.set(name, [...(byName.get(name) ?? []), text]);
  }
  return Object.fromEntries(
    [...byName].map(([name, texts]) => [name, toValue(name, texts, properties.get(name) ?? {})]),
  );
}

type Properties = ReadonlyMap<string, JsonObject>;

/** What the schema says of each argument; a property declared as `true` may be anything. */
export function propertiesOf(schema: JsonObject): Properties {
  const { properties } = schema;
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).map(([name, row]) => [name, isJsonObject(row) ? row : {}]),
  );
}

function* readWords(words: readonly string[], properties: Properties): Generator<Written> {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, flag, inline] = FLAG.exec(word) ?? [];
    if (flag === undefined) {
      yield readPair(word);
      continue;
    }
    const name = toPropertyName(flag, properties);
    const takesNext = inline === undefined && isValueFor(properties.get(name) ?? {}, words[at + 1]);
    if (takesNext) at += 1;
    yield { name, text: takesNext ? words[at] : inline };
  }
}

function readPair(word: string): Written {
  const [, name, separator, text] = PAIR.exec(word) ?? [];
  if (name === undefined || text === undefined) {
    throw unreadable(`'${word}' is none of name:value, name=value and --name value`);
  }
  return { name, text: separator === ':' ? text.trimStart() : text };
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

function toValue(
  name: string,
  texts: readonly (string | undefined)[],
  schema: JsonObject,
): JsonValue {
  if (texts.length === 1) return toOneValue(name, texts[0], schema);
  if (!typesOf(schema)?.has('array')) throw unreadable(`${name} is given twice`);
  return texts.map((text) => toOneValue(name, text, itemsOf(schema)));
}

function toOneValue(name: string, text: string | undefined, schema: JsonObject): JsonValue {
  const types = typesOf(schema);
  if (text === undefined) {
    if (types === undefined || types.has('boolean')) return true;
    throw unreadable(`--${name} needs a value`);
  }
  const value = coerce(text, schema);
  if (value !== undefined) return value;
  const item = types?.has('array') ? coerce(text, itemsOf(schema)) : undefined;
  if (item !== undefined) return [item];
  throw unreadable(`${name}: expected ${[...(types ?? [])].join(' or ')}, got '${text}'`);
}

function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? items : {};
}

function unreadable(reason: string): PlugboardError {
  return new PlugboardError('parse_error', { what: 'arguments', reason });
}
