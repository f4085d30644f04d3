// Looks over a source on disk and says what is wrong with it, without serving it.
import { PlugboardError } from '../core/errors.ts';
import type { ScriptFinding, ValidateOptions } from '../sources/scripts/validate-scripts.ts';
import { isBashProject } from './bash/is-bash-project.ts';
import type { ProjectFinding } from './bash/validate-bash-project.ts';
import { exists, isDirectory, toAbsolutePath } from './locate.ts';
import { isMciFileName } from './mci/is-mci-file-name.ts';
import type { MciFinding } from './mci/validate-mci-file.ts';
import { scriptEnv } from './script-env.ts';

/** What was found, by the kind of source it was found in. */
export type Validation =
  | { readonly kind: 'scripts'; readonly findings: readonly ScriptFinding[] }
  | { readonly kind: 'mci'; readonly findings: readonly MciFinding[] }
  | { readonly kind: 'bash'; readonly findings: readonly BashFinding[] };

export interface BashFinding extends Pick<ProjectFinding, 'section' | 'message'> {
  readonly severity: 'error' | 'warning' | 'note';
}

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
      const { loadDotenv } = await import('./mci/load-dotenv.ts');
      return {
        kind: 'mci',
        findings: await validateMciFile(path, await loadDotenv(path, { env })),
      };
    }
    const hint = 'Name a directory of executables, a mcp-bash project or an MCI file';
    throw new PlugboardError('not_found', { kind: 'source', name: text }, { hint });
  }
  if (await isBashProject(path)) {
    const { validateBashProject } = await import('./bash/validate-bash-project.ts');
    const { findings } = await validateBashProject(path, { env });
    return { kind: 'bash', findings: findings.map(toBashFinding) };
  }
  const { validateScripts } = await import('../sources/scripts/validate-scripts.ts');
  const findings = await validateScripts(path, {
    configEnv: () => scriptEnv(path),
    ...(signal && { signal }),
  });
  return { kind: 'scripts', findings };
}

function toBashFinding({ level, section, message }: ProjectFinding): BashFinding {
  return { severity: level === 'info' ? 'note' : level, section, message };
}
