// Runs `plugboard` in this process through main(), or as the built program, and keeps what it printed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/cli/main.ts';
import { mcixMain } from '../../src/cli/mcix/main.ts';
import { mcpBashMain } from '../../src/cli/mcp-bash/main.ts';
import { mcplugMain } from '../../src/cli/mcplug/main.ts';
import { openOwnServers } from '../../src/cli/open-own-servers.ts';
import { waitUntil } from './wait-until.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PROGRAM = fileURLToPath(new URL('../../dist/bin/plugboard.js', import.meta.url));

const MAINS = {
  plugboard: main,
  mcplug: mcplugMain,
  mcix: mcixMain,
  'mcp-bash': mcpBashMain,
} as const;

export interface Ran {
  readonly exit: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** The working directory; default the root of the repository. */
  readonly cwd?: string;
  readonly stdin?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the user's files are; default a folder that does not exist. */
  readonly home?: string;
  /** What runs; default `plugboard`. */
  readonly program?: keyof typeof MAINS;
  /** stdout and stderr are terminals. */
  readonly isTty?: boolean;
}

const NO_HOME = join(tmpdir(), 'plugboard-no-home');

/** A command that is running. */
export interface Running {
  readonly ended: Promise<Ran>;
  /** Waits until stderr or stdout contains the text; fails when the command ends before. */
  until(text: string): Promise<void>;
  stdout(): string;
  stderr(): string;
  /** Ctrl-C. */
  interrupt(): void;
  readonly stdin: NodeJS.WritableStream;
}

export async function runPlugboard(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  return startPlugboard(args, options).ended;
}

/** Through main(), without a new process. */
export function startPlugboard(args: readonly string[], options: RunOptions = {}): Running {
  const stop = new AbortController();
  const stdin = new PassThrough();
  if (options.stdin !== undefined) stdin.end(options.stdin);
  const printed = { stdout: recorder(), stderr: recorder() };
  const io = { stdin, stdout: printed.stdout.stream, stderr: printed.stderr.stream };
  if (options.isTty) for (const stream of Object.values(io)) Object.assign(stream, { isTTY: true });
  const run = MAINS[options.program ?? 'plugboard'];
  const exit = run(args, {
    io,
    cwd: options.cwd ?? ROOT,
    signal: stop.signal,
    env: { ...process.env, ...options.env },
    home: options.home ?? NO_HOME,
    openServers: openOwnServers,
  });
  return running({ exit, printed, stdin, interrupt: () => stop.abort() });
}

export async function spawnPlugboard(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const program = startProgram(args, options);
  Readable.from([options.stdin ?? '']).pipe(program.stdin);
  return program.ended;
}

/** The built program, as a child process. */
export function startProgram(args: readonly string[], options: RunOptions = {}): Running {
  const program = PROGRAM.replace(/\w+(?=\.js$)/u, options.program ?? 'plugboard');
  const home = options.home ?? NO_HOME;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, HOME: home, USERPROFILE: home, ...options.env },
  });
  const printed = { stdout: recorder(), stderr: recorder() };
  child.stdout.pipe(printed.stdout.stream);
  child.stderr.pipe(printed.stderr.stream);
  const exit = once(child, 'close').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => signal ?? code ?? 0,
  );
  return running({ exit, printed, stdin: child.stdin, interrupt: () => child.kill('SIGINT') });
}

interface Parts {
  readonly exit: Promise<Ran['exit']>;
  readonly printed: { readonly stdout: Recorder; readonly stderr: Recorder };
  readonly stdin: NodeJS.WritableStream;
  readonly interrupt: () => void;
}

function running({ exit, printed, stdin, interrupt }: Parts): Running {
  let hasEnded = false;
  const ended = exit.then((status) => {
    hasEnded = true;
    return { exit: status, stdout: printed.stdout.text(), stderr: printed.stderr.text() };
  });
  return {
    ended,
    stdin,
    interrupt,
    stdout: printed.stdout.text,
    stderr: printed.stderr.text,
    until: async (text) => {
      const has = () => (printed.stderr.text() + printed.stdout.text()).includes(text);
      await waitUntil(() => has() || hasEnded);
      if (!has()) throw new Error(`ended without saying '${text}': ${printed.stderr.text()}`);
    },
  };
}

interface Recorder {
  readonly stream: Writable;
  readonly text: () => string;
}

function recorder(): Recorder {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}
