// A client wire of the 2025 revisions on HTTP: a session, resumable streams, and a stream for the rest.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import {
  notificationText,
  requestText,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import { ACCEPT_BOTH, isEventStream, readText, toRefusal, type HttpTarget } from './http-target.ts';
import { answerText } from './answer-text.ts';
import { answerFromText } from './modern-http-wire.ts';
import { pause } from './pause.ts';
import { isAboutSession, sessionEnded } from './session-end.ts';
import type { HttpReply } from '../../platform/send-http.ts';
import { readMessages, type StreamPosition } from './sse-messages.ts';
import type { Wire, WireListener, WireRequest } from './wire.ts';

const DEFAULT_RETRY_MS = 1000;

export class SessionHttpWire implements Wire {
  readonly closed: Promise<{ reason: string }>;
  #target: HttpTarget;
  #life = new AbortController();
  #listener: WireListener | undefined;
  #sessionId: string | undefined;
  #version: string | undefined;

  constructor(target: HttpTarget) {
    this.#target = target;
    this.closed = new Promise((resolve) => {
      this.#life.signal.addEventListener('abort', () => resolve({ reason: 'closed' }), {
        once: true,
      });
    });
  }

  /** Named in every request from now on, as the revisions since 2025-06-18 want it. */
  agreeOn(version: string): void {
    this.#version = version;
  }

  listen(listener: WireListener): void {
    this.#listener = listener;
  }

  async request(
    request: WireRequest,
    options: { readonly signal: AbortSignal },
  ): Promise<RpcResponse> {
    const signal = AbortSignal.any([options.signal, this.#life.signal]);
    const body = requestText(request.id, request.method, request.params);
    try {
      const reply = await this.#post(body, signal);
      const sessionId = reply.headers['mcp-session-id'];
      if (typeof sessionId === 'string') this.#sessionId = sessionId;
      if (!isEventStream(reply)) return await this.#answerFrom(reply);
      return await this.#answerFromStream(reply, request.id, signal);
    } catch (thrown) {
      if (!options.signal.aborted) throw thrown;
      await this.notify('notifications/cancelled', { requestId: request.id }).catch(() => {});
      throw toPlugboardError(options.signal.reason);
    }
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    const reply = await this.#post(notificationText(method, params), this.#life.signal);
    reply.body.resume();
  }

  /** Opens the stream for what belongs to no request; a server that has none says so and that is fine. */
  async openStandalone(): Promise<void> {
    const position: StreamPosition = { lastEventId: undefined, retryMs: undefined };
    while (!this.#life.signal.aborted) {
      const reply = await this.#get(position, this.#life.signal).catch(() => undefined);
      if (!reply || reply.status !== 200 || !isEventStream(reply)) {
        reply?.body.resume();
        return;
      }
      const receive = (message: RpcMessage) => {
        this.#receive(message);
        return false;
      };
      // What is too large would come again: nobody can listen to that.
      const isReadable = await readMessages(reply.body, position, receive).then(
        () => true,
        () => false,
      );
      if (!isReadable) return;
      await this.#pause(position);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#life.signal.aborted) return;
    if (this.#sessionId !== undefined) {
      const ending = AbortSignal.timeout(DEFAULT_RETRY_MS);
      const headers = await this.#headers();
      await this.#target
        .send({ method: 'DELETE', url: this.#target.url, headers, signal: ending })
        .then((reply) => reply.body.resume())
        .catch(() => {});
    }
    this.#life.abort();
  }

  async #answerFrom(reply: HttpReply): Promise<RpcResponse> {
    const { name } = this.#target;
    const text = await readText(reply.body, wireLimit('maxMessageBytes'));
    if (this.#sessionId === undefined || !isAboutSession(reply.status, text)) {
      return answerFromText({ status: reply.status, text }, name);
    }
    this.#life.abort();
    throw sessionEnded(name);
  }

  /** The answer, from this stream or from where it goes on after a break. */
  async #answerFromStream(first: HttpReply, id: number, signal: AbortSignal): Promise<RpcResponse> {
    const position: StreamPosition = { lastEventId: undefined, retryMs: undefined };
    let answer: RpcResponse | undefined;
    const receive = (message: RpcMessage) => {
      if (message.kind === 'response' && message.id === id) answer = message;
      else this.#receive(message);
      return answer !== undefined;
    };
    let reply: HttpReply | undefined = first;
    for (let resumes = 0; reply && resumes <= wireLimit('maxResumes'); resumes += 1) {
      await readMessages(reply.body, position, receive);
      signal.throwIfAborted();
      if (answer) return answer;
      if (position.lastEventId === undefined) break;
      await this.#pause(position);
      reply = await this.#get(position, signal);
      if (reply.status !== 200) break;
    }
    throw new PlugboardError('connection_refused', {
      server: this.#target.name,
      reason: 'the answer broke off',
    });
  }

  #receive(message: RpcMessage): void {
    if (message.kind === 'notification') this.#listener?.notification(message);
    else if (message.kind === 'request') void this.#answer(message);
  }

  async #answer(request: RpcRequest): Promise<void> {
    const text = await answerText(request, this.#listener);
    const reply = await this.#post(text, this.#life.signal).catch(() => undefined);
    reply?.body.resume();
  }

  async #headers(): Promise<Record<string, string>> {
    return {
      ...(await this.#target.headers()),
      Accept: ACCEPT_BOTH,
      ...(this.#sessionId !== undefined && { 'Mcp-Session-Id': this.#sessionId }),
      ...(this.#version !== undefined && { 'MCP-Protocol-Version': this.#version }),
    };
  }

  async #post(body: string, signal: AbortSignal): Promise<HttpReply> {
    const headers = { ...(await this.#headers()), 'Content-Type': 'application/json' };
    const { url, send, name } = this.#target;
    const reply = await send({ method: 'POST', url, headers, body, signal });
    if (reply.status !== 401) return reply;
    throw await toRefusal(name, reply);
  }

  async #get(position: StreamPosition, signal: AbortSignal): Promise<HttpReply> {
    const headers = {
      ...(await this.#headers()),
      Accept: 'text/event-stream',
      ...(position.lastEventId !== undefined && { 'Last-Event-ID': position.lastEventId }),
    };
    return this.#target.send({ method: 'GET', url: this.#target.url, headers, signal });
  }

  #pause({ retryMs = DEFAULT_RETRY_MS }: StreamPosition): Promise<void> {
    return pause(retryMs, { signal: this.#life.signal });
  }
}
