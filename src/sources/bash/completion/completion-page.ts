// Pages of suggestions: how many are wanted, where they start, and the cursor that says so.
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { CompletionResult } from '../../../core/result.ts';
import { invalidParams } from '../../../mcp/wire/invalid-params.ts';
import { crypto } from '../../../platform/crypto.ts';
import type { Suggestions } from './parse-suggestions.ts';

export interface WantedPage {
  readonly limit: number;
  readonly offset: number;
}

/** What a cursor belongs to: it is worth nothing for another question. */
export interface Question {
  readonly name: string;
  readonly argsJson: string;
}

/** As many as MCP allows: its own clients know neither `limit` nor cursors here. */
const MAX_VALUES = 100;
const CURSOR_VERSION = 1;

export function hashOf({ argsJson }: Question): string {
  return crypto().createHash('sha256').update(argsJson).digest('hex');
}

export function wantedPage(params: JsonObject, question: Question): WantedPage {
  const { limit, cursor } = params;
  const isNumber = typeof limit === 'number' && Number.isSafeInteger(limit);
  return {
    limit: isNumber ? Math.min(Math.max(limit, 1), MAX_VALUES) : MAX_VALUES,
    offset: cursor === undefined ? 0 : offsetOf(cursor, question),
  };
}

export function toPage(
  found: Suggestions,
  { limit, offset }: WantedPage,
  question: Question,
): CompletionResult {
  const from = found.isPage ? 0 : offset;
  const values = found.values.slice(from, from + limit);
  const hasMore = found.hasMore || found.values.length > from + limit;
  if (!hasMore) return { values, hasMore };
  const next = found.next ?? offset + values.length;
  const page: CompletionResult & { readonly nextCursor: string } = {
    values,
    hasMore,
    nextCursor: toCursor(next, question),
  };
  return page;
}

function toCursor(offset: number, question: Question): string {
  const { name } = question;
  const cursor = { ver: CURSOR_VERSION, kind: 'completion', name, args: hashOf(question), offset };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function offsetOf(cursor: JsonValue, question: Question): number {
  const { ver, kind, name, args, offset } = fromCursor(cursor);
  const isOurs = ver === CURSOR_VERSION && kind === 'completion' && typeof offset === 'number';
  if (!isOurs || !Number.isSafeInteger(offset) || offset < 0) throw invalidParams('Invalid cursor');
  if (name === question.name && args === hashOf(question)) return offset;
  throw invalidParams('Cursor no longer valid');
}

function fromCursor(cursor: JsonValue): JsonObject {
  if (typeof cursor !== 'string') throw invalidParams('Invalid cursor');
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const value = JSON.parse(text) as JsonValue;
    if (isJsonObject(value)) return value;
  } catch {
    // Falls through: what cannot be read was not ours.
  }
  throw invalidParams('Invalid cursor');
}
