// Runs a command as this process: hands it the streams, turns signals into an abort, sets the status.
import type { Deps } from '../src/cli/deps.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal is raised again once everything is closed, so that the parent sees how we ended. */
export async function runAsProcess(
  main: (argv: readonly string[], deps: Deps) => Promise<number>,
): Promise<void> {
  const stop = new AbortController();
  let caught: NodeJS.Signals | undefined;
  for (const signal of SIGNALS) {
    // Once: who presses Ctrl-C twice does not want to wait.
    process.once(signal, () => {
      caught ??= signal;
      stop.abort();
    });
  }
  endQuietlyWhenNobodyReads(process.stdout);
  const { stdin, stdout, stderr } = process;
  process.exitCode = await main(process.argv.slice(2), {
    io: { stdin, stdout, stderr },
    cwd: process.cwd(),
    signal: stop.signal,
  });
  if (caught) process.kill(process.pid, caught);
}

/** `plugboard … | head` is no error. */
function endQuietlyWhenNobodyReads(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
