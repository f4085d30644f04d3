// Runs the built `plugboard serve` over the fault scripts, on stdio or HTTP, and finds all its children.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { PROGRAM } from '../../support/run-plugboard.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { HttpClient } from './http-client.ts';
import { readLines } from './line-reader.ts';
import { modernRequest, toolCall } from './messages.ts';
import { listProcesses, type ProcessFacts } from './processes.ts';

const SCRIPTS = fileURLToPath(new URL('../../fixtures/faults/scripts', import.meta.url));
const READY_WITHIN_MS = 30_000;
export const ANSWER_WITHIN_MS = 60_000;

export interface PlugboardServer {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<readonly [number | null, NodeJS.Signals | null]>;
  stderr(): string;
  /** The message that answers a call; calls may run side by side. */
  call(name: string, args?: JsonObject): Promise<JsonObject>;
  /** Lets go of every call that runs. */
  hangUp(): void;
  /** Everything that descends from the server, whatever became of its parents, without itself. */
  children(): readonly ProcessFacts[];
}

export type Surface = 'stdio' | 'http';

export async function startPlugboard(
  surface: Surface,
  ...args: readonly string[]
): Promise<PlugboardServer> {
  const mark = `FAULT_MARK=${randomUUID()}`;
  const home = mkdtempSync(join(tmpdir(), 'plugboard-faults-'));
  const { PATH = '' } = process.env;
  const own = surface === 'http' ? ['--port', '0'] : ['--stdio'];
  const child = spawn(process.execPath, [PROGRAM, 'serve', SCRIPTS, ...own, ...args], {
    env: { PATH, HOME: home, XDG_CACHE_HOME: home, [mark.slice(0, 10)]: mark.slice(11) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.on('error', () => {});
  const stderr = () => Buffer.concat(chunks).toString();
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const pid = child.pid ?? 0;
  const children = () =>
    listProcesses().filter((one) => one.pid !== pid && isMarked(one.pid, mark));
  onTestFinished(() => {
    child.kill('SIGKILL');
    for (const one of children()) process.kill(one.pid, 'SIGKILL');
    rmSync(home, { recursive: true, force: true });
  });
  await waitUntil(() => stderr().includes(' tools:') || hasEnded(child), READY_WITHIN_MS);
  const server = { child, pid, ended, stderr, children };
  return surface === 'http'
    ? { ...server, ...overHttp(stderr()) }
    : { ...server, ...overStdio(child) };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** The environment is handed down to every descendant. */
function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}

type Caller = Pick<PlugboardServer, 'call' | 'hangUp'>;

function overStdio(child: ChildProcess): Caller {
  if (!child.stdout || !child.stdin) throw new Error('a stdio server without pipes');
  const { stdin } = child;
  const answers = readLines(child.stdout);
  let calls = 0;
  const running = new Set<number>();
  return {
    call: async (name, args) => {
      calls += 1;
      const id = calls;
      running.add(id);
      stdin.write(`${JSON.stringify(modernRequest(id, toolCall(name, args)))}\n`);
      await waitUntil(() => answers.byId.has(id) || hasEnded(child), ANSWER_WITHIN_MS);
      running.delete(id);
      return answers.byId.get(id)?.[0] ?? {};
    },
    hangUp: () => {
      for (const requestId of running) {
        const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
        stdin.write(`${JSON.stringify(cancel)}\n`);
      }
    },
  };
}

function overHttp(stderr: string): Caller {
  const port = Number(/:(\d+)\/mcp/u.exec(stderr)?.[1]);
  const clients = new Set<HttpClient>();
  return {
    call: async (name, args) => {
      // A connection for each call, closed after it, so that descriptors can be counted.
      using client = new HttpClient(port);
      clients.add(client);
      const answers = await client.post(modernRequest(1, toolCall(name, args)));
      return answers.at(-1) ?? {};
    },
    hangUp: () => clients.forEach((client) => client[Symbol.dispose]()),
  };
}
