// Looks over a source on disk and says what is wrong with it, without serving it.
import { PlugboardError } from '../core/errors.ts';
import type { ScriptFinding, ValidateOptions } from '../sources/scripts/validate-scripts.ts';
import { exists, isDirectory, toAbsolutePath } from './locate.ts';
import { isMciFileName } from './mci/is-mci-file-name.ts';
import type { MciFinding } from './mci/validate-mci-file.ts';
import { scriptEnv } from './script-env.ts';

/** What was found, by the kind of source it was found in. */
export type Validation =
  | { readonly kind: 'scripts'; readonly findings: readonly ScriptFinding[] }
  | { readonly kind: 'mci'; readonly findings: readonly MciFinding[] };

export interface ValidateSourceOptions extends Pick<ValidateOptions, 'signal'> {
  /** Where relative paths start. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function validateSource(
  text: string,
  { cwd, env, signal }: ValidateSourceOptions,
): Promise<Validation> {
  const path = toAbsolutePath(text, cwd);
  if (!(await isDirectory(path))) {
    if (isMciFileName(path) && (await exists(path))) {
      const { validateMciFile } = await import('./mci/validate-mci-file.ts');
      return { kind: 'mci', findings: await validateMciFile(path, env) };
    }
    const hint = 'Name a directory of executables or an MCI file';
    throw new PlugboardError('not_found', { kind: 'source', name: text }, { hint });
  }
  const { validateScripts } = await import('../sources/scripts/validate-scripts.ts');
  const findings = await validateScripts(path, {
    configEnv: () => scriptEnv(path),
    ...(signal && { signal }),
  });
  return { kind: 'scripts', findings };
}
