// How much memory a process of ours holds, where the system tells without a program.
import { readFile } from 'node:fs/promises';

const KIB = 1024;

/** `undefined` where there is no /proc, and for a process that is gone. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s*(\d+) kB$/mu.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * KIB;
}
