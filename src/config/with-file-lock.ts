// Lets one program at a time change a file: two at once would each write what they read, and lose one change.
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from '../platform/errno.ts';

const WAIT_MS = 5_000;
const STALE_MS = 10_000;
const PAUSE_MS = 15;

export async function withFileLock(file: string, work: () => Promise<void>): Promise<void> {
  const lock = `${file}.lock`;
  const deadlineMs = Date.now() + WAIT_MS;
  while (!(await takeLock(file, lock))) {
    if (Date.now() > deadlineMs) {
      throw new PlugboardError(
        'config_error',
        { file, reason: 'another program is changing it' },
        { hint: `Remove ${lock} if no other program runs` },
      );
    }
    await pause(PAUSE_MS);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(file: string, lock: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(lock, 'wx', 0o600);
    await handle.close();
    return true;
  } catch (cause) {
    const code = errnoOf(cause) ?? 'unknown error';
    if (code !== 'EEXIST') {
      const reason = `cannot be written (${code})`;
      throw new PlugboardError('config_error', { file, reason }, { cause });
    }
    await dropStale(lock);
    return false;
  }
}

/** An edit takes milliseconds: whoever made an old lock is gone. */
async function dropStale(lock: string): Promise<void> {
  const found = await stat(lock).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(lock, { force: true });
}
