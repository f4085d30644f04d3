// Runs a command as this process: hands it the streams, turns signals into an abort, sets the status.
import { setMaxListeners } from 'node:events';
import type { Deps } from '../src/cli/deps.ts';
import { openOwnServers } from '../src/cli/open-own-servers.ts';
import { currentFolder } from './current-folder.ts';
import { homeFolder } from '../src/platform/home-folder.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal is raised again once everything is closed, so that the parent sees how we ended.
 * `stdinRead` is what was taken from stdin before.
 */
export async function runAsProcess(
  main: (argv: readonly string[], deps: Deps) => Promise<number>,
  stdinRead?: Buffer,
): Promise<void> {
  const cwd = currentFolder();
  if (cwd === undefined) {
    process.stderr.write('Cannot read the working directory: it was removed\n');
    process.exitCode = 1;
    return;
  }
  const stop = new AbortController();
  // Any number of calls may listen to it; Node would take more than ten for a leak.
  setMaxListeners(0, stop.signal);
  let caught: NodeJS.Signals | undefined;
  for (const signal of SIGNALS) {
    // Once: who presses Ctrl-C twice does not want to wait.
    process.once(signal, () => {
      caught ??= signal;
      stop.abort();
    });
  }
  endQuietlyWhenNobodyReads(process.stdout);
  // Where nothing can be said, nothing can be said about it.
  process.stderr.on('error', () => {});
  const { stdout, stderr } = process;
  let given: NodeJS.ReadableStream | undefined;
  process.exitCode = await main(process.argv.slice(2), {
    io: {
      // Node makes its stdin when it is first named, which is dear; most commands never do.
      get stdin() {
        return (given ??= stdinRead === undefined ? process.stdin : streamOf(stdinRead));
      },
      stdout,
      stderr,
    },
    cwd,
    signal: stop.signal,
    env: process.env,
    home: homeFolder(),
    openServers: openOwnServers,
    isWholeProcess: true,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
  if (process.env['MCPLUG_DEBUG_HANG']) reportHang();
  if (caught) process.kill(process.pid, caught);
  // Nothing is left to do: the system takes the memory back faster than Node tidies it up.
  process.once('beforeExit', () => process.exit());
}

/** All of the streams module costs a tenth of a start; most starts need only a part of it. */
function streamOf(read: Buffer): NodeJS.ReadableStream {
  return process.getBuiltinModule('node:stream').Readable.from([read]);
}

const HANG_MS = 2_000;

/** Says what keeps us from ending, for `MCPLUG_DEBUG_HANG`; by itself it keeps nothing open. */
function reportHang(): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ') || 'nothing';
    process.stderr.write(`still running ${HANG_MS / 1000}s after the end; open: ${open}\n`);
  }, HANG_MS).unref();
}

/** `plugboard … | head` is no error. */
function endQuietlyWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    // What cannot be printed was done in vain.
    process.stderr.write(`Cannot write to stdout: ${error.code ?? error.message}\n`);
    process.exit(1);
  });
}
