// Remembers on disk what scripts answered to `--help`, so that a start need not run them all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
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

/** Inode, size, times of change, and what the script said: short, because all of it is read at start. */
type Entry = [number, number, number, number, ScriptMetadata];

/** One file for each root and script configuration, because answers may depend on both. */
export function loadHelpCache(
  root: string,
  configEnv: Readonly<Record<string, string>>,
): HelpCache {
  const owner = ownerOf(root, configEnv);
  const file = join(cacheDir(), 'script-help', `${owner}.json`);
  const entries = readEntries(file);
  return {
    find: (script) => {
      const entry = entries[idOf(script)];
      return isEntry(entry) && isOf(entry, script.key) ? entry[4] : undefined;
    },
    save: async (known) => {
      const saved = known.map(([script, metadata]): [string, Entry] => {
        const { inode, size, mtimeMs, ctimeMs } = script.key;
        return [idOf(script), [inode, size, mtimeMs, ctimeMs, metadata]];
      });
      const data = JSON.stringify({ format: FORMAT, entries: Object.fromEntries(saved) });
      await writeFileAtomic(file, data).catch(() => {});
    },
  };
}

export const NO_HELP_CACHE: HelpCache = { find: () => undefined, save: async () => {} };

/**
 * The server's own variables (`MCPD_CONFIG…`: port, token, log level) describe the server, not the
 * tools; what the operator gave with `--script-config` may well change an answer.
 */
function ownerOf(root: string, configEnv: Readonly<Record<string, string>>): string {
  const own = Object.entries(configEnv).filter(([name]) => !name.startsWith('MCPD_CONFIG'));
  return fnv1a64(JSON.stringify([root, own.toSorted()]));
}

/** Tells files apart, nothing more; loading `node:crypto` would cost more than reading the cache. */
function fnv1a64(value: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(value)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** A link may answer by the name it was called by. */
function idOf({ name, path, realPath }: FoundScript): string {
  return path === realPath ? realPath : `${realPath}\n${name}`;
}

function readEntries(file: string): JsonObject {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as JsonValue;
    if (!isJsonObject(stored) || stored['format'] !== FORMAT) return {};
    return isJsonObject(stored['entries']) ? stored['entries'] : {};
  } catch {
    // Missing or damaged: the scripts are asked again.
    return {};
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value) || !isJsonObject(value[4])) return false;
  const { description, inputSchema } = value[4];
  return typeof description === 'string' && isJsonObject(inputSchema);
}

function isOf(entry: Entry, { inode, size, mtimeMs, ctimeMs }: FileKey): boolean {
  return entry[0] === inode && entry[1] === size && entry[2] === mtimeMs && entry[3] === ctimeMs;
}
