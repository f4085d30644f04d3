// Several sources as one: each call goes to the source that listed the name.
import type { CallContext } from '../call-context.ts';
import { PlugboardError, toPlugboardError, type ErrorFacts } from '../errors.ts';
import type {
  CompletionRequest,
  CompletionSide,
  PromptSide,
  ResourceSide,
  SourceInfo,
  ToolSource,
} from '../tool-source.ts';
import { joiner, type Joined } from './join-listings.ts';

type Finder = (key: string, ctx: CallContext) => Promise<ToolSource>;

/**
 * Several sources as one. A name that two of them have goes to the first, and is reported as a problem.
 *
 * @example
 * ```ts
 * import { merged, namespaced, openScripts } from 'plugboard';
 *
 * const a = namespaced(await openScripts('./a'), 'a__');
 * const b = namespaced(await openScripts('./b'), 'b__');
 * const both = merged('both', [a, b]);
 * ```
 */
export function merged(id: string, sources: readonly ToolSource[], info?: SourceInfo): ToolSource {
  const tools = joiner(sources, { list: (s, ctx) => s.tools.list(ctx), keyOf: (t) => t.name });
  const toolOwner = finder('tool', tools);
  const resources = mergedResources(sources);
  const prompts = mergedPrompts(sources);
  const completions = mergedCompletions(sources, prompts?.owner);
  const announcing = sources.filter((source) => source.onChange);
  const checksArguments = sources.every((source) => source.checksArguments);
  return {
    id,
    ...(info && { info }),
    checksArguments,
    tools: {
      list: async (ctx) => (await tools(ctx)).listing,
      call: async (name, args, ctx) => (await toolOwner(name, ctx)).tools.call(name, args, ctx),
    },
    ...(resources && { resources }),
    ...(prompts && { prompts: prompts.side }),
    ...(completions && { completions }),
    ...(announcing.length > 0 && {
      onChange: (listener) => {
        const watches = announcing.map((source) => source.onChange?.(listener));
        return { [Symbol.dispose]: () => watches.forEach((watch) => watch?.[Symbol.dispose]()) };
      },
    }),
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled(sources.map((source) => source[Symbol.asyncDispose]()));
    },
  };
}

function finder<Item>(
  kind: ErrorFacts['not_found']['kind'],
  joined: (ctx: CallContext) => Promise<Joined<Item>>,
): Finder {
  return async (name, ctx) => {
    const owner = (await joined(ctx)).owners.get(name);
    if (!owner) throw new PlugboardError('not_found', { kind, name });
    return owner;
  };
}

function mergedResources(sources: readonly ToolSource[]): ResourceSide | undefined {
  const having = sources.filter((source) => source.resources);
  if (having.length === 0) return undefined;
  const list = joiner(having, { list: (s, ctx) => s.resources?.list(ctx), keyOf: (r) => r.uri });
  const templates = joiner(having, {
    list: (s, ctx) => s.resources?.templates(ctx),
    keyOf: (t) => t.uriTemplate,
  });
  /** A listed URI has an owner; any other may match a template of one of the sources. */
  const candidates = async (uri: string, ctx: CallContext) => {
    const owner = (await list(ctx)).owners.get(uri);
    return owner ? [owner] : having;
  };
  return {
    list: async (ctx) => (await list(ctx)).listing,
    templates: async (ctx) => (await templates(ctx)).listing,
    read: async (uri, ctx) =>
      firstThatKnows(uri, await candidates(uri, ctx), (side) => side.read(uri, ctx)),
    ...(having.some((source) => source.resources?.subscribe) && {
      subscribe: async (uri: string, onUpdate: () => void, ctx: CallContext) => {
        const able = (await candidates(uri, ctx)).filter((source) => source.resources?.subscribe);
        return firstThatKnows(uri, able, (side) => side.subscribe?.(uri, onUpdate, ctx));
      },
    }),
  };
}

async function firstThatKnows<Value>(
  uri: string,
  sources: readonly ToolSource[],
  ask: (side: ResourceSide) => Promise<Value> | undefined,
): Promise<Value> {
  for (const source of sources) {
    try {
      const answer = source.resources && (await ask(source.resources));
      if (answer !== undefined) return answer;
    } catch (thrown) {
      const error = toPlugboardError(thrown);
      if (error.code !== 'not_found') throw error;
    }
  }
  throw new PlugboardError('not_found', { kind: 'resource', name: uri });
}

function mergedPrompts(
  sources: readonly ToolSource[],
): { side: PromptSide; owner: Finder } | undefined {
  const having = sources.filter((source) => source.prompts);
  if (having.length === 0) return undefined;
  const list = joiner(having, { list: (s, ctx) => s.prompts?.list(ctx), keyOf: (p) => p.name });
  const owner = finder('prompt', list);
  return {
    owner,
    side: {
      list: async (ctx) => (await list(ctx)).listing,
      get: async (name, args, ctx) => {
        const side = (await owner(name, ctx)).prompts;
        if (!side) throw new PlugboardError('not_found', { kind: 'prompt', name });
        return side.get(name, args, ctx);
      },
    },
  };
}

function mergedCompletions(
  sources: readonly ToolSource[],
  promptOwner: Finder | undefined,
): CompletionSide | undefined {
  const having = sources.filter((source) => source.completions);
  if (having.length === 0) return undefined;
  const templates = joiner(having, {
    list: (s, ctx) => s.resources?.templates(ctx),
    keyOf: (t) => t.uriTemplate,
  });
  const candidates = async ({ ref }: CompletionRequest, ctx: CallContext) => {
    const { name, uri } = ref;
    if (typeof name === 'string' && promptOwner) return [await promptOwner(name, ctx)];
    const owner = typeof uri === 'string' ? (await templates(ctx)).owners.get(uri) : undefined;
    return owner ? [owner] : having;
  };
  return {
    complete: async (request, ctx) => {
      const able = await candidates(request, ctx);
      const side = able.find((source) => source.completions)?.completions;
      return side ? side.complete(request, ctx) : { values: [] };
    },
  };
}
