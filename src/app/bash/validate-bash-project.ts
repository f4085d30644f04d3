// Looks over a mcp-bash project on disk, for the commands that tell what is wrong.
import type { Environment } from '../../platform/env.ts';
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
  readonly env: Environment;
}

export async function validateBashProject(
  root: string,
  { env, ...options }: BashValidationOptions,
): Promise<BashValidation> {
  const project = openProject(root, env);
  return { projectRoot: project.root, ...(await validateProject(project, options)) };
}
