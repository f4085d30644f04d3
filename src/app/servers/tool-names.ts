// Keeps the names of tools and their arguments, so that a shell can complete them without a server.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Origin } from '../../config/server-definition.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import { cacheDir } from '../../platform/cache-dir.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';

export interface SeenServer {
  readonly name: string;
  readonly origin: Pick<Origin, 'file'>;
  readonly tools: readonly Tool[];
}

/** Servers beyond this many make room for new ones. */
const MAX_SERVERS = 500;

/** A cache that cannot be written is no error. */
export async function rememberToolNames(servers: readonly SeenServer[]): Promise<void> {
  if (servers.length === 0) return;
  const before = await readCache();
  const seen = Object.fromEntries(servers.map((server) => [keyOf(server), namesOf(server.tools)]));
  const after = { ...before, ...seen };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const kept = Object.fromEntries(Object.entries(after).slice(-MAX_SERVERS));
  await writeFileAtomic(cacheFile(), JSON.stringify(kept)).catch(() => {});
}

/** The arguments of each tool, by its name; empty for a server never seen. */
export async function recallToolNames(
  server: Pick<SeenServer, 'name' | 'origin'>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tools = (await readCache())[keyOf(server)];
  if (!isJsonObject(tools)) return new Map();
  return new Map(
    Object.entries(tools).map(([tool, args]) => [
      tool,
      Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [],
    ]),
  );
}

function namesOf(tools: readonly Tool[]): JsonObject {
  return Object.fromEntries(
    tools.map(({ name, inputSchema }) => {
      const { properties } = inputSchema;
      return [name, isJsonObject(properties) ? Object.keys(properties) : []];
    }),
  );
}

/** Two projects may call different servers by the same name. */
function keyOf({ name, origin }: Pick<SeenServer, 'name' | 'origin'>): string {
  return `${origin.file}#${name}`;
}

function cacheFile(): string {
  return join(cacheDir(), 'tool-names.json');
}

async function readCache(): Promise<JsonObject> {
  try {
    const data: unknown = JSON.parse(await readFile(cacheFile(), 'utf8'));
    return isJsonObject(data) ? data : {};
  } catch {
    return {};
  }
}
