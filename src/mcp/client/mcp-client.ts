// The client end of a conversation: one object, whatever revision and transport it turned out to be.
import type { InputRequest, LogLevel, Progress } from '../../core/call-context.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Revision } from '../wire/revisions.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Asked for progress where present. */
  readonly onProgress?: (update: Progress) => void;
  readonly onLog?: (level: LogLevel, data: JsonValue, logger?: string) => void;
  /** Answers what the server asks while it works; refused where absent. */
  readonly onInput?: (request: InputRequest) => Promise<JsonObject>;
  /** Told what a server grants of a subscriptions/listen. */
  readonly onAcknowledged?: (granted: JsonObject) => void;
  /** W3C trace context and other `_meta` members to send along. */
  readonly meta?: JsonObject;
  /** HTTP headers that repeat parameters (`Mcp-Param-…`). */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a server told about itself when the conversation began. */
export interface ServerDescription {
  readonly revision: Revision;
  readonly serverInfo: JsonObject;
  readonly capabilities: JsonObject;
  readonly instructions?: string;
}

export type ServerEvent =
  | { readonly kind: 'changed'; readonly what: 'tools' | 'resources' | 'prompts' }
  | { readonly kind: 'updated'; readonly uri: string };

export interface McpClient extends AsyncDisposable {
  readonly server: ServerDescription;
  /** The result of one request; JSON-RPC errors are thrown as PlugboardError. */
  request(method: string, params: JsonObject, options?: RequestOptions): Promise<JsonObject>;
  onEvent(listener: (event: ServerEvent) => void): Disposable;
  /** Asks the server to tell when a resource changes. */
  subscribe(uri: string): Promise<AsyncDisposable>;
  /** Resolves with the reason when the connection is gone. */
  readonly closed: Promise<string>;
}

/** Who we say we are and what we can be asked for. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: JsonObject;
}
