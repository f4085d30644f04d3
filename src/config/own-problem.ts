// Whether a file of ours could not be read: what nobody finds may stand in it.
import type { PlugboardError } from '../core/errors.ts';
import type { LoadedConfig } from './load-config.ts';

/** What is wrong with the files of editors is for the editors to say. */
export function ownProblem({ problems }: LoadedConfig): PlugboardError | undefined {
  return problems.find(({ layer }) => layer !== 'import')?.error;
}
