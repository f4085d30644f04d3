// What accompanies every call through the seam: who calls, how to stop, how to talk back.
import type { JsonObject, JsonValue } from './json.ts';

export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Who is calling, as far as the surface knows. */
export interface Caller {
  /** The program's own name (`clientInfo.name`), for display and for name spelling only. */
  readonly name?: string;
  readonly version?: string;
  /** The protocol revision the call arrived with; absent for in-process calls. */
  readonly revision?: string;
  /** The authenticated principal; absent where nobody was asked. */
  readonly identity?: string;
  /** What the caller can be asked for: `elicitation`, `sampling`, `roots`, … */
  readonly capabilities: JsonObject;
}

/** W3C trace context, as it came in `_meta`. */
export interface TraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

export type InputMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

/** A question to the caller: the request of the MCP specification without its envelope. */
export interface InputRequest {
  readonly method: InputMethod;
  readonly params?: JsonObject;
}

export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: JsonObject;
}

export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The request as it came, for a source whose specification reads more of it than the seam names. */
export interface RequestFacts {
  readonly id: string | number;
  readonly params: JsonObject;
  /** The whole message as it was written, where the dialect keeps it. */
  readonly text?: string | undefined;
}

/** Everything a source may know and do while it works on one call. */
export interface CallContext {
  /** Aborts when the caller cancels, goes away, or the deadline passes. */
  readonly signal: AbortSignal;
  /** When the answer is no longer wanted, in epoch milliseconds; absent means no limit. */
  readonly deadlineMs?: number;
  readonly caller: Caller;
  readonly trace?: TraceContext;
  /** Absent for calls made inside the process. */
  readonly request?: RequestFacts;
  progress(update: Progress): void;
  log(level: LogLevel, data: JsonValue, logger?: string): void;
  /** Asks the caller several things at once, each under a key; answers come back under the same keys. */
  input(requests: Readonly<Record<string, InputRequest>>): Promise<Record<string, JsonObject>>;
  elicit(params: JsonObject): Promise<ElicitResult>;
  sample(params: JsonObject): Promise<JsonObject>;
  roots(): Promise<readonly Root[]>;
  /** Lets go of the open reply stream where the transport can resume it later; elsewhere does nothing. */
  releaseStream(): void;
}
