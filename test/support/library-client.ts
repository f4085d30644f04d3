// The library as a surface: the source is called directly, with a local context.
import { PlugboardError, toPlugboardError } from '../../src/core/errors.ts';
import type { CallContext } from '../../src/core/call-context.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { localContext } from '../../src/core/local-context.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { Inbox } from './inbox.ts';
import { textIn } from './raw-mcp.ts';
import type { Heard, Outcome, Running, SurfaceClient, Wishes } from './surface-client.ts';

type Method = (source: ToolSource, params: JsonObject, ctx: CallContext) => Promise<object>;

const METHODS: Readonly<Record<string, Method>> = {
  'tools/list': async (source, _, ctx) => ({ tools: (await source.tools.list(ctx)).items }),
  'tools/call': (source, { name, arguments: args }, ctx) =>
    source.tools.call(textIn(name), isJsonObject(args) ? args : {}, ctx),
  'resources/list': async ({ resources }, _, ctx) => ({
    resources: (await resources?.list(ctx))?.items,
  }),
  'resources/templates/list': async ({ resources }, _, ctx) => ({
    resourceTemplates: (await resources?.templates(ctx))?.items,
  }),
  'resources/read': async ({ resources }, { uri }, ctx) =>
    (await resources?.read(textIn(uri), ctx)) ?? {},
  'prompts/list': async ({ prompts }, _, ctx) => ({ prompts: (await prompts?.list(ctx))?.items }),
  'prompts/get': async ({ prompts }, { name, arguments: args = {} }, ctx) =>
    (await prompts?.get(textIn(name), args as Record<string, string>, ctx)) ?? {},
  'completion/complete': async ({ completions }, params, ctx) => {
    type Asked = Parameters<NonNullable<typeof completions>['complete']>[0];
    return { completion: await completions?.complete(params as unknown as Asked, ctx) };
  },
};

export function openLibrary(source: ToolSource): SurfaceClient {
  const changes = new Inbox<string>();
  const watches: (Disposable | AsyncDisposable)[] = [];
  const ctx = localContext();
  return {
    name: 'library',
    revision: undefined,
    changes,
    start: (method, params, wishes) => start(source, { method, params: params ?? {} }, wishes),
    watch: async (uris) => {
      const watch = source.onChange?.((what) => changes.push(what));
      if (watch) watches.push(watch);
      for (const uri of uris) {
        const updates = await source.resources?.subscribe?.(uri, () => changes.push(uri), ctx);
        if (updates) watches.push(updates);
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const watch of watches) {
        if (Symbol.dispose in watch) watch[Symbol.dispose]();
        else await watch[Symbol.asyncDispose]();
      }
    },
  };
}

function start(
  source: ToolSource,
  { method, params }: { method: string; params: JsonObject },
  wishes: Wishes = {},
): Running {
  const controller = new AbortController();
  const heard = new Inbox<Heard>();
  const { answer } = wishes;
  const ctx = localContext({
    signal: controller.signal,
    onProgress: (update) => heard.push({ progress: { ...update } }),
    onLog: (level, data, logger) =>
      heard.push({ log: { level, data, ...(logger !== undefined && { logger }) } }),
    ...(answer && { onInput: async (question) => answer(question) }),
  });
  const run = METHODS[method];
  const running = run
    ? run(source, params, ctx)
    : Promise.reject(new PlugboardError('not_supported', { source: source.id, what: method }));
  return {
    heard,
    outcome: running.then((result) => ({ result: result as JsonObject }), toOutcome),
    cancel: () => controller.abort(),
    answers: () => 0,
  };
}

function toOutcome(thrown: unknown): Outcome {
  const { code, message, hint } = toPlugboardError(thrown);
  if (code === 'cancelled') return { cancelled: true };
  return { refused: { code, message: hint === undefined ? message : `${message}\nhint: ${hint}` } };
}
