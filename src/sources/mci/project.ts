// An opened schema with everything its tools need: the source and the client are two views of it.
import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import type { ChangedSide, Listing, SourceInfo, Tool, ToolSource } from '../../core/tool-source.ts';
import type { CompileSchema } from '../../core/tool-checks.ts';
import { childBaseEnv } from '../../platform/env.ts';
import { toolCaller, type ToolCaller } from './call.ts';
import { fileLoader, openCatalog, type Catalog } from './catalog.ts';
import {
  fixedEnvironment,
  liveEnvironment,
  type Environment,
  type LiveEnv,
} from './environment.ts';
import type { MciTool } from './mci-tool.ts';
import type { Schema, ServerConfig } from './schema.ts';
import { ServerCatalog } from './server-tools.ts';
import type { Env } from './settings.ts';
import type { Snapshot } from './snapshot.ts';
import { toPredicate, type ToolFilter } from './tool-filter.ts';
import {
  toUpstream,
  upstreamPool,
  type OpenUpstream,
  type UpstreamDefinition,
  type Upstreams,
} from './upstreams.ts';
import { openWorkshop } from './workshop.ts';

export interface MciOptions {
  /** Default: the name of the file without its endings. */
  readonly id?: string;
  /** What `{{env.NAME}}` reads, in place of the environment of the process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of files that are followed; wins over `env`. */
  readonly liveEnv?: LiveEnv;
  /** Shows and calls only some of the tools. */
  readonly filter?: ToolFilter;
  /** Connects to the `mcp_servers` of the schema; without it they are reported as problems. */
  readonly openUpstream?: OpenUpstream;
  /** Checks arguments against the whole input schema; not needed where the surface does. */
  readonly compile?: CompileSchema;
  /** Whether changes on disk are followed; default true. */
  readonly watch?: boolean;
}

export interface Project {
  readonly id: string;
  readonly info: SourceInfo | undefined;
  readonly watches: boolean;
  readonly caller: ToolCaller;
  current(): Promise<Snapshot>;
  readonly list: () => Promise<Listing<Tool>>;
  /** The tool of that name; a name nobody knows is an error. */
  find(name: string): Promise<MciTool>;
  readonly onChange: (listener: (what: ChangedSide) => void) => Disposable;
  readonly close: () => Promise<void>;
}

export async function openProject(path: string, options: MciOptions): Promise<Project> {
  const file = resolve(path);
  await refuseMissing(path, file);
  const environment = await openEnvironment(options);
  const env = environment.now;
  const closing = new AbortController();
  // Every call under way listens to it; Node would take more than ten for a leak.
  setMaxListeners(0, closing.signal);
  const listeners = new Set<Listener>();
  const upstreams = upstreamPool(options.openUpstream);
  const base = { loadFile: fileLoader(), closing: closing.signal };
  const watches = options.watch ?? true;
  const catalog = await openCatalog({
    ...base,
    file,
    environment,
    servers: new ServerCatalog({ ...base, env, upstreams, nowMs: Date.now }),
    isShown: options.filter ? toPredicate(options.filter) : () => true,
    watches,
    onServers: (servers) => void upstreams.keepOnly(definitionsOf(servers, env())),
    onChange: () => listeners.forEach(({ tell }) => tell('tools')),
  });
  const upstream = (name: string) => connectionTo(name, { catalog, upstreams, env: env() });
  const workshop = openWorkshop({ env, closing: closing.signal, upstream });
  const caller = toolCaller({
    env,
    workshop,
    ...(options.compile && { compile: options.compile }),
  });
  const id = options.id ?? idOf(file);
  return {
    id,
    info: toInfo(catalog.first.main.data, id),
    watches,
    caller,
    current: catalog.current,
    list: async () => (catalog.now() ?? (await catalog.current())).listing,
    find: async (name) => catalog.now()?.tools.get(name) ?? findTool(name, catalog),
    onChange: (tell) => addListener(listeners, { tell }),
    close: async () => {
      closing.abort();
      listeners.clear();
      await Promise.allSettled([catalog.idle(), caller.idle()]);
      await Promise.allSettled([workshop.close(), upstreams[Symbol.asyncDispose]()]);
    },
  };
}

function openEnvironment({ env, liveEnv }: MciOptions): Promise<Environment> | Environment {
  return liveEnv ? liveEnvironment(liveEnv) : fixedEnvironment(env ?? childBaseEnv());
}

/** An object of its own, so that one function can listen twice. */
interface Listener {
  readonly tell: (what: ChangedSide) => void;
}

function addListener(listeners: Set<Listener>, listener: Listener): Disposable {
  listeners.add(listener);
  return { [Symbol.dispose]: () => void listeners.delete(listener) };
}

async function refuseMissing(given: string, file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isFile()) return;
  const hint = stats ? 'Name the schema file itself' : `There is no file ${file}`;
  throw new PlugboardError('not_found', { kind: 'source', name: given }, { hint });
}

/** `tools.mci.yaml` as `tools`. */
function idOf(file: string): string {
  return basename(file).replace(/(?:\.mci)?\.(?:json|ya?ml)$/iu, '') || 'mci';
}

function toInfo({ metadata }: Schema, id: string): SourceInfo | undefined {
  if (!metadata) return undefined;
  const { name, version = '0.0.0', description } = metadata;
  return {
    name: id,
    version,
    ...(name !== undefined && { title: name }),
    ...(description !== undefined && { instructions: description }),
  };
}

/** A name nobody knows may belong to a tool that was added a moment ago. */
async function findTool(name: string, catalog: Catalog): Promise<MciTool> {
  const tool =
    (await catalog.current()).tools.get(name) ?? (await catalog.refresh()).tools.get(name);
  if (tool) return tool;
  const available = [...(await catalog.current()).tools.keys()];
  throw new PlugboardError('not_found', { kind: 'tool', name, available });
}

/** Servers whose variables are not set have no definition, and so no connection. */
function definitionsOf(
  servers: ReadonlyMap<string, ServerConfig>,
  env: Env,
): readonly UpstreamDefinition[] {
  return [...servers].flatMap(([name, config]) => {
    try {
      return [toUpstream(name, config, env)];
    } catch {
      return [];
    }
  });
}

interface Connecting {
  readonly catalog: Catalog;
  readonly upstreams: Upstreams;
  readonly env: Env;
}

async function connectionTo(
  name: string,
  { catalog, upstreams, env }: Connecting,
): Promise<ToolSource> {
  const { servers } = await catalog.current();
  const config = servers.get(name);
  if (config) return upstreams.get(toUpstream(name, config, env));
  throw new PlugboardError('not_found', { kind: 'server', name, available: [...servers.keys()] });
}
