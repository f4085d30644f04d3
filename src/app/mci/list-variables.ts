// Finds every environment variable a schema, its toolsets and its template files read.
import { dirname } from 'node:path';
import type { JsonValue } from '../../core/json.ts';
import { loadSchemaFile, type SchemaFile } from '../../sources/mci/load-schema.ts';
import type { Schema } from '../../sources/mci/schema.ts';
import { toSettings, type Env } from '../../sources/mci/settings.ts';
import type { Path } from '../../sources/mci/template/template.ts';
import { findToolset } from '../../sources/mci/toolset-files.ts';
import { readsOf, readText, textsOf } from '../../sources/mci/validate/tool-reads.ts';

export interface UsedVariable {
  readonly name: string;
  /** Tools, servers and settings that read it. */
  readonly usedBy: readonly string[];
}

/** Sorted by name. */
export async function listVariables(file: string, env: Env): Promise<readonly UsedVariable[]> {
  const uses = new Map<string, Set<string>>();
  const note = (paths: readonly Path[], user: string) => {
    for (const { root, keys } of paths) {
      const [name] = keys;
      if (root !== 'env' || typeof name !== 'string') continue;
      uses.set(name, (uses.get(name) ?? new Set()).add(user));
    }
  };
  const main = await loadSchemaFile(file, 'main');
  noteSettings(main.data, note);
  for (const one of [main, ...(await toolsetsOf(main, env))]) {
    for (const { name, execution } of one.data.tools ?? []) {
      const { readings } = await readsOf(execution, dirname(file));
      for (const { paths } of readings) note(paths, name);
    }
  }
  return [...uses]
    .map(([name, usedBy]) => ({ name, usedBy: [...usedBy] }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Note = (paths: readonly Path[], user: string) => void;

/** Tools are looked at on their own: they have flags and files too. */
function noteSettings(schema: Schema, note: Note): void {
  const { tools: _, metadata: __, mcp_servers: servers = {}, ...rest } = schema;
  const parts = [...Object.entries(servers), ...Object.entries(rest)];
  for (const [name, value] of parts) {
    for (const { text } of textsOf(value as JsonValue, [])) note(pathsOf(text), name);
  }
}

/** Descriptions are no templates, and may say anything. */
function pathsOf(text: string): readonly Path[] {
  try {
    return readText(text).paths;
  } catch {
    return [];
  }
}

/** Where the library cannot be found for want of a variable, its toolsets cannot be looked at. */
async function toolsetsOf(main: SchemaFile, env: Env): Promise<readonly SchemaFile[]> {
  const settings = await toSettings(main, env).catch(() => undefined);
  if (!settings) return [];
  const places = await Promise.all(
    (main.data.toolsets ?? []).map((one) =>
      findToolset(settings.libraryDir, typeof one === 'string' ? one : one.name),
    ),
  );
  const files = new Set(places.flatMap((place) => place?.files ?? []));
  return Promise.all([...files].map((file) => loadSchemaFile(file, 'toolset')));
}
