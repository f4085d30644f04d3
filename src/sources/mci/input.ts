// Prepares the arguments of a call: required properties are there, defaults are filled in.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { ALL_HOLD, partsOf } from './declared.ts';

/** Refuses a call without what the tool requires, in the words of the original. */
export function refuseMissing(toolName: string, inputSchema: JsonObject, args: JsonObject): void {
  const { required } = inputSchema;
  if (!Array.isArray(required)) return;
  const names = required.map(String);
  const missing = names.filter((name) => !Object.hasOwn(args, name));
  if (missing.length === 0) return;
  const reason = `Tool '${toolName}' requires properties: ${names.join(', ')}. Missing: ${missing.join(', ')}`;
  throw new PlugboardError('invalid_arguments', { reason });
}

/** Fills in defaults; the arguments themselves are not changed. */
export type FillDefaults = (args: JsonObject) => JsonObject;

/** A schema that refers to itself could ask for defaults without end. */
const MAX_FILLED = 10_000;
const MAX_DEPTH = 64;

export function defaultsOf(inputSchema: JsonObject): FillDefaults {
  if (!mentionsDefault(inputSchema)) return (args) => args;
  return (args) => {
    const filling: Filling = { root: inputSchema, left: MAX_FILLED, depth: 0 };
    const filled = filledIn(args, inputSchema, filling);
    return isJsonObject(filled) ? filled : args;
  };
}

function mentionsDefault(schema: JsonValue | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(mentionsDefault);
  if (!isJsonObject(schema)) return false;
  return Object.hasOwn(schema, 'default') || Object.values(schema).some(mentionsDefault);
}

interface Filling {
  readonly root: JsonObject;
  left: number;
  depth: number;
}

function filledIn(value: JsonValue, schema: JsonValue, filling: Filling): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (filling.left <= 0 || filling.depth >= MAX_DEPTH) return value;
  filling.left -= 1;
  filling.depth += 1;
  let filled: JsonValue[] | JsonObject = value;
  for (const part of partsOf(schema, { root: filling.root, through: ALL_HOLD })) {
    if (!Array.isArray(filled)) filled = withMembers(filled, part['properties'], filling);
    else filled = withElements(filled, part['items'], filling);
  }
  filling.depth -= 1;
  return filled;
}

function withElements(
  value: JsonValue[],
  items: JsonValue | undefined,
  filling: Filling,
): JsonValue[] {
  return isJsonObject(items) ? value.map((one) => filledIn(one, items, filling)) : value;
}

function withMembers(
  value: JsonObject,
  properties: JsonValue | undefined,
  filling: Filling,
): JsonObject {
  if (!isJsonObject(properties)) return value;
  const members = new Map(Object.entries(value));
  for (const [key, schema] of Object.entries(properties)) {
    const start = members.get(key) ?? (members.has(key) ? undefined : defaultIn(schema));
    if (start !== undefined) members.set(key, filledIn(start, schema, filling));
  }
  return Object.fromEntries(members);
}

function defaultIn(schema: JsonValue): JsonValue | undefined {
  const value = isJsonObject(schema) ? schema['default'] : undefined;
  return value === undefined ? undefined : structuredClone(value);
}
