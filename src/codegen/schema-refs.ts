// What generators ask about the references of a schema: what stands behind one, and where rings are.
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { lookUp, pointerOf } from '../core/schema-pointer.ts';

/** The schema behind a chain of plain references, its own words kept; rings end in `{}`. */
export function withoutRef(schema: JsonObject, root: JsonObject): JsonObject {
  let current = schema;
  const seen = new Set<string>();
  while (typeof current['$ref'] === 'string') {
    const { $ref: ref, ...own } = current;
    if (seen.has(ref)) return own;
    seen.add(ref);
    const target = lookUp(root, pointerOf(ref) ?? ['']);
    current = isJsonObject(target) ? { ...target, ...own } : own;
  }
  return current;
}

/** Keywords whose schemas apply to the value itself, not to a part of it. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'] as const;

/** Whether a definition leads to another by nothing but references and combinations. */
export function leadsTo(root: JsonObject, from: string, to: string): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const key = keyOf(ref);
    if (key === keyOf(to)) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    const pointer = pointerOf(ref);
    if (pointer) waiting.push(...sameValueRefs(lookUp(root, pointer)));
  }
  return false;
}

/** One spelling for each place. */
export function keyOf(ref: string): string {
  return JSON.stringify(pointerOf(ref) ?? ref);
}

function sameValueRefs(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { $ref: ref } = schema;
  const parts = SAME_VALUE.flatMap((keyword) => schema[keyword] ?? []);
  return [...(typeof ref === 'string' ? [ref] : []), ...parts.flatMap(sameValueRefs)];
}
