// What a drop-in command adds to the wire, as a table the kernel runs; no kernel code asks for names.
import type { CallContext, Caller, LogLevel, Root } from './call-context.ts';
import type { JsonObject } from './json.ts';
import type { ErrorCode } from './errors.ts';
import type { ToolResult } from './result.ts';
import type { Tool, ToolSource } from './tool-source.ts';

/** What a method does to the connection once it is answered: refuse all but the end, or end. */
export type DialectStage = 'shutdown' | 'exit';

/** An extra JSON-RPC method, answered as a request or heard as a notification. */
export interface DialectMethod {
  run(params: JsonObject, source: ToolSource, ctx: CallContext): Promise<JsonObject> | JsonObject;
  readonly stage?: DialectStage;
  /** Answered before `initialize` too. */
  readonly isEarly?: boolean;
}

/** JSON-RPC codes for requests that come at the wrong time on a 2025 connection. */
export interface LifecycleCodes {
  readonly beforeInitialize?: number;
  readonly alreadyInitialized?: number;
  readonly shuttingDown?: number;
  /** A method of the stage `exit` that no `shutdown` went before. */
  readonly exitBeforeShutdown?: number;
  /** The connection ends by itself so long after `shutdown`. */
  readonly shutdownMs?: number;
  /** `initialize` must name a protocol version. */
  readonly needsVersion?: boolean;
}

/** A session that has begun, or whose roots have changed. */
export interface SessionPeer {
  /** The caller of every request from now on; always this very object. */
  readonly caller: Caller;
  /** The same client before its roots changed. */
  readonly before?: Caller;
  roots(): Promise<readonly Root[]>;
}

/** How long pages are where the client may choose with `limit`. */
export interface PageSizes {
  readonly defaultItems: number;
  readonly maxItems: number;
}

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  /** Who the wall let through; absent on routes marked open. */
  readonly identity?: string;
}

export interface PlainResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A plain HTTP route beside the MCP endpoint; `open` routes are answered in front of the wall. */
export interface PlainRoute {
  readonly method: string;
  readonly path: string;
  readonly open?: boolean;
  answer(request: PlainRequest): Promise<PlainResponse> | PlainResponse;
}

/** A request the wall did not let through, before its body is read. */
export type RefusedRequest = Pick<PlainRequest, 'method' | 'path' | 'headers'>;

export interface Dialect {
  readonly id: string;
  readonly methods?: Readonly<Record<string, DialectMethod>>;
  readonly lifecycle?: LifecycleCodes;
  /** What is advertised in place of what the source has. */
  readonly capabilities?: JsonObject;
  /** The least severe log message a session gets before it chooses. */
  readonly logLevel?: LogLevel;
  readonly pages?: PageSizes;
  /** Subscriptions are told apart by ids, in answers and notifications. */
  readonly hasSubscriptionIds?: boolean;
  /** Sources read requests as they were written: parsing loses digits. */
  readonly keepsText?: boolean;
  /** Batches are taken in every revision with sessions. */
  readonly takesBatches?: boolean;
  /** Refuses a request by throwing, before anything else is done with it. */
  admit?(method: string, params: JsonObject): void;
  onSession?(peer: SessionPeer): void;
  /** Fields added to each list that has so many items in all. */
  listFields?(total: number): JsonObject;
  /** The URI meant by `resources/read` and `resources/subscribe`, where it may be named otherwise. */
  resourceUri?(params: JsonObject, source: ToolSource, ctx: CallContext): Promise<string>;
  /** Fields added to each tool of `tools/list`. */
  toolFields?(tool: Tool, caller: Caller): JsonObject;
  /** Fields added to each result of `tools/call`. */
  resultFields?(result: ToolResult, caller: Caller): JsonObject;
  /** JSON-RPC codes that differ from the error table. */
  readonly wireCodes?: Readonly<Partial<Record<ErrorCode, number>>>;
  /** MCP paths where a POST needs no session, no `initialize` and no `Accept`. */
  readonly sessionlessPaths?: readonly string[];
  readonly routes?: readonly PlainRoute[];
  /** What a client reads when the wall refuses it; the surface adds `WWW-Authenticate`. */
  refusal?(request: RefusedRequest): Promise<PlainResponse> | PlainResponse;
}
