// Shows a tool as the signature of a function.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { Tool } from '../../core/tool-source.ts';
import { propertiesOf, requiredOf, withoutReferences } from '../call/schema-view.ts';
import { oneLine } from '../one-line.ts';

/** Optional parameters are hidden from this many required ones on. */
const CROWDED = 5;
/** Longer unions are told by their type. */
const MAX_UNION = 60;

export interface Signature {
  readonly text: string;
  /** Names of optional parameters the text leaves out. */
  readonly hidden: readonly string[];
}

/** `add(a: number, b: number, precise?: boolean)`, parameters in the order of the schema. */
export function renderSignature(tool: Tool, isComplete: boolean): Signature {
  const schema = withoutReferences(tool.inputSchema);
  const required = requiredOf(schema);
  const properties = [...propertiesOf(schema)];
  const isShown = (name: string) =>
    isComplete || required.length < CROWDED || required.includes(name);
  const shown = properties
    .filter(([name]) => isShown(name))
    .map(([name, row]) => `${name}${required.includes(name) ? '' : '?'}: ${renderType(row)}`);
  return {
    text: `${oneLine(tool.name)}(${shown.map(oneLine).join(', ')})`,
    hidden: properties.map(([name]) => name).filter((name) => !isShown(name)),
  };
}

/** The type in the words of the schema, close to how TypeScript would say it. */
export function renderType(schema: JsonObject): string {
  const { type, enum: listed, const: only } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(listed)) return union(listed.map(toLiteral)) ?? plainType(type);
  const branches = [schema['anyOf'], schema['oneOf']].find((list) => Array.isArray(list));
  if (branches && type === undefined) {
    return union(branches.map((one) => (isJsonObject(one) ? renderType(one) : 'any'))) ?? 'any';
  }
  if (type !== 'array') return plainType(type);
  const { items } = schema;
  const item = isJsonObject(items) ? renderType(items) : 'any';
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}

function plainType(type: JsonValue | undefined): string {
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? type.map(String).join(' | ') : 'any';
}

function toLiteral(value: JsonValue): string {
  return JSON.stringify(value);
}

function union(types: readonly string[]): string | undefined {
  const text = [...new Set(types)].join(' | ');
  return text !== '' && text.length <= MAX_UNION ? text : undefined;
}
