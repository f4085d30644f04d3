// The schema compiler is heavy: it is loaded by the first schema that needs it, not by the start.
import type { JsonObject } from '../core/json.ts';

export async function compileWhenNeeded(schema: JsonObject) {
  const { compileSchema } = await import('./json-schema.ts');
  return compileSchema(schema);
}
