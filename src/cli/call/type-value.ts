// Gives a written value the type its schema asks for.
import type { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { unreadable } from '../unreadable.ts';
import { coerce, typesOf } from './coerce.ts';
import { itemsOf, memberOf } from './schema-view.ts';

/** A value as it was written: a text, with or without quotes, or a structure of such. */
export type WrittenValue =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'json'; readonly value: JsonValue }
  | { readonly kind: 'list'; readonly items: readonly WrittenValue[] }
  | { readonly kind: 'object'; readonly members: readonly NamedValue[] };

export interface NamedValue {
  readonly name: string;
  readonly value: WrittenValue;
}

/** `name` says in errors which argument it is. */
export function typeValue(name: string, written: WrittenValue, schema: JsonObject): JsonValue {
  if (written.kind === 'json') return written.value;
  if (written.kind === 'text') return typeText(name, written, schema);
  const types = typesOf(schema);
  if (written.kind === 'list') {
    if (types && !types.has('array')) throw mistyped(name, types, 'a list');
    return written.items.map((item, at) => typeValue(`${name}[${at}]`, item, itemsOf(schema)));
  }
  if (types && !types.has('object')) throw mistyped(name, types, 'an object');
  return Object.fromEntries(
    written.members.map((member) => [
      member.name,
      typeValue(`${name}.${member.name}`, member.value, memberOf(branchOf(schema), member.name)),
    ]),
  );
}

/** Of several shapes the one that is an object. */
function branchOf(schema: JsonObject): JsonObject {
  const branches = [schema['anyOf'], schema['oneOf']].find((list) => Array.isArray(list));
  const object = branches?.find((branch) => isJsonObject(branch) && branch['type'] === 'object');
  return isJsonObject(object) ? object : schema;
}

function typeText(
  name: string,
  { text, isQuoted }: Extract<WrittenValue, { kind: 'text' }>,
  schema: JsonObject,
): JsonValue {
  const types = typesOf(schema);
  if (isQuoted && (types === undefined || types.has('string'))) return text;
  const value = coerce(isQuoted ? text.trim() : text, schema);
  if (value !== undefined) return value;
  const item = types?.has('array') ? coerce(text, itemsOf(schema)) : undefined;
  if (item !== undefined) return [item];
  throw mistyped(name, types ?? new Set(), `'${text}'`);
}

function mistyped(name: string, types: ReadonlySet<string>, got: string): PlugboardError {
  return unreadable(`${name}: expected ${[...types].join(' or ')}, got ${got}`);
}

/** All that was written for one name: `undefined` is a flag alone, several values are a list. */
export function typeValues(
  name: string,
  values: readonly (WrittenValue | undefined)[],
  schema: JsonObject,
): JsonValue {
  if (values.length === 1) return typeOrSwitch(name, values[0], schema);
  if (!typesOf(schema)?.has('array')) throw unreadable(`${name} is given twice`);
  return values.map((value) => typeOrSwitch(name, value, itemsOf(schema)));
}

function typeOrSwitch(
  name: string,
  value: WrittenValue | undefined,
  schema: JsonObject,
): JsonValue {
  if (value) return typeValue(name, value, schema);
  const types = typesOf(schema);
  if (types === undefined || types.has('boolean')) return true;
  throw unreadable(`--${name} needs a value`);
}
