// Looks over a source on disk and says what is wrong with it, without serving it.
import { PlugboardError } from '../core/errors.ts';
import type { ScriptFinding, ValidateOptions } from '../sources/scripts/validate-scripts.ts';
import { isDirectory, toAbsolutePath } from './locate.ts';
import { scriptEnv } from './script-env.ts';

export type Finding = ScriptFinding;

export interface ValidateSourceOptions extends Pick<ValidateOptions, 'signal'> {
  /** Where relative paths start. */
  readonly cwd: string;
}

export async function validateSource(
  text: string,
  { cwd, signal }: ValidateSourceOptions,
): Promise<readonly Finding[]> {
  const path = toAbsolutePath(text, cwd);
  if (!(await isDirectory(path))) {
    const hint = 'Name a directory of executables';
    throw new PlugboardError('not_found', { kind: 'source', name: text }, { hint });
  }
  const { validateScripts } = await import('../sources/scripts/validate-scripts.ts');
  return validateScripts(path, {
    configEnv: () => scriptEnv(path),
    ...(signal && { signal }),
  });
}
