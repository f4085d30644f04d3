// Finds what a word of the command line names on disk.
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from '../platform/errno.ts';
import { homeFolder } from '../platform/home-folder.ts';

/** The absolute path; `~` is the home directory, anything else starts at `cwd`. */
export function toAbsolutePath(text: string, cwd: string): string {
  const [, rest] = /^~(?:[\\/](.*))?$/su.exec(text) ?? [];
  if (text === '~' || rest !== undefined) return join(homeFolder(), rest ?? '');
  return resolve(cwd, text);
}

export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The text of a file named by a flag. */
export async function readNamedFile(text: string, cwd: string): Promise<string> {
  try {
    return await readFile(toAbsolutePath(text, cwd), 'utf8');
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === 'ENOENT') throw new PlugboardError('not_found', { kind: 'file', name: text });
    const reason = `cannot be read (${code ?? 'unknown error'})`;
    throw new PlugboardError('forbidden', { what: text, reason }, { cause });
  }
}
