// What is known about an editor: where it keeps servers and how it words them.
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Places } from '../config-files.ts';
import type { EditorName } from '../server-definition.ts';

/** Keys from the root of a document down to something in it. */
export type Keys = readonly string[];

export interface EditorFile {
  readonly path: string;
  /** A project's file is about the project: its servers are started there. */
  readonly scope: 'project' | 'user';
  /** Where servers may stand in it; the first place that is there counts. */
  readonly containers: readonly Keys[];
  /** Lists of names, here or in other files, that switch off servers of this file. */
  readonly disabledBy?: readonly { readonly path: string; readonly keys: Keys }[];
}

export interface Editor {
  readonly name: EditorName;
  /** Highest precedence first. */
  readonly files: (places: Places) => readonly EditorFile[];
  /** An entry, its keys in camelCase, in the words of our own configuration. */
  readonly translate: (entry: JsonObject) => JsonObject;
}

/** Files that hold nothing but servers; the last way is without any container. */
export const ANY_CONTAINER: readonly Keys[] = [['mcpServers'], ['servers'], ['mcp'], []];

export const asWritten = (entry: JsonObject): JsonObject => entry;

const TRANSPORT_KEYS: ReadonlySet<string> = new Set(
  'command executable url baseUrl base_url serverUrl server_url scripts bash mci'.split(' '),
);

/** Tells a server from the settings that stand beside servers in some files. */
export function looksLikeServer(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(
    ([key, member]) => TRANSPORT_KEYS.has(key) && !isJsonObject(member) && member !== null,
  );
}

/** The value at the end of the keys. */
export function valueAt(data: JsonValue | undefined, keys: Keys): JsonValue | undefined {
  let value = data;
  for (const key of keys) {
    value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

/** Members under new names; those that are absent or null are left out. */
export function renamed(entry: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const members = Object.entries(entry)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value] as const);
  return Object.fromEntries(members);
}

/** A list of words as one text; a text stays as it is. */
export function joinWords(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  return value.filter((word) => typeof word === 'string').join(' ');
}
