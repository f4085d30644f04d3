// Looks for a program the way the system would, without starting it.
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type { Environment } from './env.ts';

export interface FindCommandOptions {
  readonly env: Environment;
  /** Where a command with a separator starts. */
  readonly cwd: string;
}

/** The program a command names: by its path, or by the directories of PATH. */
export async function findCommand(
  command: string,
  { env, cwd }: FindCommandOptions,
): Promise<string | undefined> {
  const isWindows = process.platform === 'win32';
  const endings = isWindows ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';')] : [''];
  const hasSeparator = isWindows ? /[\\/]/u.test(command) : command.includes('/');
  const directories = (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  const places = hasSeparator
    ? [resolve(cwd, command)]
    : directories.map((directory) => join(directory === '' ? cwd : directory, command));
  for (const place of places) {
    for (const ending of endings) {
      if (await isProgram(place + ending)) return place + ending;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
