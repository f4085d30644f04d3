// A client wire over lines of JSON: a server's stdin and stdout, or a socket.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { onAbort } from '../../core/on-abort.ts';
import {
  notificationText,
  requestText,
  toMessage,
  type RequestId,
  type RpcRequest,
  type RpcResponse,
} from '../wire/jsonrpc.ts';
import { deferred, type Deferred } from '../wire/deferred.ts';
import { lineSplitter } from '../wire/line-splitter.ts';
import { wireLimit } from '../wire/limits.ts';
import { answerText } from './answer-text.ts';
import type { Wire, WireEnd, WireListener, WireRequest } from './wire.ts';

export interface LineWireStreams {
  /** How the server is called in errors. */
  readonly name: string;
  /** What the server says. */
  readonly input: NodeJS.ReadableStream;
  /** What the server hears. */
  readonly output: NodeJS.WritableStream;
  /** Why the other end went away, once it did. */
  readonly ended: Promise<string>;
  /** Ends the other end. */
  readonly close: () => Promise<void>;
  /** Told about lines that are no protocol; servers print them, and they are not fatal. */
  readonly onNoise?: (line: string) => void;
}

export class LineWire implements Wire {
  readonly closed: Promise<WireEnd>;
  #streams: LineWireStreams;
  #pending = new Map<RequestId, Deferred<RpcResponse>>();
  #listener: WireListener | undefined;
  #closing: Promise<void> | undefined;
  #gone: PlugboardError | undefined;

  constructor(streams: LineWireStreams) {
    this.#streams = streams;
    const split = lineSplitter(wireLimit('maxMessageBytes'), {
      line: (text) => this.#receive(text),
      oversize: () => streams.onNoise?.('(a line too long to be read)'),
    });
    streams.input.on('data', (chunk: Buffer | string) => {
      split(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    });
    // A write to a server that is gone fails here; `ended` tells the reason.
    streams.output.on('error', () => {});
    this.closed = streams.ended.then((reason) => this.#end(reason));
  }

  listen(listener: WireListener): void {
    this.#listener = listener;
  }

  async request(
    request: WireRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RpcResponse> {
    if (this.#gone) throw this.#gone;
    signal.throwIfAborted();
    const { id, method, params } = request;
    const answer = deferred<RpcResponse>();
    const abort = () => {
      this.#pending.delete(id);
      this.#write(notificationText('notifications/cancelled', { requestId: id }));
      answer.reject(toPlugboardError(signal.reason));
    };
    this.#pending.set(id, answer);
    // Many servers may be asked under one signal: Node would take their listeners for a leak.
    const stopListening = onAbort(signal, abort);
    this.#write(requestText(id, method, params));
    try {
      return await answer.promise;
    } finally {
      stopListening();
    }
  }

  async notify(method: string, params?: JsonObject): Promise<void> {
    this.#write(notificationText(method, params));
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#closing ??= this.#streams.close();
    return this.#closing;
  }

  #write(text: string): void {
    if (this.#streams.output.writable) this.#streams.output.write(`${text}\n`);
  }

  #receive(text: string): void {
    const message = toMessage(parsed(text));
    if (message.kind === 'response') {
      this.#pending.get(message.id)?.resolve(message);
      this.#pending.delete(message.id);
    } else if (message.kind === 'notification') this.#listener?.notification(message);
    else if (message.kind === 'request') void this.#answer(message);
    else this.#streams.onNoise?.(text);
  }

  async #answer(request: RpcRequest): Promise<void> {
    this.#write(await answerText(request, this.#listener));
  }

  #end(reason: string): WireEnd {
    this.#gone = new PlugboardError('connection_refused', { server: this.#streams.name, reason });
    for (const { reject } of this.#pending.values()) reject(this.#gone);
    this.#pending.clear();
    return { reason };
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
