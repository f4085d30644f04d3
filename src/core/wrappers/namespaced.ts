// Puts a source's tools and prompts under a prefix, so that several sources can share one wire.
import type { CallContext } from '../call-context.ts';
import { PlugboardError } from '../errors.ts';
import { isJsonObject } from '../json.ts';
import { memoByObject } from '../memo.ts';
import type { CompletionRequest, Listing, Prompt, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

interface Named {
  readonly name: string;
}

interface Prefixed<Item> {
  readonly listing: Listing<Item>;
  readonly originals: ReadonlyMap<string, string>;
}

function prefixer<Item extends Named>(prefix: string) {
  return memoByObject((listing: Listing<Item>): Prefixed<Item> => {
    const originals = new Map<string, string>();
    const items = listing.items.map((item) => {
      const name = prefix + item.name;
      originals.set(name, item.name);
      return { ...item, name };
    });
    return { listing: { items, problems: listing.problems }, originals };
  });
}

/**
 * The source with a prefix before the names of its tools and prompts.
 *
 * @example
 * ```ts
 * import { namespaced, openScripts } from 'plugboard';
 *
 * const tools = namespaced(await openScripts('./scripts'), 'scripts__');
 * ```
 */
export function namespaced(source: ToolSource, prefix: string): ToolSource {
  const tools = prefixer<Tool>(prefix);
  const prompts = prefixer<Prompt>(prefix);
  const { prompts: promptSide, completions } = source;

  const promptName = async (name: string, ctx: CallContext) => {
    const listing = await promptSide?.list(ctx);
    const original = listing && prompts(listing).originals.get(name);
    if (original === undefined) throw new PlugboardError('not_found', { kind: 'prompt', name });
    return original;
  };

  return wrapped(source, {
    tools: {
      list: async (ctx) => tools(await source.tools.list(ctx)).listing,
      call: async (name, args, ctx) => {
        const original = tools(await source.tools.list(ctx)).originals.get(name);
        if (original === undefined) throw new PlugboardError('not_found', { kind: 'tool', name });
        return source.tools.call(original, args, ctx);
      },
    },
    ...(promptSide && {
      prompts: {
        list: async (ctx) => prompts(await promptSide.list(ctx)).listing,
        get: async (name, args, ctx) => promptSide.get(await promptName(name, ctx), args, ctx),
      },
    }),
    ...(completions && {
      completions: {
        complete: async (request: CompletionRequest, ctx) => {
          const { ref } = request;
          const name = isJsonObject(ref) ? ref['name'] : undefined;
          if (typeof name !== 'string') return completions.complete(request, ctx);
          return completions.complete(
            { ...request, ref: { ...ref, name: await promptName(name, ctx) } },
            ctx,
          );
        },
      },
    }),
  });
}
