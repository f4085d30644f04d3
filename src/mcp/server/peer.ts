// The other end of a conversation, and the channel an answer goes back through.
import type { Caller, InputRequest } from '../../core/call-context.ts';
import type { DialectStage } from '../../core/dialect.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Revision } from '../wire/revisions.ts';

/** The request on whose behalf something is asked. */
export interface Asking {
  readonly signal: AbortSignal;
  readonly channel: Channel;
}

/** Who sent a request: a session of the legacy era, or one self-describing request of the modern era. */
export interface Peer {
  readonly revision: Revision;
  readonly caller: Caller;
  /** Index into LOG_LEVELS of the least severe message wanted. */
  readonly logLevel: number;
  /** Sends a question as a request of its own; absent where the era or the transport has none. */
  ask?(request: InputRequest, from: Asking): Promise<JsonObject>;
  /** A method of a dialect changed what the connection may still do. */
  enterStage?(stage: DialectStage): void;
}

/** A request that is being worked on. */
export interface Inflight {
  cancel(reason: string): void;
}

/** Where a request stands: who sent it, where its answer goes, among which others it runs. */
export interface RequestPlace {
  readonly peer: Peer;
  readonly channel: Channel;
  /** The requests in flight of the connection; each takes itself out when it ends. */
  readonly inflight: Map<unknown, Inflight>;
  /** Under what the request stands there; by default its id. */
  readonly key?: unknown;
}

/** A reply whose long part was serialised before; `tail` closes it for one request. */
export interface PreparedReply {
  readonly head: Buffer;
  readonly tail: string;
}

export type Reply = string | PreparedReply;

/** Where the messages of one request go. */
export interface Channel {
  /** A message that belongs to the request and comes before its answer. */
  send(text: string): void;
  /** The answer; the status counts on HTTP only, and only until something was sent. */
  finish(reply: Reply, httpStatus: number): void;
  /** There will be no answer. */
  drop(): void;
  /** Lets the client come back later for the rest, where the transport can. */
  release(): void;
}
