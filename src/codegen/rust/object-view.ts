// One flat view of an object schema: its properties, wherever `$ref`, `allOf` and unions put them.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { lookUp, pointerOf } from '../../core/schema-pointer.ts';
import { keyOf } from '../schema-refs.ts';

export interface ObjectView {
  readonly properties: ReadonlyMap<string, JsonValue>;
  readonly required: ReadonlySet<string>;
}

/**
 * What a schema says after its references and its `allOf` are put together. Each reference counts
 * once, so rings end and nothing multiplies.
 */
export function flatSchema(
  schema: JsonObject,
  root: JsonObject,
  seen: Set<string> = new Set(),
): JsonObject {
  const { $ref: ref, allOf, ...own } = schema;
  const behind = typeof ref === 'string' ? behindRef(ref, root, seen) : undefined;
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  const flat = parts.map((part) => flatSchema(part, root, seen));
  return joined([...(behind ? [behind] : []), ...flat, own]);
}

function behindRef(ref: string, root: JsonObject, seen: Set<string>): JsonObject | undefined {
  const key = keyOf(ref);
  const target = seen.has(key) ? undefined : lookUp(root, pointerOf(ref) ?? ['']);
  seen.add(key);
  return isJsonObject(target) ? flatSchema(target, root, seen) : undefined;
}

/** Later parts win, except where parts add up. */
function joined(parts: readonly JsonObject[]): JsonObject {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const required = parts.flatMap((part) => strings(part['required']));
  const unions = parts.flatMap(branchesOf);
  const { anyOf: _, oneOf: __, ...rest } = Object.fromEntries(parts.flatMap(Object.entries));
  const properties = joinProperties(parts);
  return {
    ...rest,
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(unions.length > 0 && { anyOf: unions }),
  };
}

function joinProperties(parts: readonly JsonObject[]): ReadonlyMap<string, JsonValue> {
  const properties = new Map<string, JsonValue>();
  for (const { properties: own } of parts) {
    if (!isJsonObject(own)) continue;
    for (const [name, schema] of Object.entries(own)) {
      const before = properties.get(name);
      properties.set(name, isJsonObject(before) ? { allOf: [before, schema] } : schema);
    }
  }
  return properties;
}

/** The alternatives of a schema. */
export function branchesOf(schema: JsonObject): readonly JsonValue[] {
  return ['anyOf', 'oneOf'].flatMap((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches) ? branches : [];
  });
}

/** All properties of a flat schema; those of alternatives are there too, and never required. */
export function objectView(flat: JsonObject, root: JsonObject): ObjectView {
  const { properties: own, required } = flat;
  const needed = strings(required);
  const properties = new Map(isJsonObject(own) ? Object.entries(own) : []);
  const found = new Map<string, JsonValue[]>();
  for (const branch of branchesOf(flat)) {
    if (!isJsonObject(branch)) continue;
    const { properties: inner } = flatSchema(branch, root);
    for (const [name, schema] of Object.entries(isJsonObject(inner) ? inner : {})) {
      if (!properties.has(name)) found.set(name, [...(found.get(name) ?? []), schema]);
    }
  }
  for (const [name, [schema = true, ...more]] of found) {
    properties.set(name, more.length === 0 ? schema : { anyOf: [schema, ...more] });
  }
  for (const name of needed) if (!properties.has(name)) properties.set(name, true);
  return { properties, required: new Set(needed) };
}

function strings(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** The types a schema allows; one that names none is known by its keywords. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return strings(type);
  const sign = Object.keys(TYPE_SIGNS).find((keyword) => Object.hasOwn(schema, keyword));
  return sign === undefined ? [] : [TYPE_SIGNS[sign] ?? ''];
}

const TYPE_SIGNS: Readonly<Record<string, string>> = {
  properties: 'object',
  additionalProperties: 'object',
  patternProperties: 'object',
  items: 'array',
  prefixItems: 'array',
};
