// Finds the tools of a schema: its own, then those of its toolsets, then those of its MCP servers.
import { dirname, resolve } from 'node:path';
import type { Problem } from '../../core/tool-source.ts';
import type { DataPath, Finding } from './check/finding.ts';
import { mistakeIn, mistakesIn, type LoadFile, type SchemaFile } from './load-schema.ts';
import { toMciTool, type MciTool, type ToolOrigin } from './mci-tool.ts';
import { narrowed, overridden } from './path-rules.ts';
import { cacheFileOf } from './server-cache.ts';
import type { ServerCatalog } from './server-tools.ts';
import {
  hasPathSettings,
  ownPathSettings,
  toSettings,
  type Env,
  type Settings,
} from './settings.ts';
import type {
  FilterFields,
  Schema,
  ServerConfig,
  ToolDefinition,
  ToolsetReference,
} from './schema.ts';
import { parseFilter, toPredicate } from './tool-filter.ts';
import { candidatesOf, findToolset } from './toolset-files.ts';

/** A tool with the place it was written at. */
interface FoundTool {
  readonly tool: MciTool;
  readonly file: string;
  readonly index: number;
}

/** A directory whose entries decide what is found; `names` absent means any of them. */
export interface LookedAt {
  readonly directory: string;
  readonly names?: readonly string[];
}

export interface FileDiscovery {
  readonly settings: Settings;
  readonly main: SchemaFile;
  readonly found: readonly FoundTool[];
  readonly lookedAt: readonly LookedAt[];
  readonly servers: ReadonlyMap<string, ServerConfig>;
}

export interface Discovery {
  readonly tools: readonly MciTool[];
  readonly problems: readonly Problem[];
}

export interface DiscoverOptions {
  readonly env: Env;
  readonly loadFile: LoadFile;
}

/** Reads the schema and its toolsets; any mistake in them is thrown. */
export async function discoverFiles(
  file: string,
  options: DiscoverOptions,
): Promise<FileDiscovery> {
  const main = await options.loadFile(file, 'main');
  const settings = await toSettings(main, options.env);
  const origin: ToolOrigin = { paths: settings.paths };
  const found = await readTools(file, main.data.tools, { settings, env: options.env, origin });
  const lookedAt: LookedAt[] = [{ directory: dirname(file), names: [file] }];
  for (const [at, reference] of references(main.data).entries()) {
    const toolset = await readToolset(
      { main, settings, reference, path: ['toolsets', at] },
      options,
    );
    found.push(...toolset.found);
    lookedAt.push(...toolset.lookedAt);
  }
  const servers = Object.entries(main.data.mcp_servers ?? {});
  return { settings, main, found, lookedAt, servers: new Map(servers) };
}

/** Adds the tools of the servers; the first definition of a name is the one that counts. */
export async function discoverAll(
  files: FileDiscovery,
  options: DiscoverOptions & { readonly servers: ServerCatalog },
): Promise<Discovery> {
  const { settings } = files;
  options.servers.keepOnly(new Set(files.servers.keys()));
  const asked = [...files.servers].map(async ([name, config]) => {
    const { definitions, problems } = await options.servers.toolsOf(
      name,
      config,
      settings.libraryDir,
    );
    const file = cacheFileOf(settings.libraryDir, name);
    const reading = {
      settings,
      env: options.env,
      origin: { toolset: name, paths: settings.paths },
    };
    const found = await readTools(file, definitions, reading);
    return { found: filteredBy(config.config ?? {}, found), problems };
  });
  const servers = await Promise.all(asked);
  const all = [...files.found, ...servers.flatMap(({ found }) => found)];
  const { tools, problems } = await firstOfEachName(all);
  return { tools, problems: [...servers.flatMap((server) => server.problems), ...problems] };
}

interface Reference {
  readonly main: SchemaFile;
  readonly settings: Settings;
  readonly reference: ToolsetReference;
  readonly path: DataPath;
}

async function readToolset(
  { main, settings, reference, path }: Reference,
  options: DiscoverOptions,
): Promise<Pick<FileDiscovery, 'found' | 'lookedAt'>> {
  const { name, env: envNames } = reference;
  const { libraryDir, paths } = settings;
  const place = await findToolset(libraryDir, name);
  if (!place)
    throw await mistakeIn(main.file, path, `toolset '${name}' not found in ${libraryDir}`);
  const origin: ToolOrigin = { toolset: name, paths, ...(envNames && { envNames }) };
  const files = await Promise.all(place.files.map((one) => options.loadFile(one, 'toolset')));
  const found: FoundTool[] = [];
  for (const one of files) {
    found.push(
      ...(await readTools(one.file, one.data.tools, { settings, env: options.env, origin })),
    );
  }
  const whole = resolve(libraryDir, name);
  const lookedAt: LookedAt[] = [{ directory: dirname(whole), names: candidatesOf(whole) }];
  if (place.directory !== undefined) lookedAt.push({ directory: place.directory });
  return { found: filteredBy(reference, found), lookedAt };
}

/** References in either form: a name, or an object with one. */
function references({ toolsets = [] }: Schema): readonly ToolsetReference[] {
  return toolsets.map((one) => (typeof one === 'string' ? { name: one } : one));
}

interface Reading {
  readonly settings: Settings;
  readonly env: Env;
  readonly origin: ToolOrigin;
}

async function readTools(
  file: string,
  tools: readonly ToolDefinition[] | undefined,
  reading: Reading,
): Promise<FoundTool[]> {
  const found: FoundTool[] = [];
  for (const [index, data] of (tools ?? []).entries()) {
    if (data.disabled) continue;
    const origin = hasPathSettings(data)
      ? await ownOrigin({ file, data, at: ['tools', index] }, reading)
      : reading.origin;
    found.push({ tool: toMciTool(data, origin), file, index });
  }
  return found;
}

async function ownOrigin(
  holder: { file: string; data: ToolDefinition; at: DataPath },
  { settings, env, origin }: Reading,
): Promise<ToolOrigin> {
  const own = await ownPathSettings(holder, env);
  const combine = origin.toolset === undefined ? overridden : narrowed;
  return { ...origin, paths: combine(settings.paths, own) };
}

function filteredBy(fields: FilterFields, found: readonly FoundTool[]): readonly FoundTool[] {
  const filter = parseFilter(fields);
  if (!filter || 'mistake' in filter) return found;
  const isWanted = toPredicate(filter);
  return found.filter(({ tool }) => isWanted(tool));
}

async function firstOfEachName(all: readonly FoundTool[]): Promise<Discovery> {
  const byName = new Map<string, FoundTool>();
  const repeated = new Map<string, Repetition[]>();
  for (const one of all) {
    const first = byName.get(one.tool.name);
    if (!first) byName.set(one.tool.name, one);
    else repetitionsIn(repeated, one.file).push(toRepetition(one, first));
  }
  const problems: Problem[] = [];
  for (const [file, repetitions] of repeated) {
    const errors = await mistakesIn(file, repetitions);
    errors.forEach((error, at) => problems.push({ subject: repetitions[at]?.name ?? '', error }));
  }
  return { tools: [...byName.values()].map(({ tool }) => tool), problems };
}

function repetitionsIn(all: Map<string, Repetition[]>, file: string): Repetition[] {
  const known = all.get(file) ?? [];
  all.set(file, known);
  return known;
}

interface Repetition extends Finding {
  readonly name: string;
}

function toRepetition({ tool, index }: FoundTool, first: FoundTool): Repetition {
  const { name } = tool;
  const message = `'${name}' is defined twice; the first definition counts, in ${first.file}`;
  return { name, severity: 'error', path: ['tools', index, 'name'], message };
}
