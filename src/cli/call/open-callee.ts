// Finds out where a call goes: a folder of scripts, a configured server, or one described by flags.
import type { Servers } from '../../app/servers/open-servers.ts';
import { toPlugboardError } from '../../core/errors.ts';
import { isAdHoc, openAdHoc, openReachable } from '../client/open-target.ts';
import { readTimeoutMs, timeoutOf } from '../client/timeouts.ts';
import type { Deps } from '../deps.ts';
import {
  isPath,
  parsePathSelector,
  parseServerSelector,
  type ServerSelector,
} from '../parse-selector.ts';
import { aboutSubject } from '../report-error.ts';
import type { CallOptions } from './call-flags.ts';
import type { Callee } from './perform-call.ts';

/** `https://mcp.example.com/mcp.tool`: an address and a tool. */
const ADDRESS = /^(https?:\/\/[^/]+\/.*)\.([A-Za-z_][\w-]*)$/su;

export type OpenedCallee = Callee & AsyncDisposable;

export async function openCallee(
  selector: string,
  options: CallOptions,
  deps: Deps,
): Promise<OpenedCallee> {
  if (isPath(selector) && !isAdHoc(options)) return openLocal(selector, options, deps);
  const [, httpUrl, tool = ''] = ADDRESS.exec(selector) ?? [];
  if (httpUrl !== undefined) return openCallee(tool, { ...options, httpUrl }, deps);
  const servers = await openReachable(options, deps);
  try {
    const callee = isAdHoc(options)
      ? await openDescribed(selector, { servers, options }, deps)
      : await openConfigured(selector, { servers, options }, deps);
    return { ...callee, [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose]() };
  } catch (thrown) {
    await servers[Symbol.asyncDispose]();
    throw thrown;
  }
}

interface ServerRequest {
  readonly servers: Servers;
  readonly options: CallOptions;
}

async function openConfigured(
  text: string,
  { servers, options }: ServerRequest,
  deps: Deps,
): Promise<Callee> {
  const { server, tool } = await selectServer(text, servers);
  const { source, definition } = await servers.open(server).catch((thrown: unknown) => {
    throw aboutSubject(toPlugboardError(thrown), { server, tool });
  });
  const timeoutMs = timeoutOf('MCPLUG_CALL_TIMEOUT', deps, {
    flag: options.timeout,
    entry: definition.timeouts?.callMs,
  });
  return { source, server, toolNames: [tool], timeoutMs };
}

async function selectServer(text: string, servers: Servers): Promise<ServerSelector> {
  try {
    return parseServerSelector(text, await servers.names());
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    if (error.code !== 'not_found') throw error;
    const { unknownHere } = await import('../client/unknown-here.ts');
    throw unknownHere(text, await servers.config());
  }
}

/** `tool`, or `server.tool` with whatever name the server is given there. */
async function openDescribed(
  selector: string,
  { servers, options }: ServerRequest,
  deps: Deps,
): Promise<Callee> {
  const { source, definition, persist } = await openAdHoc({ servers, options }, deps);
  const { name } = definition;
  const [, afterDot] = /^[^.]+\.(.+)$/su.exec(selector) ?? [];
  const afterName = selector.startsWith(`${name}.`) ? selector.slice(name.length + 1) : undefined;
  const bare = afterName ?? afterDot;
  return {
    source,
    server: name,
    toolNames: bare === undefined ? [selector] : [bare, selector],
    timeoutMs: timeoutOf('MCPLUG_CALL_TIMEOUT', deps, { flag: options.timeout }),
    onListed: persist,
  };
}

/** Scripts have limits of their own; another is set only by who asks for it. */
async function openLocal(text: string, options: CallOptions, deps: Deps): Promise<OpenedCallee> {
  const { path, tool } = parsePathSelector(text);
  const [{ openPath }, { readyToServe }] = await Promise.all([
    import('../client/open-path.ts'),
    import('../../app/ready-to-serve.ts'),
  ]);
  const opened = await openPath(path, deps, tool);
  return {
    source: readyToServe(opened),
    toolNames: [tool],
    timeoutMs: options.timeout ?? readTimeoutMs(deps.env, 'MCPLUG_CALL_TIMEOUT') ?? Infinity,
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}
