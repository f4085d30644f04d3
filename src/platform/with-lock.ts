// Lets one process at a time do some work, however long it takes; a lock its holder left behind is taken over.
import { open, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from './errno.ts';
import { makeFolder } from './make-folder.ts';

/** A holder that lives says so this often; one that is silent for longer is gone. */
const BEAT_MS = 2_000;
const STALE_MS = 10_000;
const PAUSE_MS = 20;

/** Waits for the lock as long as the signal lets it. */
export async function withLock<Value>(
  lock: string,
  work: () => Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  while (!(await take(lock))) {
    await dropStale(lock);
    await pause(PAUSE_MS, undefined, { signal });
  }
  const beat = setInterval(() => void touch(lock), BEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    makeFolder(dirname(lock), 0o700);
    await (await open(lock, 'wx', 0o600)).close();
    return true;
  } catch (cause) {
    const code = errnoOf(cause) ?? 'unknown error';
    if (code === 'EEXIST') return false;
    const reason = `cannot be written (${code})`;
    throw new PlugboardError('config_error', { file: lock, reason }, { cause });
  }
}

function touch(lock: string): Promise<void> {
  const now = new Date();
  return utimes(lock, now, now).catch(() => {});
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MS;
}

/** One at a time, or the second to notice would remove the lock the first just took. */
async function dropStale(lock: string): Promise<void> {
  if (!(await isStale(lock))) return;
  const breaker = `${lock}.break`;
  if (!(await take(breaker))) {
    if (await isStale(breaker)) await rm(breaker, { force: true });
    return;
  }
  try {
    if (await isStale(lock)) await rm(lock, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
}
