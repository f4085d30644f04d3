// Opens what a definition describes: a server over a wire, or tools of this machine in process.
import type {
  LocalDefinition,
  ServerDefinition,
  StdioDefinition,
} from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { filtered } from '../../core/wrappers/filtered.ts';
import type { ServerMemory } from '../../mcp/client/open-client.ts';
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import type { ServerProcess } from '../../platform/server-process.ts';
import { openUpstream } from '../../sources/upstream/open-upstream.ts';
import type { RemoteServer, StdioServer } from '../../sources/upstream/upstream-server.ts';
import type { AuthPlace } from '../auth/open-login.ts';
import type { EraMemory } from './era-memory.ts';
import { refuseCleartext } from './refuse-cleartext.ts';
import { homeFolder } from '../../platform/home-folder.ts';

export interface OpenDefinitionOptions {
  /** What a server inherits before its own variables. */
  readonly env: Environment;
  /** Where the user's files are, logins among them; default that of this process. */
  readonly home?: string;
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
  { env, home, memory, isDescribed, onStderr, onProcess }: OpenDefinitionOptions,
): Promise<ToolSource> {
  const { name, transport } = definition;
  const server = await withLogin(toUpstream(definition, env), definition, {
    env,
    home: home ?? homeFolder(),
  });
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

/** What a login adds is asked for when it is needed, and loaded where there can be one. */
async function withLogin(
  server: StdioServer | RemoteServer,
  definition: ServerDefinition,
  place: AuthPlace,
): Promise<StdioServer | RemoteServer> {
  if (server.kind === 'http') {
    const { httpAuthorizer } = await import('../auth/http-authorizer.ts');
    const authorizer = httpAuthorizer(definition, place);
    return authorizer ? { ...server, authorizer } : server;
  }
  if (!definition.auth) return server;
  const { tokenEnv } = await import('../auth/token-env.ts');
  const freshEnv = tokenEnv(definition, place);
  return freshEnv ? { ...server, freshEnv } : server;
}

export function toUpstream(
  { name, transport }: ServerDefinition,
  env: Environment,
): StdioServer | RemoteServer {
  if (transport.kind === 'stdio') return toStdio(transport, env);
  if (transport.kind === 'local') throw new PlugboardError('internal', {});
  const { url, headers, allowHttp } = transport;
  if (!allowHttp) refuseCleartext(name, url, WAYS_OUT);
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

const WAYS_OUT = 'Use https://, pass `--allow-http`, or write `"allowHttp": true` into its entry';

async function openLocal(
  name: string,
  { source, path, env }: LocalDefinition,
  { isWatching = false, env: inherited }: OpenDefinitionOptions,
): Promise<ToolSource> {
  if (source === 'bash') {
    const { openBash } = await import('../../sources/bash/open-bash.ts');
    return openBash(path, { id: name, watch: isWatching, env: { ...inherited, ...env } });
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
    mci: { id: name, watch: isWatching, inherited: { ...inherited, ...env } },
  });
}
