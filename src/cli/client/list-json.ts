// The lists as programs read them: the shapes of mcplug, with the fields of mcporter beside them.
import type { LoadedConfig } from '../../config/load-config.ts';
import type { Origin, ServerDefinition } from '../../config/server-definition.ts';
import { toIssue } from '../report-error.ts';
import { STATUSES, type ServerLook } from './look-at-server.ts';

export function toListJson(
  looks: readonly ServerLook[],
  problems: LoadedConfig['problems'],
): object {
  const count = (status: string) => looks.filter((look) => look.status === status).length;
  const reachable = count('ok');
  return {
    mode: 'list',
    total: looks.length,
    reachable,
    unreachable: looks.length - reachable,
    counts: { ...Object.fromEntries(STATUSES.map((status) => [status, count(status)])), http: 0 },
    servers: looks.map((look) => ({
      ...toCommonJson(look),
      tools: look.tools.map(({ name, description }) => ({ name, description })),
    })),
    ...(problems.length > 0 && {
      problems: problems.map(({ file, error }) => ({ file, message: error.message })),
    }),
  };
}

export function toServerJson(look: ServerLook): object {
  const { name, info, tools } = look;
  return {
    mode: 'server',
    server: name,
    ...toCommonJson(look),
    ...(info?.instructions !== undefined && { instructions: info.instructions }),
    toolCount: tools.length,
    tools,
  };
}

function toCommonJson(look: ServerLook) {
  const { name, status, durationMs, info, definition, error } = look;
  const origin = definition?.origin ?? look.origin;
  return {
    name,
    status,
    ...(info && { version: info.version }),
    ...(definition?.description !== undefined && { description: definition.description }),
    durationMs,
    ...(definition && {
      transport: renderTransport(definition),
      lifecycle: definition.lifecycle.mode,
    }),
    ...(origin && { source: toSource(origin) }),
    ...(error && { error: error.message, issue: toIssue(error) }),
    ...(status === 'auth' && { authCommand: `mcplug auth ${name}` }),
  };
}

/** How the server is reached, in one line; headers and variables may be secret and are left out. */
export function renderTransport({ transport }: Pick<ServerDefinition, 'transport'>): string {
  if (transport.kind === 'http') return `HTTP ${transport.url}`;
  if (transport.kind === 'local') return `${transport.source} ${transport.path}`;
  return `STDIO ${[transport.command, ...transport.args].join(' ')}`;
}

function toSource({ file, layer, editor }: Origin) {
  return {
    kind: layer === 'import' ? 'import' : 'local',
    path: file,
    ...(editor && { importKind: editor }),
  };
}
