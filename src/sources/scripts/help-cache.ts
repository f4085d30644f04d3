// Remembers on disk what scripts answered to `--help`, so that a start need not run them all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longFnv1a } from '../../core/fnv1a.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { cacheDir } from '../../platform/cache-dir.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import type { FileKey, FoundScript } from './discover.ts';
import type { ScriptMetadata } from './help-metadata.ts';

/** Raised with every change of `ScriptMetadata`, or of how `--help` is read. */
const FORMAT = 1;

export interface HelpCache {
  find(script: FoundScript): ScriptMetadata | undefined;
  /** Keeps exactly these; a cache that cannot be written is no cache, and no error. */
  save(known: readonly (readonly [FoundScript, ScriptMetadata])[]): Promise<void>;
}

/**
 * Which script, inode, size, times of change, and what it said. A list, in the order of discovery:
 * as names of one large object the paths would take longer to read than all the rest.
 */
type Entry = [string, number, number, number, number, ScriptMetadata];

/** One file for each root and script configuration, because answers may depend on both. */
export function loadHelpCache(
  root: string,
  configEnv: Readonly<Record<string, string>>,
): HelpCache {
  const owner = ownerOf(root, configEnv);
  const file = join(cacheDir(), 'script-help', `${owner}.json`);
  const find = finder(readEntries(file));
  return {
    find: (script) => {
      const entry = find(idOf(script));
      return entry && isOf(entry, script.key) ? entry[5] : undefined;
    },
    save: async (known) => {
      const entries = known.map(([script, metadata]): Entry => {
        const { inode, size, mtimeMs, ctimeMs } = script.key;
        return [idOf(script), inode, size, mtimeMs, ctimeMs, metadata];
      });
      const data = JSON.stringify({ format: FORMAT, entries });
      await writeFileAtomic(file, data).catch(() => {});
    },
  };
}

/** Scripts are asked for in the order they were saved, as long as none came or went. */
function finder(entries: readonly Entry[]): (id: string) => Entry | undefined {
  let at = 0;
  let byId: Map<string, Entry> | undefined;
  return (id) => {
    const next = entries[at];
    if (next?.[0] === id) {
      at += 1;
      return next;
    }
    byId ??= new Map(entries.map((entry) => [entry[0], entry]));
    return byId.get(id);
  };
}

export const NO_HELP_CACHE: HelpCache = { find: () => undefined, save: async () => {} };

/**
 * The server's own variables (`MCPD_CONFIG…`: port, token, log level) describe the server, not the
 * tools; what the operator gave with `--script-config` may well change an answer.
 */
function ownerOf(root: string, configEnv: Readonly<Record<string, string>>): string {
  const own = Object.entries(configEnv)
    .filter(([name]) => !name.startsWith('MCPD_CONFIG'))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return longFnv1a(JSON.stringify([root, own]));
}

/** A link may answer by the name it was called by. */
function idOf({ name, path, realPath }: FoundScript): string {
  return path === realPath ? realPath : `${realPath}\n${name}`;
}

function readEntries(file: string): readonly Entry[] {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
    if (!isJsonObject(stored) || stored['format'] !== FORMAT) return [];
    const { entries } = stored;
    return Array.isArray(entries) && entries.every(isEntry) ? (entries as unknown as Entry[]) : [];
  } catch {
    // Missing or damaged: the scripts are asked again.
    return [];
  }
}

function isEntry(value: JsonValue): boolean {
  if (!Array.isArray(value) || !isJsonObject(value[5])) return false;
  const { description, inputSchema } = value[5];
  return typeof description === 'string' && isJsonObject(inputSchema);
}

function isOf(entry: Entry, { inode, size, mtimeMs, ctimeMs }: FileKey): boolean {
  return entry[1] === inode && entry[2] === size && entry[3] === mtimeMs && entry[4] === ctimeMs;
}
