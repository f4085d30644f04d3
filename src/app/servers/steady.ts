// Keeps one bad server from holding up its neighbours: its lists are waited for once, and not again soon.
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { narrowedContext } from '../../core/local-context.ts';
import type { Listing, ToolSource } from '../../core/tool-source.ts';
import { wrapped } from '../../core/wrappers/wrapped.ts';

export interface SteadyOptions {
  readonly timeoutMs: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

type List<Item> = (ctx: CallContext) => Promise<Listing<Item>>;

/** A server that failed is asked again after this long. */
const REST_MS = 15_000;

export function steady(
  source: ToolSource,
  { timeoutMs, now = Date.now }: SteadyOptions,
): ToolSource {
  let failure: { readonly error: PlugboardError; readonly untilMs: number } | undefined;
  const bounded = async <Item>(list: List<Item>, ctx: CallContext): Promise<Listing<Item>> => {
    if (failure && now() < failure.untilMs) throw failure.error;
    try {
      // A signal of its own: many servers listening to one would look like a leak to Node.
      const own = narrowedContext(ctx, { signal: AbortSignal.any([ctx.signal]) });
      const listed = await within(list(own), { timeoutMs, what: source.id });
      failure = undefined;
      return listed;
    } catch (thrown) {
      const error = toPlugboardError(thrown);
      if (error.code !== 'cancelled') failure = { error, untilMs: now() + REST_MS };
      throw error;
    }
  };
  const { tools, resources, prompts } = source;
  const { subscribe } = resources ?? {};
  return wrapped(source, {
    tools: { list: (ctx) => bounded((own) => tools.list(own), ctx), call: tools.call.bind(tools) },
    ...(resources && {
      resources: {
        list: (ctx) => bounded((own) => resources.list(own).catch(noneIfUnsupported), ctx),
        templates: (ctx) =>
          bounded((own) => resources.templates(own).catch(noneIfUnsupported), ctx),
        read: resources.read.bind(resources),
        ...(subscribe && { subscribe: subscribe.bind(resources) }),
      },
    }),
    ...(prompts && {
      prompts: {
        list: (ctx) => bounded((own) => prompts.list(own).catch(noneIfUnsupported), ctx),
        get: prompts.get.bind(prompts),
      },
    }),
  });
}

/** Having no resources or prompts is no failure of a server. */
function noneIfUnsupported(thrown: unknown) {
  if (toPlugboardError(thrown).code === 'not_supported') return { items: [], problems: [] };
  throw thrown;
}

async function within<Value>(
  work: Promise<Value>,
  { timeoutMs, what }: { readonly timeoutMs: number; readonly what: string },
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new PlugboardError('timeout', { what, afterMs: timeoutMs });
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
