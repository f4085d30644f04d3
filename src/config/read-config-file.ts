// Reads one file of ours: its servers, and the settings that stand beside them.
import { PlugboardError, toPlugboardError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ReadDocument } from '../platform/read-document.ts';
import type { ConfigFile } from './config-files.ts';
import { EntryFields } from './entry-fields.ts';
import { toCamelKeys } from './entry-keys.ts';
import { entriesOf, folderOf, type FoundEntry } from './found-entry.ts';
import { present } from './present.ts';
import { EDITOR_NAMES, type ConfigLayer, type EditorName } from './server-definition.ts';

/** A file, or a part of one, that could not be used. */
export interface ConfigProblem {
  readonly file: string;
  readonly layer: ConfigLayer;
  readonly editor?: EditorName;
  readonly error: PlugboardError;
}

export interface ConfigPart {
  readonly found: readonly FoundEntry[];
  readonly problems: readonly ConfigProblem[];
  readonly imports?: readonly EditorName[];
  readonly daemonIdleTimeoutMs?: number;
}

/** `undefined` when there is no such file. */
export type DocumentReader = (path: string) => Promise<ReadDocument | undefined>;

/** A file somebody named must be there and be right; any other is reported and left out. */
export async function readConfigFile(
  file: ConfigFile,
  readDocument: DocumentReader,
): Promise<ConfigPart> {
  const { path, layer, isRequired } = file;
  let document: ReadDocument | undefined;
  try {
    document = await readDocument(path);
    if (!document && isRequired) throw missing(file);
    return document ? toPart(document, file) : { found: [], problems: [] };
  } catch (thrown) {
    if (isRequired) throw thrown;
    return { found: [], problems: [{ file: path, layer, error: toPlugboardError(thrown) }] };
  }
}

function missing({ path, layer }: ConfigFile): PlugboardError {
  const who = layer === 'flag' ? '`--config`' : '`MCPLUG_CONFIG`';
  return new PlugboardError(
    'config_error',
    { file: path, reason: 'file not found' },
    { hint: `${who} names it; write the file or name another` },
  );
}

function toPart(document: ReadDocument, { layer }: ConfigFile): ConfigPart {
  const { file, data } = document;
  const settings = toCamelKeys(toObject(data ?? {}, { file, what: 'the file' }));
  const servers = toObject(settings['mcpServers'] ?? {}, { file, what: 'mcpServers' });
  const parent = isJsonObject(data) && 'mcpServers' in data ? 'mcpServers' : 'mcp_servers';
  const baseDir = folderOf(document);
  const fields = new EntryFields(settings);
  const daemonIdleTimeoutMs = fields.milliseconds('daemonIdleTimeoutMs');
  const { imports, reason } = toImports(settings['imports']);
  const errors = [
    ...fields.mistakes.map(({ key, says }) => wrong(file, `${key} ${says}`)),
    ...(reason === undefined ? [] : [badImports(file, reason)]),
  ];
  return {
    problems: errors.map((error) => ({ file, layer, error })),
    found: entriesOf(servers, (name, value) => ({
      name,
      value,
      document,
      keys: [parent, name],
      layer,
      baseDir,
    })),
    ...(imports && { imports }),
    ...present('daemonIdleTimeoutMs', daemonIdleTimeoutMs),
  };
}

function toObject(
  value: JsonValue,
  { file, what }: { readonly file: string; readonly what: string },
): JsonObject {
  if (isJsonObject(value)) return value;
  throw wrong(file, `${what} must be an object`);
}

function wrong(file: string, reason: string): PlugboardError {
  return new PlugboardError('config_error', { file, reason });
}

/** A name nobody knows is reported; the others still count. */
function toImports(value: JsonValue | undefined): {
  readonly imports?: readonly EditorName[];
  readonly reason?: string;
} {
  if (value === undefined) return {};
  if (!Array.isArray(value)) return { reason: 'imports must be a list of editors' };
  const imports = EDITOR_NAMES.filter((name) => value.includes(name)).toSorted(
    (one, other) => value.indexOf(one) - value.indexOf(other),
  );
  const strange = value.find((name) => !EDITOR_NAMES.some((editor) => editor === name));
  if (strange === undefined) return { imports };
  return { imports, reason: `imports: unknown editor ${JSON.stringify(strange)}` };
}

function badImports(file: string, reason: string): PlugboardError {
  const hint = `The editors are ${EDITOR_NAMES.join(', ')}`;
  return new PlugboardError('config_error', { file, reason }, { hint });
}
