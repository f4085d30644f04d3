// Looks over a source on disk and says what is wrong with it, without serving it.
import type { Environment } from '../platform/env.ts';
import type { ScriptFinding, ValidateOptions } from '../sources/scripts/validate-scripts.ts';
import type { ProjectFinding } from './bash/validate-bash-project.ts';
import { toAbsolutePath } from './locate.ts';
import type { MciFinding } from './mci/validate-mci-file.ts';
import { scriptEnv } from './script-env.ts';
import { sourceKindOf, type SourceKind } from './source-kind.ts';

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
  readonly env: Environment;
}

type ValidateKind = (
  path: string,
  options: Omit<ValidateSourceOptions, 'cwd'>,
) => Promise<Validation>;

const VALIDATE: Readonly<Record<SourceKind, ValidateKind>> = {
  bash: async (path, { env }) => {
    const { validateBashProject } = await import('./bash/validate-bash-project.ts');
    const { findings } = await validateBashProject(path, { env });
    return { kind: 'bash', findings: findings.map(toBashFinding) };
  },
  scripts: async (path, { signal }) => {
    const { validateScripts } = await import('../sources/scripts/validate-scripts.ts');
    const configEnv = () => scriptEnv(path);
    const findings = await validateScripts(path, { configEnv, ...(signal && { signal }) });
    return { kind: 'scripts', findings };
  },
  mci: async (path, { env }) => {
    const { validateMciFile } = await import('./mci/validate-mci-file.ts');
    const { loadDotenv } = await import('./mci/load-dotenv.ts');
    const findings = await validateMciFile(path, await loadDotenv(path, { env }));
    return { kind: 'mci', findings };
  },
};

export async function validateSource(
  text: string,
  { cwd, ...options }: ValidateSourceOptions,
): Promise<Validation> {
  const path = toAbsolutePath(text, cwd);
  return VALIDATE[await sourceKindOf(path, text)](path, options);
}

function toBashFinding({ level, section, message }: ProjectFinding): BashFinding {
  return { severity: level === 'info' ? 'note' : level, section, message };
}
