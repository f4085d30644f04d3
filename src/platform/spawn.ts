// The only place a child process is born and its group is killed.
import type { ChildProcess, SpawnOptions as NodeSpawnOptions } from 'node:child_process';
import { PlugboardError } from '../core/errors.ts';
import { childProcess } from './child-process.ts';
import { errnoOf } from './errno.ts';
import { guardGroup, releaseGroup } from './watchdog.ts';

export interface SpawnOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Default: our own. */
  readonly cwd?: string;
  /** `empty` reads end of file at once. */
  readonly stdin: 'pipe' | 'empty';
  /** How a program is started; default: by the system alone. */
  readonly start?: StartProgram | undefined;
}

export type StartProgram = (
  command: string,
  args: readonly string[],
  options: NodeSpawnOptions,
) => ChildProcess;

/**
 * Windows starts `npx` and other `.cmd` files only through its shell, which has quotes of its own;
 * elsewhere nothing is needed, and nothing is loaded.
 */
export async function findStarter(platform = process.platform): Promise<StartProgram | undefined> {
  return platform === 'win32' ? (await import('cross-spawn')).default : undefined;
}

const HAS_GROUPS = process.platform !== 'win32';

/**
 * Starts a program as the leader of its own process group, guarded by the watchdog until
 * `endGroup`. What keeps it from starting is thrown here, or comes as the `error` event.
 */
export function spawnGroup(command: string, options: SpawnOptions): ChildProcess {
  const child = spawnOrThrow(command, options);
  if (child.pid !== undefined) guardGroup(child.pid);
  return child;
}

function spawnOrThrow(command: string, options: SpawnOptions): ChildProcess {
  const { start = childProcess().spawn } = options;
  try {
    return start(command, options.args, {
      env: options.env,
      ...(options.cwd !== undefined && { cwd: options.cwd }),
      detached: HAS_GROUPS,
      windowsHide: true,
      stdio: [options.stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
  } catch (thrown) {
    throw toSpawnError(command, thrown);
  }
}

/** Sends a signal to every process of the child's group; a group that is gone is no error. */
export function signalGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // Nothing left to signal.
  }
}

/** Kills what is left of the group and takes it off the watchdog. */
export function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  signalGroup(child, 'SIGKILL');
  releaseGroup(child.pid);
}

interface SpawnFailure {
  readonly says: string;
  readonly hint: string;
}

const SPAWN_FAILURES: Readonly<Record<string, SpawnFailure>> = {
  ENOENT: {
    says: 'the file, or the interpreter its first line names, does not exist',
    hint: 'Check that the interpreter after #! in the first line is installed at that path',
  },
  EACCES: {
    says: 'no permission to run it',
    hint: 'Give the user who runs this program the right to execute it, for example with chmod +x',
  },
  ENOEXEC: {
    says: 'the system does not know how to run it',
    hint: 'Add a first line such as #!/bin/sh',
  },
  ETXTBSY: {
    says: 'it is still being written',
    hint: 'Close the file in the program that writes it',
  },
  E2BIG: {
    says: 'the values are too large for its environment',
    hint: 'Pass less data, or hand over a file name instead of the contents',
  },
};

const NO_ROOM: SpawnFailure = {
  says: 'the system has no room for another process',
  hint: 'Raise the limits of processes and open files (ulimit -u, ulimit -n) or lower the load',
};

/** Says in words why a program did not start; the system's own error stays the cause. */
export function toSpawnError(command: string, thrown: unknown): PlugboardError {
  const errno = errnoOf(thrown) ?? 'unknown';
  const known = SPAWN_FAILURES[errno] ?? NO_ROOM;
  const output = `Cannot start ${command}: ${known.says} (${errno})`;
  return new PlugboardError('tool_failed', { output }, { hint: known.hint, cause: thrown });
}

/** The system's code behind an error made by `toSpawnError`. */
export function spawnErrnoOf(error: unknown): string | undefined {
  return error instanceof PlugboardError ? errnoOf(error.cause) : undefined;
}
