// Reads JSON that a script printed, with a short reason where it is none.
import type { JsonValue } from '../../core/json.ts';

const MAX_REASON_CHARS = 200;

export type ParsedJson = { readonly value: JsonValue } | { readonly reason: string };

export function parseJson(text: string): ParsedJson {
  if (text.trim() === '') return { reason: 'it is empty' };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (thrown) {
    // The parser quotes its input, which may be long.
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const isLong = reason.length > MAX_REASON_CHARS;
    return { reason: isLong ? `${reason.slice(0, MAX_REASON_CHARS)}…` : reason };
  }
}
