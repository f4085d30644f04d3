// Reads what is said about a file: its `.meta.json`, or a `# mcp:` line at its beginning.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { errnoOf } from '../../../platform/errno.ts';
import { isShortage } from '../../../platform/shortage.ts';
import { isOlder } from './file-times.ts';
import { relativePath, type Folder, type Metadata } from './found.ts';

export const META_ENDING = '.meta.json';

/** `greet` for `greet.sh`. */
export function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The name of the metadata file of a file, if there is one among its neighbours. */
export function metaNameOf(name: string, { metas }: Folder): string | undefined {
  if (metas.size === 0) return undefined;
  const own = name + META_ENDING;
  if (metas.has(own)) return own;
  const shared = stemOf(name) + META_ENDING;
  return metas.has(shared) ? shared : undefined;
}

/** What cannot be read or is no JSON object is refused, under the name by which users know it. */
export function loadMetadata(folder: Folder, name: string): Metadata {
  return recalled(folder, name) ?? remember(folder, name, readMetadata(folder, name));
}

function readMetadata(folder: Folder, name: string): Metadata {
  const origin = relativePath(folder, name);
  let text: string;
  try {
    text = readFileSync(`${folder.path}/${name}`, 'utf8');
  } catch (cause) {
    throw wrong(origin, `cannot be read (${errnoOf(cause) ?? 'unknown'})`, cause);
  }
  return { data: parseObject(origin, text), chars: text.length, origin };
}

function remember<Said extends Metadata | undefined>(
  { said }: Folder,
  name: string,
  value: Said,
): Said {
  said.set(name, value);
  return value;
}

/** A file that is older than the last reading need not be opened again. */
function recalled(folder: Folder, name: string): Metadata | undefined {
  const { before } = folder;
  if (!before?.said.has(name) || !isOlder(`${folder.path}/${name}`, before.readAtMs)) {
    return undefined;
  }
  return remember(folder, name, before.said.get(name));
}

const HEAD_BYTES = 4096;
const HEAD_LINES = 10;
const INLINE = /\bmcp:\s*(\{.*\})\s*$/u;

/** The `# mcp: {…}` of one of the first lines. */
export function loadInlineMetadata(folder: Folder, name: string): Metadata | undefined {
  const known = recalled(folder, name);
  if (known || folder.said.has(name)) return known;
  const lines = headOf(`${folder.path}/${name}`).split('\n', HEAD_LINES);
  const [, text] = INLINE.exec(lines.find((line) => line.includes('mcp:')) ?? '') ?? [];
  if (text === undefined) return remember(folder, name, undefined);
  const origin = relativePath(folder, name);
  const data = parseObject(origin, text);
  return remember(folder, name, { data, chars: text.length, origin });
}

export function hasShebang(path: string): boolean {
  return headOf(path).startsWith('#!');
}

/** The beginning of a file; one that cannot be read has none. */
function headOf(path: string): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (thrown) {
    if (isShortage(thrown)) throw thrown;
    return '';
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString('utf8', 0, readSync(file, head));
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

function parseObject(origin: string, text: string): JsonObject {
  let data: JsonValue;
  try {
    data = JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw wrong(origin, `Invalid JSON: ${(cause as Error).message}`, cause);
  }
  if (isJsonObject(data)) return data;
  throw wrong(origin, 'must be a JSON object');
}

function wrong(file: string, reason: string, cause?: unknown): PlugboardError {
  const hint = 'Run `mcp-bash validate`';
  return new PlugboardError('config_error', { file, reason }, { hint, cause });
}
