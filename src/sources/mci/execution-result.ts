// What an execution gives back, in the shape of the specification, and the same as MCP content.
import { toPlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { text, type ContentBlock, type ToolResult } from '../../core/result.ts';

export interface ExecutionResult {
  readonly isError: boolean;
  readonly content?: readonly ContentBlock[];
  /** Present when `isError` is true. */
  readonly error?: string;
  readonly metadata?: JsonObject;
  /** Whatever else an MCP server answered; on the wire only. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export function success(content: readonly ContentBlock[], metadata?: JsonObject): ExecutionResult {
  return { isError: false, content, ...(metadata && { metadata }) };
}

/** The error comes first, then whatever came with it. */
export function toToolResult(result: ExecutionResult): ToolResult {
  const { isError, content = [], error, metadata, extra } = result;
  const said = error === undefined ? content : [text(error), ...content];
  const plain: ToolResult = metadata
    ? { content: said, isError, _meta: metadata }
    : { content: said, isError };
  return extra ? { ...extra, ...plain } : plain;
}

/** A failure inside an executor as a result; whoever cancels wants none. */
export function toFailure(thrown: unknown): ExecutionResult {
  const error = toPlugboardError(thrown);
  if (error.code === 'cancelled') throw error;
  const hint = error.hint === undefined ? '' : `\nhint: ${error.hint}`;
  return {
    isError: true,
    error: error.message + hint,
    ...(error.data && { metadata: error.data }),
  };
}
