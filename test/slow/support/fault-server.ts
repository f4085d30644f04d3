// Starts the fault server as a process of its own, from the built package, and watches over it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { HttpOptions } from '../../../src/surfaces/http/http-options.ts';

const SERVE = fileURLToPath(new URL('../../fixtures/faults/serve.mjs', import.meta.url));

export const STDIO_SERVER = [process.execPath, SERVE, 'stdio'] as const;

/** Less than what a flood would take if it were kept; without a bound, V8 rather grows than collects. */
const HEAP_LIMIT = '--max-old-space-size=640';

type PlainOptions = Pick<HttpOptions, 'readTimeoutMs' | 'writeTimeoutMs' | 'legacySse'>;

export interface FaultServer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** What nobody caught, and what Node warned of. */
  complaints(): readonly string[];
  isAlive(): boolean;
  /** Ends it gracefully; how long that took, as it says itself. */
  close(): Promise<number>;
}

export async function startFaultServer(options: PlainOptions = {}): Promise<FaultServer> {
  const child = spawn(process.execPath, [HEAP_LIMIT, SERVE, 'http', JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that runs out of time disposes of nothing.
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = recordLines(child);
  const exited = once(child, 'exit');
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), exited])) as [
    string | number | null,
  ];
  if (typeof port !== 'string') throw new Error(`the fault server ended: ${said().join('\n')}`);
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return {
    port: Number(port),
    pid: child.pid ?? 0,
    complaints: () => said().filter((line) => /^(UNHANDLED|WARNING)/u.test(line)),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    close: async () => {
      await end();
      const closed = said().find((line) => line.startsWith('CLOSED'));
      if (closed === undefined) throw new Error(`ended without closing: ${said().join('\n')}`);
      return Number(closed.split(' ')[1]);
    },
    [Symbol.asyncDispose]: end,
  };
}

/** The lines of stderr so far. */
export function recordLines(child: ChildProcess): () => readonly string[] {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text.split('\n').filter((line) => line !== '');
}
