// What every client transport offers: requests with their answers, and what the server says unasked.
import type { JsonObject } from '../../core/json.ts';
import type { RpcNotification, RpcRequest, RpcResponse } from '../wire/jsonrpc.ts';

export interface WireRequest {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  /** HTTP headers that repeat parameters; other transports ignore them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What may come before an answer, on the same stream. */
export interface WireListener {
  notification(notification: RpcNotification): void;
  /** A request of the server (legacy era); the result goes back, or the thrown error. */
  request(request: RpcRequest): Promise<JsonObject>;
}

/** One connection to a server, in whatever way it is reached. */
export interface Wire extends AsyncDisposable {
  /** Sends a request; an abort closes its stream and lets go of the answer. */
  request(request: WireRequest, options: { readonly signal: AbortSignal }): Promise<RpcResponse>;
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Everything the server sends that is not an answer. */
  listen(listener: WireListener): void;
  /** Told once when the connection is gone for good. */
  readonly closed: Promise<WireEnd>;
}

export interface WireEnd {
  /** Why it ended, in words for people. */
  readonly reason: string;
}
