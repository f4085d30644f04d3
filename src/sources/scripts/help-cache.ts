// Remembers on disk what scripts answered to `--help`, so that a start need not run them all.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { cacheDir } from '../../platform/cache-dir.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import type { FoundScript } from './discover.ts';
import type { ScriptMetadata } from './help-metadata.ts';

/** Raised with every change of `ScriptMetadata`, or of how `--help` is read. */
const FORMAT = 1;

export interface HelpCache {
  find(script: FoundScript): ScriptMetadata | undefined;
  /** Keeps exactly these; a cache that cannot be written is no cache, and no error. */
  save(known: readonly (readonly [FoundScript, ScriptMetadata])[]): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly metadata: ScriptMetadata;
}

/** One file for each root and script configuration, because answers may depend on both. */
export async function loadHelpCache(
  root: string,
  configEnv: Readonly<Record<string, string>>,
): Promise<HelpCache> {
  const file = join(cacheDir(), 'script-help', `${fileId(root, configEnv)}.json`);
  const entries = await readEntries(file);
  return {
    find: (script) => {
      const entry = entries.get(idOf(script));
      return entry?.key === script.key ? entry.metadata : undefined;
    },
    save: async (known) => {
      const saved = known.map(([script, metadata]) => [
        idOf(script),
        { key: script.key, metadata },
      ]);
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
function fileId(root: string, configEnv: Readonly<Record<string, string>>): string {
  const own = Object.entries(configEnv).filter(([name]) => !name.startsWith('MCPD_CONFIG'));
  const identity = JSON.stringify([root, own.toSorted()]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

/** A link may answer by the name it was called by. */
function idOf({ name, path, realPath }: FoundScript): string {
  return path === realPath ? realPath : `${realPath}\n${name}`;
}

async function readEntries(file: string): Promise<ReadonlyMap<string, Entry>> {
  try {
    const stored = JSON.parse(await readFile(file, 'utf8')) as JsonValue;
    if (!isJsonObject(stored) || stored['format'] !== FORMAT) return new Map();
    const entries = isJsonObject(stored['entries']) ? Object.entries(stored['entries']) : [];
    return new Map(entries.filter((pair): pair is [string, Entry & JsonValue] => isEntry(pair[1])));
  } catch {
    // Missing or damaged: the scripts are asked again.
    return new Map();
  }
}

function isEntry(value: JsonValue): boolean {
  if (!isJsonObject(value) || !isJsonObject(value['metadata'])) return false;
  const { description, options } = value['metadata'];
  return typeof description === 'string' && Array.isArray(options) && options.every(isJsonObject);
}
