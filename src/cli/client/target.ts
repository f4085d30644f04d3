// The server a command is about: named by its first word, by an address, by a path, or by flags.
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { OpenServer, Servers } from '../../app/servers/open-servers.ts';
import { withDeadline } from '../../app/servers/with-deadline.ts';
import type { CallContext } from '../../core/call-context.ts';
import { toPlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import type { Deps } from '../deps.ts';
import { isPath } from '../parse-selector.ts';
import { aboutSubject } from '../report-error.ts';
import { unreadable } from '../unreadable.ts';
import {
  isAdHoc,
  openAdHoc,
  openReachable,
  refuseLooseFlags,
  type AdHocTarget,
  type TargetOptions,
} from './open-target.ts';
import { logWriter } from './server-log.ts';
import { timeoutOf, type TimeoutVariable } from './timeouts.ts';
import { unknownHere } from './unknown-here.ts';

export interface TargetRequest {
  readonly options: TargetOptions & { readonly timeout: number | undefined };
  readonly operands: readonly string[];
  /** The version and the instructions of the server are wanted. */
  readonly isDescribed?: boolean;
  readonly variable: TimeoutVariable;
}

export interface Target extends AsyncDisposable {
  readonly name: string;
  readonly source: ToolSource;
  /** Absent where a path was named. */
  readonly definition?: ServerDefinition;
  /** The words after the server. */
  readonly rest: readonly string[];
  readonly timeoutMs: number;
  persist(): Promise<void>;
}

export async function openTarget(request: TargetRequest, deps: Deps): Promise<Target> {
  const { operands } = request;
  const [first, ...rest] = operands;
  const isDescribed = isAdHoc(request.options);
  if (!isDescribed && first !== undefined && isPath(first)) return openLocal(first, request, deps);
  if (!isDescribed && first !== undefined && /^https?:\/\//u.test(first)) {
    const options = { ...request.options, httpUrl: first };
    return openServer({ ...request, options, operands: rest }, deps);
  }
  refuseLooseFlags(request.options);
  return openServer(request, deps);
}

async function openServer(request: TargetRequest, deps: Deps): Promise<Target> {
  const { options, operands, variable } = request;
  const isDescribed = request.isDescribed ?? false;
  const servers = await openReachable(options, deps);
  try {
    const [name, ...rest] = operands;
    const opened: OpenServer & Partial<AdHocTarget> = isAdHoc(options)
      ? await openAdHoc({ servers, options, isDescribed }, deps)
      : await openNamed(name, servers, { isDescribed });
    const { definition, source } = opened;
    const said = { flag: options.timeout, entry: definition.timeouts?.startMs };
    return {
      name: definition.name,
      source,
      definition,
      rest: isAdHoc(options) ? operands : rest,
      timeoutMs: timeoutOf(variable, deps, said),
      persist: opened.persist ?? (async () => {}),
      [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
    };
  } catch (thrown) {
    await servers[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** A name nobody knows is met with the names there are. */
async function openNamed(
  name: string | undefined,
  servers: Servers,
  options: { readonly isDescribed: boolean },
): Promise<OpenServer> {
  if (name === undefined) {
    throw unreadable('name a server, or describe one with --http-url or --stdio');
  }
  try {
    return await servers.open(name, options);
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    const isUnknown = 'kind' in error.facts && error.facts.kind === 'server';
    throw isUnknown
      ? unknownHere(name, await servers.config())
      : aboutSubject(error, { server: name });
  }
}

async function openLocal(path: string, request: TargetRequest, deps: Deps): Promise<Target> {
  const { openPath } = await import('./open-path.ts');
  const source = await openPath(path, deps);
  return {
    name: source.id,
    source,
    rest: request.operands.slice(1),
    timeoutMs: timeoutOf(request.variable, deps, { flag: request.options.timeout }),
    persist: async () => {},
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

/** Asks the target something within its time; errors say which server they are about. */
export async function askTarget<Value>(
  target: Pick<Target, 'name' | 'timeoutMs'>,
  ask: (ctx: CallContext) => Promise<Value>,
  deps: Deps,
): Promise<Value> {
  const { name, timeoutMs } = target;
  try {
    return await withDeadline({ timeoutMs, what: name, signal: deps.signal }, (guard) =>
      ask(localContext({ signal: guard.signal, onLog: logWriter(deps, 'warn') })),
    );
  } catch (thrown) {
    throw aboutSubject(toPlugboardError(thrown), { server: name });
  }
}
