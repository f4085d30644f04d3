// Looks at a JSON Schema the way a caller needs it: what each argument may be, references followed.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { lookUp, pointerOf } from '../../core/schema-pointer.ts';

export type Properties = ReadonlyMap<string, JsonObject>;

/** What the schema says of each argument; a property declared as `true` may be anything. */
export function propertiesOf(schema: JsonObject): Properties {
  const { properties } = schema;
  if (!isJsonObject(properties)) return new Map();
  return new Map(
    Object.entries(properties).map(([name, row]) => [name, isJsonObject(row) ? row : {}]),
  );
}

export function itemsOf({ items }: JsonObject): JsonObject {
  return isJsonObject(items) ? items : {};
}

export function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** The schema of a member: its own, or what all others are. */
export function memberOf(schema: JsonObject, name: string): JsonObject {
  const own = propertiesOf(schema).get(name);
  if (own) return own;
  const { additionalProperties: others } = schema;
  return isJsonObject(others) ? others : {};
}

/** Deeper than this nobody types on a command line; rings of references end here too. */
const MAX_DEPTH = 12;

/** The schema with its own `$ref`s replaced by what they name, and lone `allOf`s unfolded. */
export function withoutReferences(schema: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref"') && !text.includes('"allOf"')) return schema;
  const { $defs: _, definitions: __, ...rest } = schema;
  return unfolded(rest, schema, MAX_DEPTH) as JsonObject;
}

function unfolded(value: JsonValue, root: JsonObject, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.map((item) => unfolded(item, root, depth - 1));
  const { $ref: ref, allOf, ...own } = value;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  const target =
    typeof ref === 'string' ? behind(ref, root) : others.length === 0 ? only : undefined;
  if (isJsonObject(target)) return unfolded({ ...target, ...own }, root, depth - 1);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, unfolded(member, root, depth - 1)]),
  );
}

function behind(ref: string, root: JsonObject): JsonValue | undefined {
  const pointer = pointerOf(ref);
  return pointer && lookUp(root, pointer);
}
