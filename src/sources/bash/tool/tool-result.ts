// Turns the end of a tool script into the result of its call.
import { constants } from 'node:os';
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { text, type ContentBlock, type ToolResult } from '../../../core/result.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';
import type { ScriptEnd } from './run-project-script.ts';

export interface ResultRules {
  readonly toolName: string;
  readonly hasOutputSchema: boolean;
  readonly showsStderr: boolean;
  /** For errors, where they are to tell about the run. */
  readonly debug?: JsonObject;
}

export interface TracedEnd extends ScriptEnd {
  /** The last step of a tool that was traced. */
  readonly traceLine?: string;
}

/** What shells say of a program that a signal ended. */
const KILLED = 128;
/** Signals by which somebody else took the tool back. */
const TAKEN_BACK: ReadonlySet<string | undefined> = new Set(['SIGTERM', 'SIGINT']);

export function toToolResult(end: TracedEnd, rules: ResultRules): ToolResult {
  if (TAKEN_BACK.has(end.signal)) throw new PlugboardError('cancelled', {}, { wire: -32_001 });
  const exitCode = exitCodeOf(end);
  const stdout = end.stdout.toString();
  const said = parseOutput(stdout, rules.hasOutputSchema);
  const isFailed = exitCode !== 0;
  const stderr = rules.showsStderr && end.stderr !== '' ? { stderr: end.stderr } : {};
  const step = isFailed && end.traceLine !== undefined ? { traceLine: end.traceLine } : {};
  const meta: JsonObject = { exitCode, ...stderr, ...step };
  if (isWholeResult(said)) return passedOn(said, { meta, isFailed });
  if (isFailed) {
    const words = stdout.trim() === '' ? end.stderr || `Exit code ${exitCode}` : stdout;
    return { content: [text(words)], isError: true, _meta: meta };
  }
  const isStructured = rules.hasOutputSchema || isJsonObject(said);
  if (rules.hasOutputSchema && said === undefined) throw noJson(stdout, rules);
  return {
    content: [text(stdout)],
    isError: false,
    _meta: meta,
    ...(isStructured && said !== undefined && { structuredContent: said }),
  };
}

function exitCodeOf({ exitCode, signal }: ScriptEnd): number {
  return exitCode ?? KILLED + (signal === undefined ? 0 : constants.signals[signal]);
}

/** Only objects mean more than their text, except to an output schema. */
function parseOutput(stdout: string, isJsonWanted: boolean): JsonValue | undefined {
  if (!isJsonWanted && !/^\s*\{/u.test(stdout)) return undefined;
  try {
    return JSON.parse(stdout) as JsonValue;
  } catch {
    return undefined;
  }
}

function isWholeResult(said: JsonValue | undefined): said is JsonObject {
  return isJsonObject(said) && Array.isArray(said['content']) && 'isError' in said;
}

/** Everything the tool put into its result is kept. */
function passedOn(
  said: JsonObject,
  { meta, isFailed }: { readonly meta: JsonObject; readonly isFailed: boolean },
): ToolResult {
  const own = isJsonObject(said['_meta']) ? withUi(said['_meta']) : {};
  return {
    ...said,
    content: said['content'] as unknown as readonly ContentBlock[],
    isError: isFailed || said['isError'] === true,
    _meta: { ...own, ...meta },
  };
}

/** The flat spelling of the page a result is shown with, as clients know it. */
function withUi(meta: JsonObject): JsonObject {
  const { 'ui/resourceUri': resourceUri, ...rest } = meta;
  if (resourceUri === undefined) return meta;
  return { ...rest, ui: { ...(isJsonObject(rest['ui']) && rest['ui']), resourceUri } };
}

function noJson(stdout: string, { toolName, debug }: ResultRules): PlugboardError {
  const isEmpty = stdout.trim() === '';
  const output = isEmpty
    ? 'Tool output is empty for declared outputSchema'
    : 'Tool output is not valid JSON for declared outputSchema';
  return new PlugboardError(
    'tool_failed',
    { output },
    { wire: RPC.internalError, data: debug ?? { tool: toolName } },
  );
}
