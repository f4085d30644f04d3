// The completions of a project: registered scripts, scripts beside prompts and resources, or a guess.
import type { CompletionSide } from '../../core/tool-source.ts';
import type { BashProject } from './bash-project.ts';
import { closingWork } from '../../core/closing-work.ts';
import type { RegistryKeeper } from './registry-items.ts';

/** Ends with the source: scripts under way go with it. */
export type ClosingCompletionSide = CompletionSide & AsyncDisposable;

export function completionSide(
  project: BashProject,
  registry: RegistryKeeper,
): ClosingCompletionSide {
  const closing = closingWork();
  const place = { project, registry, closing: closing.signal };
  return {
    complete: async (request, ctx) => {
      const { completeArgument } = await import('./completion/complete-argument.ts');
      return closing.run(completeArgument(place, request, ctx));
    },
    [Symbol.asyncDispose]: () => closing[Symbol.asyncDispose](),
  };
}
