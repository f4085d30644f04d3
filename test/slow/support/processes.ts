// What the system knows of processes: their descriptors, their memory, who is alive.
import { readdirSync, readFileSync } from 'node:fs';

/** Everything here reads `/proc`. */
export const HAS_PROC = process.platform === 'linux';

export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The memory a process holds, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}

/** Every process that is not a zombie. */
export function listProcesses(): readonly ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

function readProcess(pid: number): ProcessFacts[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in brackets and may hold anything; the fields follow the last bracket.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid, parent: Number(parent), group: Number(group), command }];
  } catch {
    // It ended while we looked.
    return [];
  }
}

export function isRunning(pid: number): boolean {
  return readProcess(pid).length > 0;
}
