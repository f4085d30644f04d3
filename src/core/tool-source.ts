// The seam: what a source of tools is, whatever stands behind it.
import type { CallContext } from './call-context.ts';
import type { PlugboardError } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { CompletionResult, PromptResult, ReadResult, ToolResult } from './result.ts';

/** A tool as clients see it; fields we do not know pass through. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: JsonObject;
  readonly _meta?: JsonObject;
  readonly [field: string]: unknown;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly [field: string]: unknown;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly [field: string]: unknown;
}

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly [field: string]: unknown;
}

export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  readonly [field: string]: unknown;
}

/** Something that could not be listed: which, and why. */
export interface Problem {
  readonly subject: string;
  readonly error: PlugboardError;
}

/**
 * What a source has, and what it could not show. Never changed once handed out: surfaces keep what
 * they made of it for as long as a source returns the same object.
 */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly problems: readonly Problem[];
}

export interface ToolSide {
  list(ctx: CallContext): Promise<Listing<Tool>>;
  call(name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult>;
}

export interface ResourceSide {
  list(ctx: CallContext): Promise<Listing<Resource>>;
  templates(ctx: CallContext): Promise<Listing<ResourceTemplate>>;
  read(uri: string, ctx: CallContext): Promise<ReadResult>;
  /** Present means the source can tell when a resource changes. */
  subscribe?(uri: string, onUpdate: () => void, ctx: CallContext): Promise<AsyncDisposable>;
}

export interface PromptSide {
  list(ctx: CallContext): Promise<Listing<Prompt>>;
  get(
    name: string,
    args: Readonly<Record<string, string>>,
    ctx: CallContext,
  ): Promise<PromptResult>;
}

export interface CompletionRequest {
  readonly ref: JsonObject;
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> };
}

export interface CompletionSide {
  complete(request: CompletionRequest, ctx: CallContext): Promise<CompletionResult>;
}

export type ChangedSide = 'tools' | 'resources' | 'prompts';

/** What a source says of itself; surfaces put it into `serverInfo` and `instructions`. */
export interface SourceInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly instructions?: string;
  readonly [field: string]: unknown;
}

/** Where tools come from. A group that is present is an advertised capability. */
export interface ToolSource extends AsyncDisposable {
  readonly id: string;
  /** A source that is connected later knows it later. */
  readonly info?: SourceInfo | undefined;
  /** Calls that break a schema of their tool are refused by the source itself. */
  readonly checksArguments?: boolean;
  readonly tools: ToolSide;
  readonly resources?: ResourceSide;
  readonly prompts?: PromptSide;
  readonly completions?: CompletionSide;
  /** Present means the source announces changes of its lists. */
  onChange?(listener: (what: ChangedSide) => void): Disposable;
}
