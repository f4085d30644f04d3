// What tools, resources and prompts give back; unknown kinds and fields pass through untouched.
import type { JsonObject, JsonValue } from './json.ts';
import type { PlugboardError } from './errors.ts';

/** One block of content: text, image, audio, resource, resource_link, or a kind of a later revision. */
export interface ContentBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The outcome of a tool call, in the shape of the MCP specification. */
export interface ToolResult {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: JsonValue;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
  readonly [field: string]: unknown;
}

/** The contents of a resource, text or base64 `blob`. */
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
  readonly [field: string]: unknown;
}

export interface ReadResult {
  readonly contents: readonly ResourceContents[];
  readonly [field: string]: unknown;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

export interface PromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly [field: string]: unknown;
}

export interface CompletionResult {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

/**
 * A text block.
 *
 * @example
 * ```ts
 * import { text } from 'plugboard';
 *
 * const result = { content: [text('two'), text('blocks')] };
 * ```
 */
export function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}

/**
 * A result of one text block.
 *
 * @example
 * ```ts
 * import { textResult } from 'plugboard';
 *
 * const result = { ...textResult('no such file'), isError: true };
 * ```
 */
export function textResult(value: string): ToolResult {
  return { content: [text(value)] };
}

/** The tool result that stands for an error of the `result` rows. */
export function errorResult(error: PlugboardError): ToolResult {
  const hint = error.hint === undefined ? '' : `\nhint: ${error.hint}`;
  return {
    content: [text(error.message + hint)],
    isError: true,
    _meta: { ...error.data, code: error.code },
  };
}
