// A session of the legacy era: opened by initialize, pushed to, asked questions, and closed.
import {
  LOG_LEVELS,
  type Caller,
  type InputRequest,
  type LogLevel,
  type Root,
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
import { invalidParams } from '../wire/invalid-params.ts';
import { wireLimit } from '../wire/limits.ts';
import { LATEST_LEGACY, negotiateLegacy, type Revision } from '../wire/revisions.ts';
import { dialectMethod, dispatch } from './dispatch.ts';
import type { Engine } from './engine.ts';
import { Exchange, NOWHERE } from './exchange.ts';
import { findMethod, stringParam } from './methods.ts';
import { toCaller } from './modern-request.ts';
import type { Asking, Channel, Inflight, Peer } from './peer.ts';
import { SessionSubscriptions } from './session-subscriptions.ts';

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

const DEFAULT_LOG_LEVEL: LogLevel = 'info';

/** Session-bound requests by method; all others are the same in both eras. */
const SESSION_METHODS: Readonly<
  Record<string, (session: LegacySession, exchange: Exchange) => Promise<void> | void>
> = {
  'logging/setLevel': (session, exchange) => session.setLogLevel(exchange),
  'resources/subscribe': (session, exchange) => session.subscriptions.subscribe(exchange),
  'resources/unsubscribe': (session, exchange) => session.subscriptions.unsubscribe(exchange),
};

export class LegacySession implements Peer, Disposable {
  readonly inflight = new Map<unknown, Inflight>();
  revision: Revision = LATEST_LEGACY;
  caller: Caller;
  logLevel: number;
  initialized = false;
  readonly subscriptions: SessionSubscriptions;
  #engine: Engine;
  #push: (text: string) => void;
  #asked = 0;
  #questions = new Map<RequestId, PendingQuestion>();
  #identity: string | undefined;
  #onExit: (() => void) | undefined;
  #shuttingDown = false;

  constructor({ engine, push, identity, onExit }: SessionOptions) {
    this.#onExit = onExit;
    this.#engine = engine;
    this.#push = push;
    this.subscriptions = new SessionSubscriptions(engine, push);
    this.logLevel = LOG_LEVELS.indexOf(engine.dialect?.logLevel ?? DEFAULT_LOG_LEVEL);
    this.#identity = identity;
    this.caller = toCaller(undefined, { revision: this.revision, capabilities: {}, identity });
  }

  get takesBatches(): boolean {
    return this.revision.batches || this.#engine.dialect?.takesBatches === true;
  }

  request(request: RpcRequest, channel: Channel): void {
    if (this.inflight.has(request.id)) {
      const duplicate = new Exchange(request, { ...this.#start(channel), inflight: new Map() });
      return duplicate.fail(invalidRequest(`id ${request.id} is already in use`));
    }
    const exchange = new Exchange(request, this.#start(channel));
    try {
      this.#engine.dialect?.admit?.(request.method, request.params);
      this.#refuseAtTheEnd(request.method);
      if (request.method === 'initialize') this.#initialize(exchange);
      else if (!this.initialized && !this.#isEarly(request.method)) throw this.#tooEarly();
      else this.#run(exchange);
    } catch (thrown) {
      exchange.fail(thrown);
    }
  }

  notification({ method, params }: RpcNotification): void {
    if (method === 'notifications/initialized') this.#begin();
    if (method === 'notifications/roots/list_changed') this.#renewRoots();
    const { stage } = dialectMethod(this.#engine.dialect, method) ?? {};
    if (stage && !this.#isTooSoon(stage)) return this.enterStage(stage);
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
    const { shutdownMs } = this.#engine.dialect?.lifecycle ?? {};
    if (stage === 'exit') this.#onExit?.();
    else if (shutdownMs !== undefined) setTimeout(() => this.#onExit?.(), shutdownMs).unref();
  }

  setLogLevel(exchange: Exchange): void {
    const index = LOG_LEVELS.indexOf(exchange.params['level'] as LogLevel);
    if (index === -1) throw invalidParams(`level must be one of ${LOG_LEVELS.join(', ')}`);
    this.logLevel = index;
    exchange.succeed({});
  }

  /** No client is there any more: what runs is stopped, what was asked is given up. */
  [Symbol.dispose](): void {
    this.#engine.changes.delete(this.#onChange);
    for (const exchange of this.inflight.values()) exchange.cancel('the client is gone');
    for (const id of this.#questions.keys())
      this.#takeQuestion(id)?.reject(new PlugboardError('cancelled', {}));
    this.subscriptions[Symbol.dispose]();
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
    if (this.#engine.dialect?.lifecycle?.needsVersion) {
      stringParam('protocolVersion', protocolVersion);
    }
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

  #begin(): void {
    this.#engine.changes.add(this.#onChange);
    this.#announceSession();
  }

  /** Another object stands for the client whose roots changed: what was known of it is known no more. */
  #renewRoots(): void {
    const before = this.caller;
    this.caller = { ...before };
    this.#announceSession(before);
  }

  #announceSession(before?: Caller): void {
    const { caller } = this;
    this.#engine.dialect?.onSession?.({
      caller,
      ...(before && { before }),
      roots: async () => {
        // Given up with the session, like every question.
        const { signal } = new AbortController();
        const channel = { ...NOWHERE, send: this.#push };
        const answer = await this.ask({ method: 'roots/list' }, { signal, channel });
        return (answer['roots'] ?? []) as unknown as Root[];
      },
    });
  }

  #refuseAtTheEnd(method: string): void {
    const { dialect } = this.#engine;
    const stage = dialectMethod(dialect, method)?.stage;
    if (stage && this.#isTooSoon(stage)) {
      const code = dialect?.lifecycle?.exitBeforeShutdown ?? RPC.invalidRequest;
      throw invalidRequest(`${method} comes after shutdown`, code);
    }
    if (!this.#shuttingDown || stage === 'exit') return;
    const code = dialect?.lifecycle?.shuttingDown ?? RPC.invalidRequest;
    throw invalidRequest('The session is shutting down', code);
  }

  #isTooSoon(stage: DialectStage): boolean {
    const isOrdered = this.#engine.dialect?.lifecycle?.exitBeforeShutdown !== undefined;
    return stage === 'exit' && isOrdered && !this.#shuttingDown;
  }

  /** What is answered without a session; a dialect with a code of its own also names what nobody has. */
  #isEarly(method: string): boolean {
    if (method === 'ping') return true;
    const { dialect, source } = this.#engine;
    const extra = dialectMethod(dialect, method);
    if (extra) return extra.isEarly === true;
    if (dialect?.lifecycle?.beforeInitialize === undefined) return false;
    return !Object.hasOwn(SESSION_METHODS, method) && !findMethod(method, source, 'legacy');
  }

  #tooEarly(): PlugboardError {
    const code = this.#engine.dialect?.lifecycle?.beforeInitialize ?? RPC.invalidParams;
    return new PlugboardError(
      'invalid_arguments',
      { reason: 'The session is not initialized' },
      {
        wire: code,
        hint: 'Send initialize first, or describe the request in _meta as 2026-07-28 does',
      },
    );
  }
}

export function invalidRequest(reason: string, code: number = RPC.invalidRequest): PlugboardError {
  return new PlugboardError('invalid_arguments', { reason }, { wire: code });
}
