// Looks at one server: whether it answers, what it says of itself, and its tools.
import type { OpenServer } from '../../app/servers/open-servers.ts';
import type { Origin, ServerDefinition } from '../../config/server-definition.ts';
import { toPlugboardError, type PlugboardError } from '../../core/errors.ts';
import type { SourceInfo, Tool } from '../../core/tool-source.ts';
import type { Deps } from '../deps.ts';
import { askTarget } from './target.ts';
import { timeoutOf } from './timeouts.ts';

export const STATUSES = ['ok', 'auth', 'offline', 'error'] as const;
export type ServerStatus = (typeof STATUSES)[number];

export interface ServerLook {
  readonly name: string;
  readonly status: ServerStatus;
  readonly durationMs: number;
  /** As written where it could not be made ready; absent where it is not even understood. */
  readonly definition?: ServerDefinition;
  /** Where it is configured. */
  readonly origin?: Origin;
  readonly info?: SourceInfo | undefined;
  readonly tools: readonly Tool[];
  readonly error?: PlugboardError;
}

export interface LookRequest {
  readonly name: string;
  readonly open: () => Promise<OpenServer>;
  /** The value of `--timeout`. */
  readonly timeoutMs: number | undefined;
}

/** What is wrong with a server is what was seen; only Ctrl-C is thrown. */
export async function lookAtServer(request: LookRequest, deps: Deps): Promise<ServerLook> {
  const { name } = request;
  const startedMs = Date.now();
  let definition: ServerDefinition | undefined;
  try {
    const opened = await request.open();
    definition = opened.definition;
    const said = { flag: request.timeoutMs, entry: definition.timeouts?.startMs };
    const timeoutMs = timeoutOf('MCPLUG_LIST_TIMEOUT', deps, said);
    const { source } = opened;
    const { items } = await askTarget({ name, timeoutMs }, (ctx) => source.tools.list(ctx), deps);
    const durationMs = Date.now() - startedMs;
    return { name, status: 'ok', durationMs, definition, info: source.info, tools: items };
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    if (deps.signal.aborted) throw error;
    return {
      name,
      status: statusOf(error, definition),
      durationMs: Date.now() - startedMs,
      ...(definition && { definition }),
      tools: [],
      error,
    };
  }
}

/** A machine that does not answer is offline; a program that does not run is an error. */
function statusOf(error: PlugboardError, definition: ServerDefinition | undefined): ServerStatus {
  if (error.code === 'auth_required') return 'auth';
  if (error.code === 'timeout') return 'offline';
  const isRemote = definition?.transport.kind === 'http';
  return error.code === 'connection_refused' && isRemote ? 'offline' : 'error';
}
