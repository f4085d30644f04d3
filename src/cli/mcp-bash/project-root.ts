// Finds the project a command of mcp-bash is about: by flag, by variable, or from where we stand.
import { resolve } from 'node:path';
import { findProjectRoot } from '../../app/bash/find-project.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';

export const projectRootFlag = {
  'project-root': {
    value: 'DIR',
    doc: 'The project; default $MCPBASH_PROJECT_ROOT, or the project around the working directory.',
  },
} as const satisfies FlagTable;

/** Nothing where none is named and none is around us. */
export function findRoot(flag: string | undefined, { cwd, env }: Deps): string | undefined {
  return flag === undefined ? findProjectRoot(cwd, env) : resolve(cwd, flag);
}

export function projectRootOf(flag: string | undefined, deps: Deps): string {
  const root = findRoot(flag, deps);
  if (root !== undefined) return root;
  throw new PlugboardError(
    'invalid_arguments',
    { reason: 'Error: No MCP project found.' },
    { hint: 'Run `mcp-bash init` here, or name one with --project-root or MCPBASH_PROJECT_ROOT' },
  );
}
