// The extra methods of the daemon's socket.
import { Readable } from 'node:stream';
import type { LoadConfigOptions, loadConfig } from '../../config/load-config.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { CallContext } from '../../core/call-context.ts';
import type { DialectMethod } from '../../core/dialect.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { BUILD, VERSION } from '../../core/version.ts';
import { LOGGERS, METHODS } from '../../daemon/protocol.ts';
import { answerRun, type RunCommandLine } from './command-line.ts';
import { toEnvironment, toTexts } from './command-request.ts';
import { daemonStatus } from './daemon-status.ts';
import type { KeptServers } from './kept-servers.ts';
import { tellingErrors } from './told-errors.ts';

export interface DaemonParts {
  readonly servers: KeptServers;
  readonly loadConfig: typeof loadConfig;
  readonly run: RunCommandLine;
  readonly startedMs: number;
  readonly onEvent: (text: string) => void;
  /** Counts as work until it is done: a daemon ends only in between. */
  busy<Value>(work: () => Promise<Value>): Promise<Value>;
  /** New work is for the next daemon. */
  isEnding(): boolean;
  /** What we load later is still where we were started from. */
  isInstalled(): boolean;
  /** Accepts nobody any more and ends after the last call; resolves when it accepts nobody. */
  handOver(): Promise<void>;
  /** Ends, also what takes too long; resolves when every server has stopped. */
  stop(): Promise<void>;
}

/** What one connection does besides answering. */
export interface ConnectionSide {
  /** From now on everything that arrives is for this source. */
  attach(source: ToolSource): void;
}

export function daemonMethods(
  parts: DaemonParts,
  connection: ConnectionSide,
): Readonly<Record<string, DialectMethod>> {
  let input: Readable | undefined;
  return {
    [METHODS.run]: {
      run: (params, _, ctx) =>
        forOwnBuild(ctx, parts, async () => {
          parts.onEvent(`run ${commandOf(params)}`);
          const stdin = requestedInput(ctx);
          input = stdin;
          return parts.busy(() => answerRun(params, ctx, { ...parts, stdin }));
        }),
    },
    [METHODS.input]: {
      run: ({ data }) => {
        input?.push(typeof data === 'string' ? Buffer.from(data, 'base64') : null);
        return {};
      },
    },
    [METHODS.attach]: {
      run: (params, _, ctx) =>
        forOwnBuild(ctx, parts, async () => {
          // Written by us, and read by nobody else: the socket is the user's alone.
          const definition = params['definition'] as unknown as ServerDefinition;
          const places = params['places'] as unknown as LoadConfigOptions;
          const env = toEnvironment(params['env']);
          // The caller has read it already: here it tells what changed.
          await parts.loadConfig({ ...places, env }).catch(() => undefined);
          parts.onEvent(`attach ${definition.name}`);
          const source = await parts.servers.open(definition, { env });
          // Connected now, so that the caller learns who the server is; what fails is told later.
          await parts.busy(() => source.tools.list(ctx).catch(() => undefined));
          connection.attach(tellingErrors(source));
          return { attached: true };
        }),
    },
    [METHODS.status]: {
      run: async () => ({ status: (await daemonStatus(parts)) as unknown as JsonObject }),
    },
    [METHODS.stop]: {
      run: async ({ server }) => {
        if (isJsonObject(server)) return { stopped: await stopServer(server, parts) };
        await parts.stop();
        return { stopped: true };
      },
    },
  };
}

/** A daemon of another build may do things differently: it makes room for one of the caller's. */
async function forOwnBuild(
  { caller }: CallContext,
  { isEnding, isInstalled, handOver, onEvent }: DaemonParts,
  work: () => Promise<JsonObject>,
): Promise<JsonObject> {
  // A caller that runs from source has no build to tell.
  const isOwn = caller.version === BUILD || caller.version === VERSION;
  if (isOwn && isInstalled() && !isEnding()) return work();
  onEvent(`version ${caller.version ?? 'unknown'} takes over`);
  await handOver();
  return { notMine: true, handOver: true, build: BUILD };
}

/** Names only: arguments may be secrets. */
function commandOf({ argv }: JsonObject): string {
  const [first = '', second = ''] = toTexts(argv);
  const selector = /^[\w.-]+/u.exec(first === 'call' ? second : first)?.[0] ?? '';
  return `call ${selector}`;
}

/** Asks the caller for its input when the command begins to read. */
function requestedInput(ctx: CallContext): Readable {
  let isAsked = false;
  return new Readable({
    read: () => {
      if (!isAsked) ctx.log('info', '', LOGGERS.stdin);
      isAsked = true;
    },
  });
}

async function stopServer({ name, file }: JsonObject, { servers }: DaemonParts): Promise<number> {
  const found = servers.all().filter(({ definition }) => {
    const isHere = file === undefined || definition.origin.file === file;
    return definition.name === name && isHere;
  });
  const running = found.filter(({ state }) => state !== 'stopped');
  await Promise.all(found.map((kept) => kept.stop()));
  return running.length;
}
