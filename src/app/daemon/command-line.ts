// A command line of a caller, run inside the daemon: its streams are messages, its servers are warm.
import type { Readable } from 'node:stream';
import { PlugboardError } from '../../core/errors.ts';
import type { CallContext } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';
import { openServers, type OpenServers } from '../servers/open-servers.ts';
import type { PoolOptions, ServerPool } from '../servers/server-pool.ts';
import type { loadConfig } from '../../config/load-config.ts';
import { CommandOutput } from './command-output.ts';
import { toCommandRequest } from './command-request.ts';
import { isKept } from './is-kept.ts';
import type { KeptServers } from './kept-servers.ts';

/** What the program needs to run a command line of somebody else. */
export interface CommandLine {
  readonly program: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  readonly home: string;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
  readonly openServers: OpenServers;
}

/** Runs it to its end and gives the exit status. */
export type RunCommandLine = (line: CommandLine) => Promise<number>;

export interface CommandLineOptions {
  readonly run: RunCommandLine;
  readonly servers: KeptServers;
  readonly loadConfig: typeof loadConfig;
  /** Where the input of the caller arrives. */
  readonly stdin: Readable;
}

/**
 * The answer to `plugboard/run`. Nothing is told to the caller before a server of ours is reached:
 * until then it can still run the command line by itself.
 */
export async function answerRun(
  params: JsonObject,
  ctx: CallContext,
  options: CommandLineOptions,
): Promise<JsonObject> {
  const request = toCommandRequest(params);
  const end = new AbortController();
  const output = new CommandOutput(ctx, request.terminals);
  using following = new DisposableList();
  let isMine = true;
  const refuse = () => {
    isMine = false;
    const reason = new PlugboardError('cancelled', { reason: 'it is for the caller to run' });
    end.abort(reason);
    return reason;
  };
  const pool: ServerPool = {
    open: async (definition, asked) => {
      if (!isKept(definition)) throw refuse();
      await output.accept();
      return options.servers.open(definition, asked);
    },
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
  const exitCode = await options.run({
    ...request,
    stdin: Object.assign(options.stdin, { isTTY: request.terminals.has('stdin') }),
    stdout: output.stdout,
    stderr: output.stderr,
    signal: AbortSignal.any([ctx.signal, end.signal]),
    openServers: (asked) =>
      openServers({
        ...asked,
        // Values the user types are asked for where the user is.
        askInput: () => Promise.reject(refuse()),
        loadConfig: options.loadConfig,
        pool: asked.onStderr ? reading(pool, options.servers, { following, ...asked }) : pool,
      }),
  });
  return isMine ? { exitCode, ...output.rest() } : { notMine: true };
}

/** The caller wants to see what the server says on stderr while it works for it. */
function reading(
  pool: ServerPool,
  servers: KeptServers,
  { following, onStderr }: { following: DisposableList } & Pick<PoolOptions, 'onStderr'>,
): ServerPool {
  return {
    ...pool,
    open: async (definition, asked) => {
      const source = await pool.open(definition, asked);
      const { readers } = servers.get(definition);
      if (onStderr) {
        readers.add(onStderr);
        following.push(() => readers.delete(onStderr));
      }
      return source;
    },
  };
}

class DisposableList implements Disposable {
  #ends: (() => void)[] = [];
  push(end: () => void): void {
    this.#ends.push(end);
  }
  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}
