// What a runtime and a call of it can be told.
import type { InputRequest, LogLevel, Progress } from '../../core/call-context.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';

export interface RuntimeOptions {
  /** A configuration file that comes before all others, and must exist. */
  readonly configPath?: string;
  /** Where the project is; default the working directory. */
  readonly rootDir?: string;
  /** Servers beside those of files, as an entry of `mcpServers` would describe them. */
  readonly servers?: Readonly<Record<string, JsonObject>>;
  /** Default for every call; 30 seconds. Progress extends a call up to ten times as long. */
  readonly timeoutMs?: number;
  /** Answers what servers ask; without it they are told that nobody can. */
  readonly onInput?: (request: InputRequest, server: string) => Promise<JsonObject>;
  /** Told what servers print on stderr. */
  readonly onStderr?: (server: string, chunk: Uint8Array) => void;
  /** The environment servers inherit and placeholders are replaced from; default our own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onProgress?: (update: Progress) => void;
  readonly onLog?: (level: LogLevel, data: JsonValue, logger?: string) => void;
}
