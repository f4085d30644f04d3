// Remembers across runs which revision each server spoke, so that it is not asked again.
import { readFileSync } from 'node:fs';
import { longFnv1a } from '../../core/fnv1a.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ServerMemory } from '../../mcp/client/open-client.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

export interface EraMemory {
  recall(key: string): Promise<ServerMemory | undefined>;
  /** Written in the background; a cache that cannot be written is no error. */
  remember(key: string, memory: ServerMemory): void;
  /** Resolves when everything is written. */
  settled(): Promise<void>;
}

/** Old entries make room; each is a few dozen bytes. */
const MAX_ENTRIES = 500;
const MEMORIES: readonly string[] = ['legacy', 'modern', 'sse-2024'] satisfies ServerMemory[];

export function openEraMemory(file: string): EraMemory {
  let known: JsonObject | undefined;
  let writing: Promise<void> = Promise.resolve();
  const write = async (name: string, memory: ServerMemory) => {
    // Read again: another process may have learned something since.
    const { [name]: _, ...others } = readEntries(file);
    const kept = Object.entries(others).slice(1 - MAX_ENTRIES);
    const entries = Object.fromEntries([...kept, [name, memory]]);
    known = entries;
    await writeFileAtomic(file, JSON.stringify(entries)).catch(() => {});
  };
  return {
    recall: async (key) => {
      const value = (known ??= readEntries(file))[toEntryName(key)];
      return typeof value === 'string' && isMemory(value) ? value : undefined;
    },
    remember: (key, memory) => {
      writing = writing.then(() => write(toEntryName(key), memory));
    },
    settled: () => writing,
  };
}

function isMemory(value: string): value is ServerMemory {
  return MEMORIES.includes(value);
}

/** At once: a small file costs less than the threads and modules it would take to wait for it. */
function readEntries(file: string): JsonObject {
  try {
    const data: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isJsonObject(data) ? data : {};
  } catch {
    return {};
  }
}

/** Commands and addresses may hold secrets: only their hash is written. */
function toEntryName(key: string): string {
  return `k${longFnv1a(key)}`;
}
