// Starts the daemon when nobody answers: of many who find none at once, one starts it.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from '../platform/errno.ts';
import { isRunning } from '../platform/is-running.ts';
import { isAnswering } from './connect-socket.ts';
import type { DaemonPlace } from './daemon-place.ts';
import { refuseLongPath } from './serve-socket.ts';
import { makeFolder } from '../platform/make-folder.ts';

/** Starts the process; resolves with words about its end, should it end. */
export type Launch = () => Promise<string>;

const START_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 15;

/** Resolves when a daemon answers; true when it was started by us. */
export async function startDaemon(place: DaemonPlace, launch: Launch): Promise<boolean> {
  refuseLongPath(place.address);
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (!(await isAnswering(place.address))) {
    if (Date.now() > deadlineMs) throw notStarted(place, 'it does not answer');
    if (await takeLock(place)) {
      try {
        return await launchOnce(place, launch);
      } finally {
        await rm(place.lockFile, { force: true });
      }
    }
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

async function launchOnce(place: DaemonPlace, launch: Launch): Promise<boolean> {
  // Somebody may have started one between our look and our lock.
  if (await isAnswering(place.address)) return false;
  let ending: string | undefined;
  const follow = async () => {
    ending = await launch();
  };
  void follow();
  const deadlineMs = Date.now() + START_LIMIT_MS;
  while (!(await isAnswering(place.address))) {
    if (ending !== undefined) throw notStarted(place, ending);
    if (Date.now() > deadlineMs) throw notStarted(place, 'it does not answer');
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

function notStarted({ logFile }: DaemonPlace, reason: string): PlugboardError {
  return new PlugboardError(
    'connection_refused',
    { server: 'the daemon', reason },
    { hint: `Look into ${logFile}, or set MCPLUG_DISABLE_KEEPALIVE='*' to do without` },
  );
}

function notWritable(directory: string, cause: unknown): PlugboardError {
  return new PlugboardError(
    'forbidden',
    { what: directory, reason: `cannot be written (${errnoOf(cause) ?? 'unknown error'})` },
    { cause, hint: 'Set MCPLUG_DAEMON_DIR to a folder of your own' },
  );
}

/** The lock holds the number of who starts the daemon. */
async function takeLock({ directory, lockFile }: DaemonPlace): Promise<boolean> {
  try {
    makeFolder(directory, 0o700);
    const file = await open(lockFile, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw notWritable(directory, thrown);
    if (await isStale(lockFile)) await dropLock(lockFile);
    return false;
  }
}

/** A number can be used again by a stranger: an old lock counts for nothing either. */
async function isStale(lockFile: string): Promise<boolean> {
  const found = await stat(lockFile).catch(() => undefined);
  if (!found) return false;
  if (Date.now() - found.mtimeMs > START_LIMIT_MS) return true;
  const pid = Number(await readFile(lockFile, 'utf8').catch(() => ''));
  // Empty: its writer is between making and filling it.
  return pid > 0 && !isRunning(pid);
}

/** Moved away before it is removed: of several who find it stale, one succeeds. */
async function dropLock(lockFile: string): Promise<void> {
  const aside = `${lockFile}.${process.pid}`;
  await rename(lockFile, aside).catch(() => {});
  await rm(aside, { force: true });
}
