// What a caller of the daemon holds: a source that finds its server anew for each request.
import type { ChangedSide, ToolSource } from '../../core/tool-source.ts';
import type { Environment } from '../../platform/env.ts';
import type { KeptServer } from './kept-server.ts';

export interface Lease {
  /** The instance as it is now: it may have been stopped and replaced since. */
  readonly kept: () => KeptServer;
  /** Given to the server should it have to be started for this caller. */
  readonly env: Environment;
}

function missing(): never {
  throw new TypeError('a server lost a group it had');
}

/** `shape` tells which groups there are; disposing the lease stops nothing. */
export function leasedSource(shape: ToolSource, { kept, env }: Lease): ToolSource {
  const { id, resources, prompts, completions } = shape;
  const use = <Value>(work: (source: ToolSource) => Promise<Value>) => kept().use(env, work);
  return {
    id,
    get info() {
      return shape.info;
    },
    tools: {
      list: (ctx) => use((source) => source.tools.list(ctx)),
      call: (name, args, ctx) => {
        const server = kept();
        return server.use(env, (source) => server.call(source, { name, args }, ctx));
      },
    },
    ...(resources && {
      resources: {
        list: (ctx) => use(async ({ resources: side = missing() }) => side.list(ctx)),
        templates: (ctx) => use(async ({ resources: side = missing() }) => side.templates(ctx)),
        read: (uri, ctx) => use(async ({ resources: side = missing() }) => side.read(uri, ctx)),
        subscribe: (uri, onUpdate, ctx) =>
          use(async ({ resources: { subscribe } = missing() }) =>
            subscribe ? subscribe(uri, onUpdate, ctx) : missing(),
          ),
      },
    }),
    ...(prompts && {
      prompts: {
        list: (ctx) => use(async ({ prompts: side = missing() }) => side.list(ctx)),
        get: (name, args, ctx) =>
          use(async ({ prompts: side = missing() }) => side.get(name, args, ctx)),
      },
    }),
    ...(completions && {
      completions: {
        complete: (request, ctx) =>
          use(async ({ completions: side = missing() }) => side.complete(request, ctx)),
      },
    }),
    onChange: (listener: (what: ChangedSide) => void) => {
      const { listeners } = kept();
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
