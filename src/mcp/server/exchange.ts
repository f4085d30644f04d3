// One request in flight: the context its source works with, and the single answer it gets.
import {
  LOG_LEVELS,
  type CallContext,
  type Caller,
  type ElicitResult,
  type InputRequest,
  type LogLevel,
  type Progress,
  type RequestFacts,
  type Root,
  type TraceContext,
} from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { errorResult } from '../../core/result.ts';
import type { Listing, Tool } from '../../core/tool-source.ts';
import { encodeResult, type CacheHint } from '../wire/encode-result.ts';
import {
  errorText,
  isRequestId,
  notificationText,
  resultText,
  RPC,
  type RequestId,
  type RpcRequest,
} from '../wire/jsonrpc.ts';
import type { Engine } from './engine.ts';
import { holdArriving } from './held-bytes.ts';
import type { Channel, Inflight, Peer, PreparedReply, RequestPlace } from './peer.ts';
import { modernStatus, toWireError } from './wire-error.ts';

export interface ExchangeStart extends RequestPlace {
  readonly engine: Engine;
  /** Refuses a tool call whose transport contradicts the tools as listed. */
  readonly checkTools?: (listing: Promise<Listing<Tool>>) => Promise<void> | void;
}

/** Shared by the many exchanges that have nothing to do afterwards. */
const NOTHING_AFTERWARDS: (() => void)[] = [];

/** Nobody listens: between two rounds, and where no answer is wanted. */
export const NOWHERE: Channel = {
  send: () => {},
  finish: () => {},
  drop: () => {},
  release: () => {},
};

/** A class because one is made per request on the hot path; nothing inherits from it. */
export class Exchange implements CallContext {
  readonly engine: Engine;
  readonly method: string;
  readonly text: string | undefined;
  id: RequestId;
  params: JsonObject;
  peer: Peer;
  channel: Channel;
  ended = false;
  readonly checkTools: ExchangeStart['checkTools'];
  #inflight: Map<unknown, Inflight>;
  #key: unknown;
  #controller: AbortController | undefined;
  #questions = 0;
  #afterwards: (() => void)[] = NOTHING_AFTERWARDS;

  constructor(request: RpcRequest, start: ExchangeStart) {
    this.engine = start.engine;
    this.id = request.id;
    this.method = request.method;
    this.text = request.text;
    this.params = request.params;
    this.peer = start.peer;
    this.channel = start.channel;
    this.#inflight = start.inflight;
    this.#key = start.key ?? request.id;
    this.checkTools = start.checkTools;
    this.#inflight.set(this.#key, this);
    const letGo = holdArriving();
    if (letGo) this.whenEnded(letGo);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.ended) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  get caller(): Caller {
    return this.peer.caller;
  }

  get request(): RequestFacts {
    return this;
  }

  get trace(): TraceContext {
    const meta = this.params['_meta'];
    return isJsonObject(meta) ? meta : {};
  }

  progress(update: Progress): void {
    const meta = this.params['_meta'];
    const progressToken = isJsonObject(meta) ? meta['progressToken'] : undefined;
    if (!isRequestId(progressToken) || this.ended) return;
    this.channel.send(notificationText('notifications/progress', { progressToken, ...update }));
  }

  log(level: LogLevel, data: JsonValue, logger?: string): void {
    if (this.ended || LOG_LEVELS.indexOf(level) < this.peer.logLevel) return;
    this.channel.send(
      notificationText('notifications/message', {
        level,
        ...(logger !== undefined && { logger }),
        data,
      }),
    );
  }

  async input(
    requests: Readonly<Record<string, InputRequest>>,
  ): Promise<Record<string, JsonObject>> {
    const keys = Object.keys(requests);
    const answers = await Promise.all(
      Object.entries(requests).map(([key, request]) => this.#ask(key, request)),
    );
    return Object.fromEntries(keys.map((key, at) => [key, answers[at] ?? {}]));
  }

  async elicit(params: JsonObject): Promise<ElicitResult> {
    const answer = await this.#ask(this.#newKey('elicit'), {
      method: 'elicitation/create',
      params,
    });
    return answer as unknown as ElicitResult;
  }

  sample(params: JsonObject): Promise<JsonObject> {
    return this.#ask(this.#newKey('sample'), { method: 'sampling/createMessage', params });
  }

  async roots(): Promise<readonly Root[]> {
    const answer = await this.#ask(this.#newKey('roots'), { method: 'roots/list' });
    return (answer['roots'] ?? []) as unknown as Root[];
  }

  releaseStream(): void {
    if (!this.ended) this.channel.release();
  }

  /** Goes on under the id and channel of the request that brought the awaited answers. */
  rebind(request: RpcRequest, place: RequestPlace): void {
    this.id = request.id;
    this.params = request.params;
    this.peer = place.peer;
    this.channel = place.channel;
    this.#inflight = place.inflight;
    this.#key = place.key ?? request.id;
    this.#inflight.set(this.#key, this);
  }

  /** Answers this round and keeps working; the client comes back with another request. */
  pause(result: JsonObject): void {
    const text = resultText(this.id, this.#encoded(result));
    const { channel } = this;
    this.#inflight.delete(this.#key);
    this.channel = NOWHERE;
    channel.finish(text, 200);
  }

  succeed(result: object, cache?: CacheHint): void {
    if (this.ended) return;
    // First the text: a result that cannot be written is a failure, and must still be answered.
    const text = resultText(this.id, this.#encoded(result, cache));
    if (this.#end()) this.channel.finish(text, 200);
  }

  succeedPrepared(reply: PreparedReply): void {
    if (this.#end()) this.channel.finish(reply, 200);
  }

  fail(thrown: unknown): void {
    try {
      this.#refuse(toPlugboardError(thrown));
    } catch (cause) {
      // The error itself could not be written; one without details always can.
      this.#refuse(new PlugboardError('internal', {}, { cause }));
    }
  }

  /** Stops the work; nothing is sent any more. */
  cancel(reason: string): void {
    if (!this.#end()) return;
    this.channel.drop();
    this.#controller?.abort(new PlugboardError('cancelled', { reason }));
  }

  /** Runs once the exchange has ended, however it did. */
  whenEnded(action: () => void): void {
    if (this.#afterwards === NOTHING_AFTERWARDS) this.#afterwards = [];
    this.#afterwards.push(action);
  }

  #refuse(error: PlugboardError): void {
    if (error.code === 'internal') this.engine.problem(`${this.method} failed`, error.cause);
    // A cancelled request has ended. One that only says so was not taken back, and wants an answer.
    if (typeof error.wire !== 'number' && this.method === 'tools/call')
      return this.succeed(errorResult(error));
    const wire = toWireError(error, this.peer.revision, this.engine.dialect);
    const status = this.peer.revision.era === 'modern' ? modernStatus(wire.code) : 200;
    const text = errorText({ of: this.id }, wire);
    if (this.#end()) this.channel.finish(text, status);
  }

  #end(): boolean {
    if (this.ended) return false;
    this.ended = true;
    this.#inflight.delete(this.#key);
    for (const action of this.#afterwards) action();
    return true;
  }

  #encoded(result: object, cache?: CacheHint): string {
    const { revision } = this.peer;
    const { serverMeta } = this.engine;
    return encodeResult(result, cache ? { revision, serverMeta, cache } : { revision, serverMeta });
  }

  #newKey(kind: string): string {
    this.#questions += 1;
    return `${kind}_${this.#questions}`;
  }

  async #ask(key: string, request: InputRequest): Promise<JsonObject> {
    if (this.ended) throw new PlugboardError('cancelled', {});
    refuseUndeclared(request, this.peer);
    if (this.peer.ask) return this.peer.ask(request, this);
    return this.engine.rounds.ask(this, key, request);
  }
}

const NEEDS = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
} as const;

function refuseUndeclared(request: InputRequest, peer: Peer): void {
  const capability = NEEDS[request.method];
  const declared = peer.caller.capabilities[capability];
  const isUrl = request.params?.['mode'] === 'url';
  const required: JsonObject = { [capability]: isUrl ? { url: {} } : {} };
  const lacksMode = isUrl && !(isJsonObject(declared) && declared['url'] !== undefined);
  if (declared !== undefined && !lacksMode) return;
  const modern = peer.revision.era === 'modern';
  throw new PlugboardError(
    'not_supported',
    { source: 'The client', what: request.method },
    { data: { requiredCapabilities: required }, ...(modern && { wire: RPC.missingCapability }) },
  );
}
