// Runs a program that talks with the user: what it prints is shown, what is typed reaches it.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endGroup, findStarter, signalGroup, spawnGroup, toSpawnError } from './spawn.ts';

export interface DialogProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface DialogOptions {
  readonly input: NodeJS.ReadableStream;
  /** Shown all that the program prints: our own stdout is for data. */
  readonly output: NodeJS.WritableStream;
  /** Ends the program, and all it started. */
  readonly signal: AbortSignal;
}

const TERM_GRACE_MS = 2_000;
/** What was printed last is still on its way; a browser that was opened may hold the pipes for days. */
const HOLDER_GRACE_MS = 200;

/** How it ended, in words; `undefined` where all went well. */
export async function runDialog(
  program: DialogProgram,
  options: DialogOptions,
): Promise<string | undefined> {
  const { command, ...rest } = program;
  const child = spawnGroup(command, { ...rest, stdin: 'pipe', start: await findStarter() });
  const exited = once(child, 'exit');
  const closed = new Promise((resolve) => child.once('close', resolve));
  connect(child, options);
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), TERM_GRACE_MS).unref();
  };
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    const [code, signal] = (await exited) as [number | null, string | null];
    endGroup(child);
    await Promise.race([closed, pause(HOLDER_GRACE_MS, undefined, { ref: false })]);
    if (code === 0) return undefined;
    return signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  } catch (thrown) {
    throw toSpawnError(command, thrown);
  } finally {
    options.signal.removeEventListener('abort', stop);
    endGroup(child);
    disconnect(child, options);
  }
}

function connect(child: ChildProcess, { input, output }: DialogOptions): void {
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => void output.write(chunk));
  }
  if (!child.stdin) return;
  // A program that asks nothing ends without having read its input.
  child.stdin.on('error', () => {});
  input.pipe(child.stdin);
}

/** Nothing of it keeps us any longer. */
function disconnect(child: ChildProcess, { input }: DialogOptions): void {
  if (child.stdin) input.unpipe(child.stdin);
  input.pause();
  for (const stream of child.stdio) stream?.destroy();
}
