// The toolset file in which the tools of an MCP server are kept between loads.
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import { SCHEMA_VERSION } from './check/check-schema.ts';
import { contains } from './path-rules.ts';
import { toText } from './template/render-template.ts';
import type { Schema, ToolDefinition } from './schema.ts';
import { makeFolder } from '../../platform/make-folder.ts';

const DAY_MS = 86_400_000;

export function cacheFileOf(libraryDir: string, serverName: string): string {
  return join(libraryDir, 'mcp', `${serverName}.mci.json`);
}

/** A date lasts until it begins, a timestamp until it is reached; anything else has expired. */
export function isExpired(expiresAt: JsonValue | undefined, nowMs: number): boolean {
  if (typeof expiresAt !== 'string') return true;
  const endMs = Date.parse(expiresAt);
  return Number.isNaN(endMs) || endMs <= nowMs;
}

export interface CachedToolset {
  readonly serverName: string;
  readonly tools: readonly Tool[];
  readonly expDays: number;
  readonly nowMs: number;
}

/** The tools of a server as a toolset file of the specification. */
export function toToolset({ serverName, tools, expDays, nowMs }: CachedToolset): Schema {
  return {
    schemaVersion: SCHEMA_VERSION,
    metadata: { name: serverName, description: `Tools of the MCP server '${serverName}'` },
    tools: tools.map((tool) => toDefinition(serverName, tool)),
    expiresAt: new Date(nowMs + expDays * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
  };
}

function toDefinition(serverName: string, tool: Tool): ToolDefinition {
  const title = tool.title === undefined ? {} : { title: tool.title };
  const annotations: JsonObject = { ...title, ...tool.annotations };
  return {
    name: tool.name,
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...(tool.description !== undefined && { description: tool.description }),
    inputSchema: tool.inputSchema,
    ...(tool.outputSchema && { outputSchema: tool.outputSchema }),
    execution: { type: 'mcp', serverName, toolName: tool.name },
    tags: toTags(annotations),
  };
}

const HINT_TAGS: Readonly<Record<string, string>> = {
  readOnlyHint: 'IsReadOnly',
  destructiveHint: 'IsDestructive',
  idempotentHint: 'IsIdempotent',
  openWorldHint: 'IsOpenWorld',
};

function toTags(annotations: JsonObject): string[] {
  const hints = Object.entries(HINT_TAGS).filter(([hint]) => annotations[hint] === true);
  const audience = annotations['audience'];
  const roles = Array.isArray(audience) ? audience.map((role) => `audience_${toText(role)}`) : [];
  return [...hints.map(([, tag]) => tag), ...roles];
}

/** Writes the file, unless somebody put a link in its place that leads elsewhere. */
export async function saveToolset(
  libraryDir: string,
  serverName: string,
  toolset: Schema,
): Promise<void> {
  const file = cacheFileOf(libraryDir, serverName);
  const folder = join(libraryDir, 'mcp');
  makeFolder(folder);
  const isInside = contains(await realpath(libraryDir), await realpath(folder));
  const entry = await lstat(file).catch(() => undefined);
  if (!isInside || entry?.isSymbolicLink()) {
    const reason =
      'is a link that leads out of the library; the tools of the server are not cached';
    throw new PlugboardError('forbidden', { what: file, reason });
  }
  await writeFileAtomic(file, `${JSON.stringify(toolset, undefined, 2)}\n`);
}
