// Runs a program to its end: both pipes drained, bounded in time and output, its group killed after it.
import type { ChildProcess } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { PlugboardError } from '../core/errors.ts';
import { MAX_TIMER_MS } from '../core/max-timer.ts';
import { endGroup, signalGroup, spawnGroup, toSpawnError } from './spawn.ts';

export interface RunOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Default: our own. */
  readonly cwd?: string;
  /** What the program reads; absent means end of file at once. */
  readonly stdin?: string;
  /** Bounds stdout; more of it ends the program with `too_large`. */
  readonly maxOutputBytes: number;
  /** 0 means no limit. */
  readonly timeoutMs: number;
  /** Any of them ends the program. */
  readonly signals: readonly AbortSignal[];
  /** Names the run in a timeout. */
  readonly what: string;
  readonly onStderr: (chunk: Buffer) => void;
}

export interface ChildEnd {
  /** Absent when a signal ended the program. */
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  readonly stdout: Buffer;
}

/** How long a program that was asked to end may take. */
const TERM_GRACE_MS = 2_000;
/** How long pipes may stay open after the program ended, before what holds them is killed. */
const HOLDER_GRACE_MS = 100;
/** When to stop waiting for a process that even KILL does not end. */
const UNKILLABLE_MS = 1_000;

export function runChild(command: string, options: RunOptions): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    if (options.signals.some((signal) => signal.aborted))
      return reject(whyAborted(options, Date.now()));
    const child = spawnGroup(command, {
      args: options.args,
      env: options.env,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      stdin: options.stdin === undefined ? 'empty' : 'pipe',
    });
    // What the program reads is let go once it has it: it may be long, and so may the run.
    const { stdin, env: _, ...rest } = options;
    watch(child, rest, { command, resolve, reject });
    child.stdin?.on('error', ignoreBrokenPipe);
    child.stdin?.end(stdin);
  });
}

/** A program that never reads its input, or ends first, breaks the pipe; that is its right. */
function ignoreBrokenPipe(): void {
  // Not made where it is used: it would hold what the program reads.
}

interface Settle {
  readonly command: string;
  readonly resolve: (end: ChildEnd) => void;
  readonly reject: (error: PlugboardError) => void;
}

type WatchOptions = Omit<RunOptions, 'stdin' | 'env'>;

function watch(child: ChildProcess, options: WatchOptions, settle: Settle): void {
  const { signals, timeoutMs, maxOutputBytes } = options;
  const startedMs = Date.now();
  const timers = timerSet();
  let failure: PlugboardError | undefined;
  let ended: Pick<ChildEnd, 'exitCode' | 'signal'> = { exitCode: undefined, signal: undefined };
  let isFinished = false;

  const stop = (error: PlugboardError) => {
    if (failure) return;
    failure = error;
    signalGroup(child, 'SIGTERM');
    timers.after(TERM_GRACE_MS, () => {
      signalGroup(child, 'SIGKILL');
      timers.after(UNKILLABLE_MS, finish);
    });
  };
  const cancel = () => stop(whyAborted(options, startedMs));
  const stdout = collect(child, maxOutputBytes, () => {
    stop(new PlugboardError('too_large', { limitBytes: maxOutputBytes }));
  });
  const finish = () => {
    if (isFinished) return;
    isFinished = true;
    timers.clear();
    for (const signal of signals) signal.removeEventListener('abort', cancel);
    endGroup(child);
    closePipes(child);
    if (failure) settle.reject(failure);
    else settle.resolve({ ...ended, stdout: stdout() });
  };

  const expire = () =>
    stop(new PlugboardError('timeout', { what: options.what, afterMs: timeoutMs }));
  if (timeoutMs > 0) timers.after(timeoutMs, expire);
  // One signal may guard any number of children; Node would take more than ten for a leak.
  setMaxListeners(0, ...signals);
  for (const signal of signals) signal.addEventListener('abort', cancel, { once: true });
  child.stderr?.on('data', options.onStderr);
  child.on('exit', (code, endSignal) => {
    ended = { exitCode: code ?? undefined, signal: endSignal ?? undefined };
    timers.after(HOLDER_GRACE_MS, () => dropHolders(child, timers));
  });
  child.on('close', finish);
  child.on('error', (thrown) => {
    if (child.pid !== undefined) return;
    failure = toSpawnError(settle.command, thrown);
    finish();
  });
}

interface TimerSet {
  after(delayMs: number, act: () => void): void;
  clear(): void;
}

function timerSet(): TimerSet {
  const timers: NodeJS.Timeout[] = [];
  return {
    after: (delayMs, act) => void timers.push(setTimeout(act, Math.min(delayMs, MAX_TIMER_MS))),
    clear: () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

/** Something in the background still holds the pipes: it is killed, and so the pipes come to an end. */
function dropHolders(child: ChildProcess, timers: TimerSet): void {
  signalGroup(child, 'SIGKILL');
  // Only what left the group can still hold them; one turn of the loop drains what was written.
  timers.after(HOLDER_GRACE_MS, () => setImmediate(() => closePipes(child)));
}

function closePipes(child: ChildProcess): void {
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function collect(child: ChildProcess, maxBytes: number, onOverflow: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else onOverflow();
  });
  return () => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
}

/** What an aborted signal means: its own reason where that is one of ours, a deadline, or a cancel. */
function whyAborted(options: WatchOptions, startedMs: number): PlugboardError {
  const reason: unknown = options.signals.find((signal) => signal.aborted)?.reason;
  if (reason instanceof PlugboardError) return reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    const afterMs = Date.now() - startedMs;
    return new PlugboardError('timeout', { what: options.what, afterMs }, { cause: reason });
  }
  return new PlugboardError('cancelled', {}, { cause: reason });
}
