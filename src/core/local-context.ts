// Contexts for calls made inside the process, and for calls narrowed by a wrapper.
import type {
  CallContext,
  Caller,
  ElicitResult,
  InputRequest,
  LogLevel,
  Progress,
  RequestFacts,
  Root,
} from './call-context.ts';
import { PlugboardError } from './errors.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { endlessSignal } from './on-abort.ts';

export interface LocalContextOptions {
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
  readonly caller?: Partial<Caller>;
  readonly request?: RequestFacts;
  readonly onProgress?: (update: Progress) => void;
  readonly onLog?: (level: LogLevel, data: JsonValue, logger?: string) => void;
  readonly onInput?: (request: InputRequest) => Promise<JsonObject>;
}

/**
 * A context for a caller in this process; questions go to `onInput`, or are refused.
 *
 * @example
 * ```ts
 * import { localContext } from 'plugboard';
 *
 * const ctx = localContext({
 *   signal: AbortSignal.timeout(5_000),
 *   onLog: (level, data) => process.stderr.write(`${level} ${String(data)}\n`),
 * });
 * ```
 */
export function localContext(options: LocalContextOptions = {}): CallContext {
  const ask = (request: InputRequest): Promise<JsonObject> => {
    if (options.onInput) return options.onInput(request);
    return Promise.reject(
      new PlugboardError('not_supported', { source: 'This caller', what: request.method }),
    );
  };
  return {
    signal: options.signal ?? endlessSignal(),
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    caller: { capabilities: {}, ...options.caller },
    ...(options.request === undefined ? {} : { request: options.request }),
    progress: (update) => options.onProgress?.(update),
    log: (level, data, logger) => options.onLog?.(level, data, logger),
    input: async (requests) => {
      const answers = await Promise.all(Object.values(requests).map(ask));
      return Object.fromEntries(Object.keys(requests).map((key, at) => [key, answers[at] ?? {}]));
    },
    elicit: async (params) =>
      (await ask({ method: 'elicitation/create', params })) as unknown as ElicitResult,
    sample: (params) => ask({ method: 'sampling/createMessage', params }),
    roots: async () => ((await ask({ method: 'roots/list' }))['roots'] ?? []) as unknown as Root[],
    releaseStream: () => {},
  };
}

/** The same caller with a narrower signal or deadline. */
export function narrowedContext(
  ctx: CallContext,
  limits: { readonly signal: AbortSignal; readonly deadlineMs?: number },
): CallContext {
  const deadlineMs = limits.deadlineMs ?? ctx.deadlineMs;
  return {
    signal: limits.signal,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    caller: ctx.caller,
    ...(ctx.trace === undefined ? {} : { trace: ctx.trace }),
    ...(ctx.request === undefined ? {} : { request: ctx.request }),
    progress: (update) => ctx.progress(update),
    log: (level, data, logger) => ctx.log(level, data, logger),
    input: (requests) => ctx.input(requests),
    elicit: (params) => ctx.elicit(params),
    sample: (params) => ctx.sample(params),
    roots: () => ctx.roots(),
    releaseStream: () => ctx.releaseStream(),
  };
}
