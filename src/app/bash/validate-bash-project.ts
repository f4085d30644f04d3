// Looks over a mcp-bash project on disk, for the commands that tell what is wrong.
import { openProject } from '../../sources/bash/open-project.ts';
import {
  validateProject,
  type ProjectValidation,
  type ProjectValidationOptions,
} from '../../sources/bash/validate-project.ts';

export type { ProjectFinding } from '../../sources/bash/validate-project.ts';

export interface BashValidation extends ProjectValidation {
  /** Absolute, with links resolved. */
  readonly projectRoot: string;
}

export interface BashValidationOptions extends ProjectValidationOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function validateBashProject(
  root: string,
  { env, ...options }: BashValidationOptions,
): Promise<BashValidation> {
  const project = openProject(root, env);
  return { projectRoot: project.root, ...(await validateProject(project, options)) };
}
