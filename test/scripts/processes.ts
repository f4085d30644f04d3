// Counts what a test left behind: processes by a word in their command line, and open descriptors.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
let marks = 0;

/** A word no other process has. */
export function newMark(): string {
  marks += 1;
  return `plugboard-test-${process.pid}-${Date.now()}-${marks}`;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

/** All that live; what has ended but was not collected yet does not count. */
async function processes(): Promise<Process[]> {
  const columns = ['pid=', 'ppid=', 'stat=', 'args='].flatMap((column) => ['-o', column]);
  const { stdout } = await run('ps', ['-A', ...columns]);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state = 'Z', ...args] = line.trim().split(/\s+/u);
    if (state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), args: args.join(' ') }];
  });
}

/** How many processes have the word in their command line. */
export async function countMarked(mark: string): Promise<number> {
  return (await processes()).filter(({ args }) => args.includes(mark)).length;
}

/** Children of a process that have the word in their command line. */
export async function childrenOf(parent: number | undefined, word: string): Promise<number[]> {
  const all = await processes();
  return all
    .filter((one) => one.parent === parent && one.args.includes(word))
    .map(({ pid }) => pid);
}

export async function isAlive(pid: number | undefined): Promise<boolean> {
  return (await processes()).some((one) => one.pid === pid);
}

/** Open descriptors of this process, where the system tells; elsewhere 0. */
export function countDescriptors(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
}
