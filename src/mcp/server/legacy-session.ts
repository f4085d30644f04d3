// A session of the legacy era: opened by initialize, pushed to, asked questions, and closed.
import {
  LOG_LEVELS,
  type Caller,
  type InputRequest,
  type LogLevel,
} from '../../core/call-context.ts';
import type { DialectStage } from '../../core/dialect.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import {
  notificationText,
  requestText,
  RPC,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import { LATEST_LEGACY, negotiateLegacy, type Revision } from '../wire/revisions.ts';
import { dialectMethod, dispatch } from './dispatch.ts';
import type { Engine } from './engine.ts';
import { Exchange } from './exchange.ts';
import { invalidParams, stringParam } from './methods.ts';
import { toCaller } from './modern-request.ts';
import type { Asking, Channel, Inflight, Peer } from './peer.ts';

interface PendingQuestion {
  /** Gives the question up. */
  readonly timer: NodeJS.Timeout;
  resolve(answer: JsonObject): void;
  reject(reason: unknown): void;
}

export interface SessionOptions {
  readonly engine: Engine;
  readonly identity?: string | undefined;
  /** Sends what belongs to no request; returns nothing, loses nothing it can keep. */
  readonly push: (text: string) => void;
  /** Ends the connection, where a method of the dialect may. */
  readonly onExit?: () => void;
}

const DEFAULT_LOG_LEVEL = LOG_LEVELS.indexOf('info');

/** Session-bound requests by method; all others are the same in both eras. */
const SESSION_METHODS: Readonly<
  Record<string, (session: LegacySession, exchange: Exchange) => Promise<void> | void>
> = {
  'logging/setLevel': (session, exchange) => session.setLogLevel(exchange),
  'resources/subscribe': (session, exchange) => session.subscribe(exchange),
  'resources/unsubscribe': (session, exchange) => session.unsubscribe(exchange),
};

export class LegacySession implements Peer, Disposable {
  readonly inflight = new Map<unknown, Inflight>();
  revision: Revision = LATEST_LEGACY;
  caller: Caller;
  logLevel = DEFAULT_LOG_LEVEL;
  initialized = false;
  #engine: Engine;
  #push: (text: string) => void;
  #asked = 0;
  #questions = new Map<RequestId, PendingQuestion>();
  #subscriptions = new Map<string, Promise<AsyncDisposable>>();
  #identity: string | undefined;
  #onExit: (() => void) | undefined;
  #shuttingDown = false;

  constructor({ engine, push, identity, onExit }: SessionOptions) {
    this.#onExit = onExit;
    this.#engine = engine;
    this.#push = push;
    this.#identity = identity;
    this.caller = toCaller(undefined, { revision: this.revision, capabilities: {}, identity });
  }

  request(request: RpcRequest, channel: Channel): void {
    if (this.inflight.has(request.id)) {
      const duplicate = new Exchange(request, { ...this.#start(channel), inflight: new Map() });
      return duplicate.fail(invalidRequest(`id ${request.id} is already in use`));
    }
    const exchange = new Exchange(request, this.#start(channel));
    try {
      this.#refuseAfterShutdown(request.method);
      if (request.method === 'initialize') this.#initialize(exchange);
      else if (!this.initialized && request.method !== 'ping') throw this.#tooEarly();
      else this.#run(exchange);
    } catch (thrown) {
      exchange.fail(thrown);
    }
  }

  notification({ method, params }: RpcNotification): void {
    if (method === 'notifications/initialized') this.#engine.changes.add(this.#onChange);
    const { stage } = dialectMethod(this.#engine.dialect, method) ?? {};
    if (stage) return this.enterStage(stage);
    if (method !== 'notifications/cancelled') return;
    const { requestId, reason } = params;
    const exchange = this.inflight.get(requestId);
    exchange?.cancel(typeof reason === 'string' ? reason : 'the client cancelled');
  }

  response(response: RpcResponse): void {
    const question = this.#takeQuestion(response.id);
    if (response.result) return question?.resolve(response.result);
    question?.reject(
      new PlugboardError('tool_failed', {
        output: `The client answered: ${response.error?.message}`,
      }),
    );
  }

  ask({ method, params }: InputRequest, from: Asking): Promise<JsonObject> {
    this.#asked += 1;
    const id = `plugboard-${this.#asked}`;
    return new Promise((resolve, reject) => {
      const giveUp = (reason: PlugboardError) => {
        if (!this.#takeQuestion(id)) return;
        reject(reason);
        this.#push(notificationText('notifications/cancelled', { requestId: id }));
      };
      const afterMs = wireLimit('parkedMs');
      const noAnswer = () => giveUp(new PlugboardError('timeout', { what: method, afterMs }));
      const timer = setTimeout(noAnswer, afterMs).unref();
      this.#questions.set(id, { resolve, reject, timer });
      from.signal.addEventListener('abort', () => giveUp(new PlugboardError('cancelled', {})));
      from.channel.send(requestText(id, method, params));
    });
  }

  enterStage(stage: DialectStage): void {
    this.#shuttingDown = true;
    if (stage === 'exit') this.#onExit?.();
  }

  setLogLevel(exchange: Exchange): void {
    const index = LOG_LEVELS.indexOf(exchange.params['level'] as LogLevel);
    if (index === -1) throw invalidParams(`level must be one of ${LOG_LEVELS.join(', ')}`);
    this.logLevel = index;
    exchange.succeed({});
  }

  async subscribe(exchange: Exchange): Promise<void> {
    const uri = stringParam('uri', exchange.params['uri']);
    const resources = this.#engine.source.resources;
    if (!resources?.subscribe) {
      throw new PlugboardError('not_supported', { source: 'This server', what: exchange.method });
    }
    let subscription = this.#subscriptions.get(uri);
    if (!subscription) {
      const tell = () => this.#push(notificationText('notifications/resources/updated', { uri }));
      subscription = resources.subscribe(uri, tell, exchange);
      this.#subscriptions.set(uri, subscription);
      // One that failed may be asked for again.
      subscription.catch(() => this.#subscriptions.delete(uri));
    }
    await subscription;
    exchange.succeed({});
  }

  async unsubscribe(exchange: Exchange): Promise<void> {
    const uri = stringParam('uri', exchange.params['uri']);
    const subscription = this.#subscriptions.get(uri);
    this.#subscriptions.delete(uri);
    if (subscription) await endSubscription(subscription);
    exchange.succeed({});
  }

  /** No client is there any more: what runs is stopped, what was asked is given up. */
  [Symbol.dispose](): void {
    this.#engine.changes.delete(this.#onChange);
    for (const exchange of this.inflight.values()) exchange.cancel('the client is gone');
    for (const id of [...this.#questions.keys()])
      this.#takeQuestion(id)?.reject(new PlugboardError('cancelled', {}));
    for (const subscription of this.#subscriptions.values()) {
      endSubscription(subscription).catch((thrown: unknown) => {
        this.#engine.problem('a subscription could not be ended', thrown);
      });
    }
    this.#subscriptions.clear();
  }

  #takeQuestion(id: RequestId): PendingQuestion | undefined {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    clearTimeout(question?.timer);
    return question;
  }

  #start(channel: Channel) {
    return { engine: this.#engine, peer: this, channel, inflight: this.inflight };
  }

  #onChange = (what: ChangedSide): void => {
    this.#push(notificationText(`notifications/${what}/list_changed`));
  };

  #initialize(exchange: Exchange): void {
    if (this.initialized) {
      const code = this.#engine.dialect?.lifecycle?.alreadyInitialized ?? RPC.invalidRequest;
      throw invalidRequest('This session is initialized already', code);
    }
    const { protocolVersion, capabilities, clientInfo } = exchange.params;
    this.revision = negotiateLegacy(protocolVersion);
    this.caller = toCaller(clientInfo, {
      revision: this.revision,
      capabilities: isJsonObject(capabilities) ? capabilities : {},
      identity: this.#identity,
    });
    this.initialized = true;
    const { instructions, serverInfo, capabilities: own } = this.#engine;
    exchange.succeed({
      protocolVersion: this.revision.id,
      capabilities: own,
      serverInfo,
      ...(instructions !== undefined && { instructions }),
    });
  }

  #run(exchange: Exchange): void {
    const { method } = exchange;
    const own = Object.hasOwn(SESSION_METHODS, method) ? SESSION_METHODS[method] : undefined;
    if (!own) return dispatch(exchange);
    Promise.resolve(own(this, exchange)).catch((thrown: unknown) => exchange.fail(thrown));
  }

  #refuseAfterShutdown(method: string): void {
    const { dialect } = this.#engine;
    if (!this.#shuttingDown || dialectMethod(dialect, method)?.stage === 'exit') return;
    const code = dialect?.lifecycle?.shuttingDown ?? RPC.invalidRequest;
    throw invalidRequest('The session is shutting down', code);
  }

  #tooEarly(): PlugboardError {
    const code = this.#engine.dialect?.lifecycle?.beforeInitialize ?? RPC.invalidParams;
    return new PlugboardError(
      'invalid_arguments',
      { reason: 'The session is not initialized' },
      {
        wire: code,
        hint: 'send initialize first, or describe the request in _meta as 2026-07-28 does',
      },
    );
  }
}

/** Also one that is still being made; one that failed has nothing to end. */
async function endSubscription(making: Promise<AsyncDisposable>): Promise<void> {
  const subscription = await making.catch(() => undefined);
  await subscription?.[Symbol.asyncDispose]();
}

export function invalidRequest(reason: string, code: number = RPC.invalidRequest): PlugboardError {
  return new PlugboardError('invalid_arguments', { reason }, { wire: code });
}
