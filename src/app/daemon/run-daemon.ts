// The daemon as a whole: opens its socket, keeps its servers, and ends when told, idle or replaced.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { BUILD } from '../../core/version.ts';
import type { DaemonPlace } from '../../daemon/daemon-place.ts';
import { STOP_GRACE_MS } from '../../daemon/protocol.ts';
import { serveSocket } from '../../daemon/serve-socket.ts';
import { openEraMemory } from '../servers/era-memory.ts';
import { cacheDir } from '../../platform/cache-dir.ts';
import type { RunCommandLine } from './command-line.ts';
import { configCache } from './config-cache.ts';
import { openDaemonLogs } from './daemon-logs.ts';
import type { DaemonParts } from './daemon-methods.ts';
import { openKeptServers } from './kept-servers.ts';
import { DaemonLife } from './daemon-life.ts';
import { serveConnection } from './serve-connection.ts';

export interface DaemonOptions {
  readonly place: DaemonPlace;
  readonly run: RunCommandLine;
  /** The file the process was started from. */
  readonly program: string;
  /** Every request is logged, and what servers say on stderr. */
  readonly isDetailed: boolean;
  /** Aborts when the process is told to end. */
  readonly signal: AbortSignal;
}

/** Resolves when the daemon has ended and nothing of it is left. */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { place, isDetailed, run, program, signal } = options;
  const { say, keepStderr, flushed } = openDaemonLogs(place, isDetailed);
  const servers = openKeptServers({
    memory: openEraMemory(join(cacheDir(), 'servers.json')),
    onEvent: say,
    busy: (work) => life.busy(work),
    onStderr: keepStderr,
  });
  const life = new DaemonLife(() => servers.all().some(({ state }) => state !== 'stopped'));
  const sockets = new Set<Socket>();
  const parts: DaemonParts = {
    servers,
    loadConfig: configCache((config) => {
      life.idleTimeoutMs = config.daemonIdleTimeoutMs;
      servers.follow(config);
    }),
    run,
    startedMs: Date.now(),
    onEvent: (text) => void (isDetailed && say(text)),
    busy: (work) => life.busy(work),
    isEnding: () => life.isEnding,
    isInstalled: isStillThere(program),
    handOver: async () => {
      await (await serving).release();
      life.endAfterLastCall();
    },
    stop: async () => {
      await (await serving).release();
      await life.endWithin(STOP_GRACE_MS);
    },
  };
  const serving = serveSocket(place, {
    onConnection: (one) => {
      sockets.add(one.once('close', () => sockets.delete(one)));
      life.touch();
      serveConnection(one, parts);
    },
    onDisplaced: () => life.endAfterLastCall(),
  });
  const { release } = await serving;
  say(`daemon ${BUILD} started, pid ${process.pid}`);
  signal.addEventListener('abort', () => void parts.stop(), { once: true });
  await life.over;
  await release();
  await servers[Symbol.asyncDispose]();
  say('daemon ended');
  await flushed();
  await Promise.all([...sockets].map(ended));
}

/** Whether the file is still the one it was: a package put in its place has other parts beside it. */
function isStillThere(path: string): () => boolean {
  const identity = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  };
  const first = identity();
  return () => identity() === first;
}

const GOODBYE_MS = 1_000;

/** What is written arrives; a caller that does not close its end is not waited for. */
function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, GOODBYE_MS);
    socket.once('close', resolve).end();
  });
}
