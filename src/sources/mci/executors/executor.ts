// What an executor is: made once for a tool, run for each call.
import type { CallContext } from '../../../core/call-context.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ToolSource } from '../../../core/tool-source.ts';
import type { turnstile } from '../../../core/wrappers/limited.ts';
import type { HttpClient } from '../../../platform/fetch-http.ts';
import type { ExecutionResult } from '../execution-result.ts';
import type { MciTool } from '../mci-tool.ts';
import type { Env } from '../settings.ts';
import type { Scope } from '../template/scope.ts';
import type { TokenStore } from './http/oauth-tokens.ts';
import type { OpenFrames } from './http/time-frame.ts';

/** What all tools of a source share. */
export interface Workshop {
  readonly http: () => Promise<HttpClient>;
  readonly tokens: TokenStore;
  /** The requests under way, which end with the source. */
  readonly frames: OpenFrames;
  /** The connection to an MCP server of the schema. */
  readonly upstream: (serverName: string) => Promise<ToolSource>;
  /** Lets only so many commands run at once. */
  readonly gate: ReturnType<typeof turnstile>;
  readonly closing: AbortSignal;
}

export interface Job<Execution> {
  readonly tool: MciTool;
  readonly execution: Execution;
  /** The variables this tool may read. */
  readonly env: Env;
  readonly workshop: Workshop;
}

export interface Call {
  readonly props: JsonObject;
  /** What the templates of the tool see. */
  readonly scope: Scope;
  readonly ctx: CallContext;
}

/** What needs nothing from outside is done at once. */
export type Run = (call: Call) => ExecutionResult | Promise<ExecutionResult>;

/** Parses the templates of a tool; what is wrong with them is thrown here. */
export type Prepare<Execution> = (job: Job<Execution>) => Run;
