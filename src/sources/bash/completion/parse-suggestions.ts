// What a completion script printed: a list of strings, or one page of them with its facts.
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';

export interface Suggestions {
  readonly values: readonly string[];
  /** The script itself chose the page by MCP_COMPLETION_OFFSET. */
  readonly isPage: boolean;
  readonly hasMore: boolean;
  /** Where the next page starts, if the script says so. */
  readonly next?: number;
}

const NOTHING: Suggestions = { values: [], isPage: false, hasMore: false };

/** What is no JSON suggests nothing; JSON of another shape is a mistake worth telling. */
export function parseSuggestions(printed: string): Suggestions {
  const value = toJson(printed);
  if (value === undefined) return NOTHING;
  if (Array.isArray(value)) return { values: strings(value), isPage: false, hasMore: false };
  if (!isJsonObject(value) || !Array.isArray(value['suggestions'])) throw invalid();
  const { suggestions, hasMore, next } = value;
  return {
    values: strings(suggestions),
    isPage: true,
    hasMore: hasMore === true || Number.isSafeInteger(next),
    ...(typeof next === 'number' && Number.isSafeInteger(next) && { next }),
  };
}

function toJson(printed: string): JsonValue | undefined {
  try {
    return JSON.parse(printed) as JsonValue;
  } catch {
    return undefined;
  }
}

function strings(values: readonly JsonValue[]): readonly string[] {
  if (values.every((value) => typeof value === 'string')) return values;
  throw invalid();
}

function invalid(): PlugboardError {
  const output = 'Completion provider emitted invalid JSON';
  const hint = 'Print ["one","two"], or {"suggestions":["one"],"hasMore":false}';
  return new PlugboardError('tool_failed', { output }, { wire: RPC.internalError, hint });
}
