// A client of the modern era: no handshake, every request describes itself and may come back with questions.
import type { InputMethod } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import { wireLimit } from '../wire/limits.ts';
import { META } from '../wire/meta-keys.ts';
import { CallBook, withMeta } from './call-book.ts';
import type {
  ClientIdentity,
  McpClient,
  RequestOptions,
  ServerDescription,
  ServerEvent,
} from './mcp-client.ts';
import { openListening, type Listening } from './listening.ts';
import { resultOf } from './response-result.ts';
import type { Wire } from './wire.ts';

const NEVER = new AbortController().signal;
const LOG_FROM = 'debug';

const LISTS: ReadonlyMap<string, ChangedSide> = new Map([
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resources'],
  ['prompts/list', 'prompts'],
]);

export interface ModernClientStart {
  readonly wire: Wire;
  readonly identity: ClientIdentity;
  readonly server: ServerDescription;
}

export class ModernClient implements McpClient {
  readonly server: ServerDescription;
  readonly closed: Promise<string>;
  #wire: Wire;
  #identity: ClientIdentity;
  #book = new CallBook();
  #listed = new Set<ChangedSide>();
  #listening: Listening;

  constructor({ wire, identity, server }: ModernClientStart) {
    this.#wire = wire;
    this.#identity = identity;
    this.server = server;
    wire.listen(this.#book);
    this.closed = wire.closed.then(({ reason }) => reason);
    this.#listening = openListening({
      listen: (filter, options) =>
        this.request('subscriptions/listen', { notifications: filter }, options),
      listed: this.#listed,
      onMissed: (what) => this.#book.tell({ kind: 'changed', what }),
    });
  }

  async request(
    method: string,
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const side = LISTS.get(method);
    if (side) this.#listed.add(side);
    let asked = params;
    for (let round = 0; round <= wireLimit('maxRounds'); round += 1) {
      const result = await this.#once(method, asked, options);
      if (result['resultType'] !== 'input_required') return withoutHop(result);
      asked = await nextRound(params, result, options);
    }
    const output = `The server asked for input more than ${wireLimit('maxRounds')} times`;
    throw new PlugboardError('tool_failed', { output });
  }

  onEvent(listener: (event: ServerEvent) => void): Disposable {
    this.#listening.wantChanges();
    return this.#book.onEvent(listener);
  }

  async subscribe(uri: string): Promise<AsyncDisposable> {
    this.#listening.wantUpdates(uri);
    return { [Symbol.asyncDispose]: async () => this.#listening.dropUpdates(uri) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listening[Symbol.dispose]();
    await this.#wire[Symbol.asyncDispose]();
  }

  async #once(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const id = this.#book.open(options);
    const { name, version, capabilities } = this.#identity;
    const meta = {
      ...options.meta,
      ...(options.onProgress && { progressToken: id }),
      [META.protocolVersion]: this.server.revision.id,
      [META.clientInfo]: { name, version },
      [META.clientCapabilities]: options.onInput ? capabilities : {},
      ...(options.onLog && { [META.logLevel]: LOG_FROM }),
    };
    const { headers, signal = NEVER } = options;
    try {
      const request = { id, method, params: withMeta(params, meta), ...(headers && { headers }) };
      return resultOf(await this.#wire.request(request, { signal }), method);
    } finally {
      this.#book.close(id);
    }
  }
}

/** The result without what only concerns this one connection; types of extensions are kept. */
function withoutHop(result: JsonObject): JsonObject {
  const { resultType, _meta: meta, ...rest } = result;
  const kept =
    resultType === undefined || resultType === 'complete' ? rest : { ...rest, resultType };
  if (!isJsonObject(meta)) return kept;
  const { [META.serverInfo]: _, ...others } = meta;
  return Object.keys(others).length === 0 ? kept : { ...kept, _meta: others };
}

/** The request again, with the answers it was asked for and the state it was given. */
async function nextRound(
  params: JsonObject,
  result: JsonObject,
  options: RequestOptions,
): Promise<JsonObject> {
  const { inputRequests, requestState } = result;
  const questions = isJsonObject(inputRequests) ? Object.entries(inputRequests) : [];
  const answers: JsonObject = {};
  for (const [key, question] of questions) {
    if (!isJsonObject(question)) continue;
    if (!options.onInput) {
      throw new PlugboardError('not_supported', {
        source: 'This client',
        what: JSON.stringify(question['method']),
      });
    }
    const { method, params: asked } = question;
    answers[key] = await options.onInput({
      method: method as InputMethod,
      ...(isJsonObject(asked) && { params: asked }),
    });
  }
  return {
    ...params,
    ...(questions.length > 0 && { inputResponses: answers }),
    ...(requestState !== undefined && { requestState }),
  };
}
