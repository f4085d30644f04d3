// What an input schema says about a property: whether it is declared, and what its default is.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { lookUp, pointerOf } from '../../core/schema-pointer.ts';
import { ELEMENT, type DeclaredKey } from './template/scope.ts';

/** Keywords whose schemas all hold, and keywords of which only some may hold. */
export const ALL_HOLD = ['allOf'] as const;
export const SOME_HOLD = ['allOf', 'anyOf', 'oneOf'] as const;

export interface PartsOptions {
  /** Where references start. */
  readonly root: JsonObject;
  readonly through: readonly string[];
}

/** The schemas that speak about a value: the one given, what it refers to, and what it is made of. */
export function partsOf(
  schema: JsonValue | undefined,
  { root, through }: PartsOptions,
): readonly JsonObject[] {
  const parts = new Set<JsonObject>();
  const add = (one: JsonValue | undefined) => {
    if (isJsonObject(one)) parts.add(one);
  };
  add(schema);
  // A set can grow while it is walked, and takes each schema once: rings come to an end.
  for (const part of parts) {
    const { $ref } = part;
    const pointer = typeof $ref === 'string' ? pointerOf($ref) : undefined;
    if (pointer) add(lookUp(root, pointer));
    for (const keyword of through) {
      const inner = part[keyword];
      if (Array.isArray(inner)) inner.forEach(add);
    }
  }
  return [...parts];
}

/** Whether the input schema of a tool has a property at the end of this way. */
export function declares(inputSchema: JsonObject, keys: readonly DeclaredKey[]): boolean {
  let schemas: readonly JsonValue[] = [inputSchema];
  for (const key of keys) {
    schemas = schemas.flatMap((schema) =>
      partsOf(schema, { root: inputSchema, through: SOME_HOLD }).flatMap((part) =>
        memberSchemas(part, key),
      ),
    );
  }
  return schemas.length > 0;
}

function memberSchemas(schema: JsonObject, key: DeclaredKey): readonly JsonValue[] {
  if (key === ELEMENT) {
    return [schema['items'], schema['additionalProperties']].filter(isJsonObject);
  }
  const { properties } = schema;
  const member = isJsonObject(properties) && Object.hasOwn(properties, key) && properties[key];
  return member === false || member === undefined ? [] : [member];
}
