// The configured servers and those named on the command line: found, resolved and opened when asked for.
import { join } from 'node:path';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import type { AskInput } from '../../config/lookup-values.ts';
import { resolveServer } from '../../config/resolve-server.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { cacheDir } from '../../platform/cache-dir.ts';
import type { Environment } from '../../platform/env.ts';
import { toAbsolutePath } from '../locate.ts';
import { openEraMemory } from './era-memory.ts';
import { openServerPool, type PoolOptions, type ServerPool } from './server-pool.ts';

export interface ServersOptions extends Partial<PoolOptions> {
  readonly cwd: string;
  readonly env: Environment;
  readonly home: string;
  /** The value of `--config`. */
  readonly configPath?: string;
  /** The value of `--root`: where the project is, and where its stdio servers run. */
  readonly rootDir?: string;
  /** The value of `--cwd`: where stdio servers run. */
  readonly serverCwd?: string;
  /** Cleartext to other machines is wanted, whatever the entries say. */
  readonly allowHttp?: boolean;
  readonly askInput?: AskInput;
  /** Default: the files are read. */
  readonly loadConfig?: typeof loadConfig;
  /** Instances that outlive this object, as in a daemon; default: its own. */
  readonly pool?: ServerPool;
}

export interface OpenServer {
  readonly definition: ServerDefinition;
  /** Shared; disposing it closes nothing. */
  readonly source: ToolSource;
}

export interface OpenServerOptions {
  /** The version and the instructions of the server are wanted. */
  readonly isDescribed?: boolean;
}

export interface Servers extends AsyncDisposable {
  /** What is configured; read when first asked for. */
  config(): Promise<LoadedConfig>;
  /** The names of the servers that are switched on, sorted. */
  names(): Promise<readonly string[]>;
  /** The definition with its placeholders replaced; what is wrong with it is an error here. */
  resolve(name: string): Promise<ServerDefinition>;
  open(name: string, options?: OpenServerOptions): Promise<OpenServer>;
  openAdHoc(definition: ServerDefinition, options?: OpenServerOptions): Promise<OpenServer>;
}

export type OpenServers = (options: ServersOptions) => Promise<Servers>;

export async function openServers(options: ServersOptions): Promise<Servers> {
  const pool = options.pool ?? openServerPool(toPoolOptions(options));
  let loading: Promise<LoadedConfig> | undefined;
  const config = () => (loading ??= (options.loadConfig ?? loadConfig)(options));

  const resolve = async (name: string) => {
    const definition = await resolveServer(await config(), name, options);
    if (!definition.enabled) throw switchedOff(definition);
    return withOverrides(definition, options);
  };
  const openAdHoc: Servers['openAdHoc'] = async (given, request = {}) => {
    const definition = withOverrides(given, options);
    const source = await pool.open(definition, { env: options.env, ...request });
    return { definition, source };
  };
  return {
    config,
    names: async () => {
      const servers = [...(await config()).servers.values()];
      return servers.flatMap(({ name, enabled }) => (enabled ? [name] : [])).toSorted();
    },
    resolve,
    open: async (name, request) => openAdHoc(await resolve(name), request),
    openAdHoc,
    [Symbol.asyncDispose]: async () => {
      if (!options.pool) await pool[Symbol.asyncDispose]();
    },
  };
}

function toPoolOptions(options: ServersOptions): PoolOptions {
  const { memory, home, isWatching, onStderr, openKept } = options;
  return {
    home,
    memory: memory ?? openEraMemory(join(cacheDir(), 'servers.json')),
    ...(isWatching !== undefined && { isWatching }),
    ...(onStderr && { onStderr }),
    ...(openKept && { openKept }),
  };
}

export function switchedOff({
  name,
  origin,
}: Pick<ServerDefinition, 'name' | 'origin'>): PlugboardError {
  const hint = `It is switched off in ${origin.file}`;
  return new PlugboardError('not_found', { kind: 'server', name }, { hint });
}

/** What the command line says wins over the entry. */
function withOverrides(
  definition: ServerDefinition,
  { cwd, serverCwd, rootDir, allowHttp }: ServersOptions,
): ServerDefinition {
  const { transport } = definition;
  if (transport.kind === 'http') {
    return allowHttp ? { ...definition, transport: { ...transport, allowHttp } } : definition;
  }
  const folder = serverCwd ?? rootDir;
  if (transport.kind !== 'stdio' || folder === undefined) return definition;
  return { ...definition, transport: { ...transport, cwd: toAbsolutePath(folder, cwd) } };
}
