// Writes generated files where they are wanted.
import { chmod, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CliRuntime } from '../../codegen/typescript/ts-cli.ts';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { packageRoot } from '../../platform/package-root.ts';
import { writeFileAtomic } from '../../platform/write-file-atomic.ts';
import { makeFolder } from '../../platform/make-folder.ts';

/** Whole files or none; the mode is what anybody may do with them. */
export async function writeArtifact(path: string, text: string, mode: number): Promise<void> {
  await intoPlace(path, async () => {
    await writeFileAtomic(path, text);
    await chmod(path, mode);
  });
}

/** Makes the folder of the file; what the machine has against writing it is said of it. */
export async function intoPlace(path: string, write: () => Promise<void>): Promise<void> {
  try {
    makeFolder(dirname(path));
    await write();
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === undefined) throw cause;
    const reason = `cannot be written (${code})`;
    const hint = 'Name another file with `--output`';
    throw new PlugboardError('forbidden', { what: path, reason }, { cause, hint });
  }
}

/** What bundled command lines run on, as the build made it. */
export async function readCliRuntime(): Promise<CliRuntime> {
  const dist = join(packageRoot(), 'dist');
  const [cli, call] = await Promise.all([
    readFile(join(dist, 'generated-cli.cjs'), 'utf8'),
    readFile(join(dist, 'generated-call.cjs'), 'utf8'),
  ]);
  return { cli, call };
}
