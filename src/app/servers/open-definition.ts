// Opens what a definition describes: a server over a wire, or tools of this machine in process.
import type {
  HttpDefinition,
  LocalDefinition,
  ServerDefinition,
  StdioDefinition,
} from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { filtered } from '../../core/wrappers/filtered.ts';
import type { ServerMemory } from '../../mcp/client/open-client.ts';
import { childBaseEnv } from '../../platform/env.ts';
import type { ServerProcess } from '../../platform/server-process.ts';
import { openUpstream } from '../../sources/upstream/open-upstream.ts';
import type { RemoteServer, StdioServer } from '../../sources/upstream/upstream-server.ts';
import type { EraMemory } from './era-memory.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenDefinitionOptions {
  /** What a server inherits before its own variables. */
  readonly env: Environment;
  readonly memory: EraMemory;
  /** The server is asked what it is even if that is remembered: its version is wanted. */
  readonly isDescribed?: boolean;
  /** Local tools are looked at again when their files change. */
  readonly isWatching?: boolean;
  readonly onStderr?: (server: string, chunk: Buffer) => void;
  /** Told of each process that is started for the server. */
  readonly onProcess?: (process: ServerProcess) => void;
}

export async function openDefinition(
  definition: ServerDefinition,
  options: OpenDefinitionOptions,
): Promise<ToolSource> {
  const { transport, allowedTools, blockedTools = [] } = definition;
  const source =
    transport.kind === 'local'
      ? await openLocal(definition.name, transport, options)
      : await openRemote(definition, options);
  if (allowedTools === undefined && blockedTools.length === 0) return source;
  return filtered(
    source,
    (tool) => (allowedTools?.includes(tool) ?? true) && !blockedTools.includes(tool),
  );
}

async function openRemote(
  definition: ServerDefinition,
  { env, memory, isDescribed, onStderr, onProcess }: OpenDefinitionOptions,
): Promise<ToolSource> {
  const { name, transport } = definition;
  const server = toUpstream(definition, env);
  const key = JSON.stringify(
    server.kind === 'http' ? server.url : [server.command, server.args, server.cwd],
  );
  const said = saidEra(definition);
  const remembered = said ?? (await memory.recall(key));
  const isBlank = isDescribed === true && remembered === 'modern' && said === undefined;
  return openUpstream(server, {
    id: name,
    ...(remembered !== undefined && !isBlank && { remembered }),
    // Lines are tried the legacy way first: only what differs is worth a file.
    onRemember: (era) => {
      if (transport.kind === 'http' || era === 'modern') memory.remember(key, era);
    },
    ...(onStderr && { onStderr: (chunk: Buffer) => onStderr(name, chunk) }),
    ...(onProcess && { onProcess }),
  });
}

/** What the entry itself says about the protocol. */
function saidEra({ transport, protocolVersion }: ServerDefinition): ServerMemory | undefined {
  if (transport.kind === 'http' && transport.legacySse === true) return 'sse-2024';
  if (protocolVersion === 'legacy') return 'legacy';
  return protocolVersion === '2026-07-28' ? 'modern' : undefined;
}

function toUpstream(
  { name, transport }: ServerDefinition,
  env: Environment,
): StdioServer | RemoteServer {
  if (transport.kind === 'stdio') return toStdio(transport, env);
  if (transport.kind === 'local') throw new PlugboardError('internal', {});
  refuseCleartext(name, transport);
  const { url, headers } = transport;
  return { kind: 'http', url, headers: async () => headers };
}

/** The environment of one server is made for it alone. */
function toStdio({ command, args, cwd, env }: StdioDefinition, inherited: Environment) {
  return {
    kind: 'stdio',
    command,
    args,
    cwd,
    env: { ...childBaseEnv(inherited), ...env },
  } as const;
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u;

function refuseCleartext(name: string, { url, allowHttp }: HttpDefinition): void {
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'http:' || allowHttp || LOOPBACK.test(hostname)) return;
  throw new PlugboardError(
    'connection_refused',
    { server: name, reason: `cleartext HTTP is not allowed for '${origin}'` },
    { hint: 'Use https://, pass `--allow-http`, or write `"allowHttp": true` into its entry' },
  );
}

async function openLocal(
  name: string,
  { source, path, env }: LocalDefinition,
  { isWatching = false, env: inherited }: OpenDefinitionOptions,
): Promise<ToolSource> {
  if (source === 'bash') {
    const hint = 'Of local tools `{ "scripts": "./dir" }` and `{ "mci": "./file" }` can be opened';
    throw new PlugboardError('not_supported', { source: name, what: `"${source}"` }, { hint });
  }
  const { openSource } = await import('../open-source.ts');
  const { scriptEnv } = await import('../script-env.ts');
  return openSource(path, {
    cwd: path,
    scripts: (root) => ({
      id: name,
      watch: isWatching,
      configEnv: () => ({ ...scriptEnv(root), ...env }),
    }),
    mci: { id: name, watch: isWatching, env: { ...childBaseEnv(inherited), ...env } },
  });
}
