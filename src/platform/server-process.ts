// A long-lived child that is talked to over its pipes: started, listened to, and ended as a group.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { endGroup, findStarter, signalGroup, spawnGroup, toSpawnError } from './spawn.ts';
import { leaveGroups } from './watchdog.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Told each piece of stderr as it comes. */
  readonly onStderr?: (chunk: Buffer) => void;
}

export interface ServerProcess {
  readonly pid: number | undefined;
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Why it ended, with the end of what it said on stderr. */
  readonly ended: Promise<string>;
  /** Closes its input, then asks, then kills; resolves when nothing of its group is left. */
  close(): Promise<void>;
}

const CLOSE_GRACE_MS = 500;
const TERM_GRACE_MS = 2000;
const TAIL_BYTES = 2000;

/** Starts the program; throws where it cannot be started. */
export async function openServerProcess(server: ServerCommand): Promise<ServerProcess> {
  const { command, args, env, cwd } = server;
  const child = spawnGroup(command, {
    args,
    env,
    stdin: 'pipe',
    start: await findStarter(),
    ...(cwd !== undefined && { cwd }),
  });
  const { stdin, stdout } = child;
  try {
    if (child.pid === undefined) await once(child, 'spawn');
  } catch (cause) {
    throw toSpawnError(command, cause);
  }
  if (!stdin || !stdout) throw toSpawnError(command, undefined);
  const tail = stderrTail(child, server.onStderr);
  const ended = once(child, 'exit').then(([code, signal]) => {
    endGroup(child);
    return describeEnd(code as number | null, signal as string | null, tail());
  });
  stdin.on('error', () => {});
  return {
    pid: child.pid,
    input: stdout,
    output: stdin,
    ended,
    close: async () => {
      stdin.end();
      // Whoever reads its stderr wants to read it to the end.
      if (isLeaving && !server.onStderr && leaveGroups()) return letGo(child);
      if (await within(ended, CLOSE_GRACE_MS)) return;
      signalGroup(child, 'SIGTERM');
      if (await within(ended, TERM_GRACE_MS)) return;
      endGroup(child);
      await ended;
    },
  };
}

let isLeaving = false;

/**
 * From now on closing a server means to close its input and go: the process ends next, and who
 * waits for its answer does not wait for a server to end. The watchdog sees to it.
 */
export function leaveServersBehind(): void {
  isLeaving = true;
}

/** Nothing of it keeps this process any longer. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) stream?.destroy();
}

function stderrTail(child: ChildProcess, onStderr: ServerCommand['onStderr']): () => string {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-TAIL_BYTES);
    onStderr?.(chunk);
  });
  return () => tail.trim();
}

function describeEnd(code: number | null, signal: string | null, tail: string): string {
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  return `the server ${how}${tail === '' ? '' : `\n${tail}`}`;
}

/** Whether the process ended in time. */
async function within(ended: Promise<string>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const inTime = await Promise.race([ended.then(() => true), late]);
  clearTimeout(timer);
  return inTime;
}
