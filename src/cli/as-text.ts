// A JSON value as a word: texts as they are, anything else as JSON.
import type { JsonValue } from '../core/json.ts';

export function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
