// An entry as it was found in some file, before it is known whether it is right or wins its name.
import { dirname } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { positionOf, type ReadDocument } from '../platform/read-document.ts';
import type { Mistake } from './entry-fields.ts';
import { toCamelKeys, toOurWords } from './entry-keys.ts';
import { parseEntry, type DeclaredServer } from './parse-entry.ts';
import type { ConfigLayer, EditorName, Origin } from './server-definition.ts';

export interface FoundEntry {
  readonly name: string;
  readonly value: JsonValue;
  readonly document: ReadDocument;
  /** From the root of the document down to the entry. */
  readonly keys: readonly string[];
  readonly layer: ConfigLayer;
  readonly baseDir: string;
  readonly editor?: EditorName;
  readonly translate?: (entry: JsonObject) => JsonObject;
  /** The editor switched it off elsewhere, or on. */
  readonly isSwitchedOn?: boolean;
}

/** A server of the configuration: usable, or with the reason why not. */
export interface ConfiguredServer {
  readonly name: string;
  readonly origin: Origin;
  /** Definitions of the same name that lost against this one. */
  readonly shadowed: readonly Origin[];
  readonly enabled: boolean;
  /** The entry in the words of our own files, placeholders as written. */
  readonly entry: JsonObject;
  /** What the file offers as `${input:…}`. */
  readonly inputs: readonly JsonObject[];
  readonly declared?: DeclaredServer;
  readonly error?: PlugboardError;
}

export function originOf({ document, keys, layer, editor }: FoundEntry): Origin {
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { file: document.file, pointer, layer, ...(editor && { editor }) };
}

/** The entries of an object of servers; those that are null are not there. */
export function entriesOf(
  container: JsonObject,
  toEntry: (name: string, value: JsonValue) => FoundEntry,
): readonly FoundEntry[] {
  return Object.entries(container)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => toEntry(name, value));
}

/** Relative paths of an entry start beside the file it stands in. */
export function folderOf(document: ReadDocument): string {
  return dirname(document.file);
}

export async function toConfiguredServer(
  found: FoundEntry,
  shadowed: readonly Origin[],
): Promise<ConfiguredServer> {
  const { name, value, isSwitchedOn } = found;
  const origin = originOf(found);
  const inputs = inputsOf(found.document);
  if (!isJsonObject(value)) {
    const error = await toError(found, [{ key: '', says: 'must be an object' }]);
    return { name, origin, shadowed, enabled: true, entry: {}, inputs, error };
  }
  const words = toOurWords(found.translate?.(toCamelKeys(value)) ?? toCamelKeys(value));
  const entry = isSwitchedOn === undefined ? words : switched(words, isSwitchedOn);
  const { declared, mistakes } = parseEntry(entry, {
    name,
    origin,
    baseDir: found.baseDir,
    raw: value,
  });
  const base = { name, origin, shadowed, entry, inputs };
  if (declared) return { ...base, enabled: declared.definition.enabled, declared };
  const isOff = entry['enabled'] === false || entry['disabled'] === true;
  return { ...base, enabled: !isOff, error: await toError(found, mistakes) };
}

function switched({ disabled: _, ...entry }: JsonObject, enabled: boolean): JsonObject {
  return { ...entry, enabled };
}

function inputsOf({ data }: ReadDocument): readonly JsonObject[] {
  const inputs = isJsonObject(data) ? data['inputs'] : undefined;
  return Array.isArray(inputs) ? inputs.filter(isJsonObject) : [];
}

async function toError(found: FoundEntry, mistakes: readonly Mistake[]): Promise<PlugboardError> {
  const { document, keys, name } = found;
  const says = mistakes.map((mistake) => `${mistake.key} ${mistake.says}`.trim()).join('; ');
  const key = mistakes[0]?.key ?? '';
  const at = await positionOf(document, key === '' ? keys : [...keys, ...key.split('.')]);
  const where = at ? ` at line ${at.line} column ${at.column}` : '';
  const reason = `server '${name}': ${says}${where}`;
  return new PlugboardError('config_error', { file: document.file, reason });
}
