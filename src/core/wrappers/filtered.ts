// Shows and calls only the tools a rule lets through.
import { PlugboardError } from '../errors.ts';
import { memoByObject } from '../memo.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

/**
 * The source with only the tools whose names pass; the others cannot be called either.
 *
 * @example
 * ```ts
 * import { filtered, openScripts } from 'plugboard';
 *
 * const readers = filtered(await openScripts('./scripts'), (name) => name.startsWith('read/'));
 * ```
 */
export function filtered(source: ToolSource, allows: (toolName: string) => boolean): ToolSource {
  const visible = memoByObject((listing: Listing<Tool>): Listing<Tool> => ({
    items: listing.items.filter((tool) => allows(tool.name)),
    problems: listing.problems,
  }));
  return wrapped(source, {
    tools: {
      list: async (ctx) => visible(await source.tools.list(ctx)),
      call: async (name, args, ctx) => {
        // Only what is listed can be called: a source may know a hidden tool by another name too.
        const { items } = visible(await source.tools.list(ctx));
        const isVisible = items.some((tool) => tool.name === name);
        if (!isVisible) throw new PlugboardError('not_found', { kind: 'tool', name });
        return source.tools.call(name, args, ctx);
      },
    },
  });
}
