// One at a time, and nobody waits for the dead.
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { withLock } from './with-lock.ts';

const NEVER = new AbortController().signal;

describe('withLock', () => {
  test('lets one at a time work, also after one that failed', async () => {
    const lock = join(await tempFolder(), 'deep', 'x.lock');
    let inside = 0;
    let most = 0;
    const work = async (round: number) => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      if (round === 2) throw new Error('on purpose');
      return round;
    };
    const rounds = Array.from({ length: 8 }, (_, round) =>
      withLock(lock, () => work(round), NEVER),
    );
    const settled = await Promise.allSettled(rounds);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  test('takes over what a dead holder left, once for all who wait', async () => {
    const lock = join(await tempFolder(), 'x.lock');
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    let most = 0;
    let inside = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(lock, work, NEVER)));
    expect(most).toBe(1);
  });

  test('gives up waiting when told', async () => {
    const lock = join(await tempFolder(), 'x.lock');
    await writeFile(lock, '');
    const stop = new AbortController();
    const waiting = withLock(lock, async () => 'never', stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(existsSync(lock)).toBe(true);
  });
});
