// The calls of one client in flight: whose progress, whose log line, whose question a message is.
import { LOG_LEVELS, type InputMethod, type LogLevel } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { RpcNotification, RpcRequest } from '../wire/jsonrpc.ts';
import { META } from '../wire/meta-keys.ts';
import type { RequestOptions, ServerEvent } from './mcp-client.ts';
import type { WireListener } from './wire.ts';

const CHANGES: Readonly<Record<string, 'tools' | 'resources' | 'prompts'>> = {
  'notifications/tools/list_changed': 'tools',
  'notifications/resources/list_changed': 'resources',
  'notifications/prompts/list_changed': 'prompts',
};

const QUESTIONS: ReadonlySet<string> = new Set<InputMethod>([
  'elicitation/create',
  'sampling/createMessage',
  'roots/list',
]);

export class CallBook implements WireListener {
  #calls = new Map<number, RequestOptions>();
  #listeners = new Set<(event: ServerEvent) => void>();
  #nextId = 1;

  open(options: RequestOptions): number {
    const id = this.#nextId++;
    this.#calls.set(id, options);
    return id;
  }

  close(id: number): void {
    this.#calls.delete(id);
  }

  onEvent(listener: (event: ServerEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  tell(event: ServerEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  notification({ method, params }: RpcNotification): void {
    if (method === 'notifications/progress') return this.#progress(params);
    if (method === 'notifications/message') return this.#log(params);
    if (method === 'notifications/subscriptions/acknowledged') return this.#acknowledged(params);
    const what = CHANGES[method];
    if (what) return this.tell({ kind: 'changed', what });
    const { uri } = params;
    if (method === 'notifications/resources/updated' && typeof uri === 'string') {
      this.tell({ kind: 'updated', uri });
    }
  }

  /** A question names no call; the latest that can answer is the likeliest to have caused it. */
  async request({ method, params }: RpcRequest): Promise<JsonObject> {
    if (method === 'ping') return {};
    const able = [...this.#calls.values()].findLast((call) => call.onInput);
    if (!QUESTIONS.has(method) || !able?.onInput) {
      throw new PlugboardError('not_supported', { source: 'This client', what: method });
    }
    return able.onInput({ method: method as InputMethod, params });
  }

  #progress({ progressToken, progress, total, message }: JsonObject): void {
    const call = this.#calls.get(Number(progressToken));
    if (typeof progress !== 'number') return;
    call?.onProgress?.({
      progress,
      ...(typeof total === 'number' && { total }),
      ...(typeof message === 'string' && { message }),
    });
  }

  #acknowledged({ _meta: meta, notifications }: JsonObject): void {
    if (!isJsonObject(meta) || !isJsonObject(notifications)) return;
    this.#calls.get(Number(meta[META.subscriptionId]))?.onAcknowledged?.(notifications);
  }

  #log({ level, data = null, logger }: JsonObject): void {
    const known = LOG_LEVELS.find((name): name is LogLevel => name === level) ?? 'info';
    for (const call of this.#calls.values()) {
      call.onLog?.(known, data, typeof logger === 'string' ? logger : undefined);
    }
  }
}

/** The parameters with what a call adds to `_meta`. */
export function withMeta(params: JsonObject, extra: JsonObject): JsonObject {
  const own = params['_meta'];
  if (Object.keys(extra).length === 0) return params;
  return { ...params, _meta: { ...(isJsonObject(own) && own), ...extra } };
}
