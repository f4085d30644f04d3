// Finds the schema a command is about: the one named, or the one of the working directory.
import { join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { exists, isDirectory, toAbsolutePath } from '../locate.ts';

/** Parent directories are not searched. */
const NAMES = ['mci.json', 'mci.yaml', 'mci.yml'] as const;

export async function findSchema(named: string | undefined, cwd: string): Promise<string> {
  if (named !== undefined) return namedSchema(named, cwd);
  for (const name of NAMES) {
    const file = join(cwd, name);
    if (await exists(file)) return file;
  }
  throw new PlugboardError(
    'not_found',
    { kind: 'file', name: 'mci.json' },
    { hint: 'Run `mcix install` to make one, or name another with `--file`' },
  );
}

async function namedSchema(named: string, cwd: string): Promise<string> {
  const file = toAbsolutePath(named, cwd);
  if ((await exists(file)) && !(await isDirectory(file))) return file;
  throw new PlugboardError('not_found', { kind: 'file', name: named });
}
