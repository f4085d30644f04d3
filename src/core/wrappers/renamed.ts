// Shows tools under other names and finds them again by lookup, never by taking a name apart.
import type { Caller } from '../call-context.ts';
import { memoByObject, memoByPromise, whenKnown } from '../memo.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

/** Gives each tool name its spelling; must be unique for unique names. */
export type Spelling = (names: readonly string[]) => ReadonlyMap<string, string>;

interface Renaming {
  readonly listing: Listing<Tool>;
  readonly originals: ReadonlyMap<string, string>;
}

export interface RenameRule {
  readonly spelling: Spelling;
  /** Who sees the new names; both spellings stay callable for everyone. */
  readonly shownTo: (caller: Caller) => boolean;
}

/**
 * The source with its tools under other names, for the callers the rule names.
 *
 * @example
 * ```ts
 * import { openScripts, renamed } from 'plugboard';
 *
 * const dashed = renamed(await openScripts('./scripts'), {
 *   spelling: (names) => new Map(names.map((name) => [name, name.replaceAll('/', '-')])),
 *   shownTo: () => true,
 * });
 * ```
 */
export function renamed(source: ToolSource, rule: RenameRule): ToolSource {
  const renaming = memoByObject((listing: Listing<Tool>): Renaming => {
    const shown = rule.spelling(listing.items.map((tool) => tool.name));
    const originals = new Map<string, string>();
    const items = listing.items.map((tool) => {
      const name = shown.get(tool.name) ?? tool.name;
      originals.set(name, tool.name);
      return name === tool.name ? tool : { ...tool, name, title: tool.title ?? tool.name };
    });
    for (const tool of listing.items) originals.set(tool.name, tool.name);
    return { listing: { items, problems: listing.problems }, originals };
  });
  const known = memoByPromise(renaming);
  return wrapped(source, {
    tools: {
      list: (ctx) => {
        const listing = source.tools.list(ctx);
        return rule.shownTo(ctx.caller)
          ? listing.then((found) => renaming(found).listing)
          : listing;
      },
      call: (name, args, ctx) =>
        whenKnown(known(source.tools.list(ctx)), ({ originals }) =>
          source.tools.call(originals.get(name) ?? name, args, ctx),
        ),
    },
  });
}
