// Whether files changed, by the times the system keeps of them.
import type { Stats } from 'node:fs';
import { statOf } from '../../../platform/stat-of.ts';

/** File systems keep time in ticks; what is this close may have been written after the reading. */
const TICK_MS = 50;

export function isSince({ mtimeMs, ctimeMs }: Stats, timeMs: number): boolean {
  return Math.max(mtimeMs, ctimeMs) >= timeMs - TICK_MS;
}

/** Whether a file is there and has not changed since a time. */
export function isOlder(path: string, timeMs: number): boolean {
  const stats = statOf(path);
  return stats !== undefined && !isSince(stats, timeMs);
}
