// Follows the references of a JSON Schema inside itself; nothing outside it is ever fetched.
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** Where a reference points, as the keys on the way from the root; `undefined` for other documents. */
export function pointerOf(ref: string): readonly string[] | undefined {
  if (ref === '#') return [];
  if (!ref.startsWith('#/')) return undefined;
  return ref
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A lone `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The schema a pointer names; `undefined` where there is none. */
export function lookUp(root: JsonObject, pointer: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of pointer) {
    if (Array.isArray(value)) value = value[Number(key)];
    else value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return isJsonObject(value) || typeof value === 'boolean' ? value : undefined;
}
