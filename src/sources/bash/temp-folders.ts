// Names our temporary folders after their owner, and removes those whose owner was killed.
import { mkdtempSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { isRunning } from '../../platform/is-running.ts';

/** What a temporary folder is for. */
export type TempKind = 'calls' | 'bootstrap' | 'register' | 'health' | 'git';

const OWNED = /^mcp-bash-[a-z]+-(?<machine>\w+)-(?<pid>\d+)-\w{6}$/u;

/** Ids of processes mean nothing on another machine, nor in another container that shares /tmp. */
function machine(): string {
  const name = hostname().replaceAll(/[^A-Za-z0-9]/gu, '_');
  return name.slice(0, 32) || 'here';
}

/** Late enough to cost no start anything. */
const SWEEP_AFTER_MS = 1_000;
let sweeping: NodeJS.Timeout | undefined;

/** Ours until we end. Whoever makes one looks, a little later, for what others left behind. */
export function makeTempFolder(kind: TempKind): string {
  sweeping ??= setTimeout(() => void sweepTempFolders(), SWEEP_AFTER_MS).unref();
  return make(`mcp-bash-${kind}-${machine()}-${process.pid}-`);
}

/** Stays when we end, for whoever looks into it. */
export function makeKeptFolder(kind: 'kept' | 'debug'): string {
  return make(`mcp-bash-${kind}-`);
}

function make(prefix: string): string {
  try {
    return mkdtempSync(join(tmpdir(), prefix));
  } catch (cause) {
    const reason = `cannot be written (${errnoOf(cause) ?? 'unknown error'})`;
    const hint = 'Set TMPDIR to a folder of your own';
    throw new PlugboardError('forbidden', { what: tmpdir(), reason }, { hint, cause });
  }
}

async function sweepTempFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const owner = OWNED.exec(name)?.groups;
    if (owner?.['machine'] !== machine() || isRunning(Number(owner['pid']))) continue;
    const folder = join(tmpdir(), name);
    if (await isOurs(folder)) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Only a folder itself, of this very user: a link may lead anywhere. */
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
}
