// Turns the arguments of a call expression into an object, typed by the tool's schema.
import type { JsonObject } from '../../core/json.ts';
import { unreadable } from '../unreadable.ts';
import { typesOf } from './coerce.ts';
import type { CallExpression } from './parse-call-expression.ts';
import { memberOf, propertiesOf, requiredOf } from './schema-view.ts';
import { typeValue, type NamedValue, type WrittenValue } from './type-value.ts';

/** Values without a name go to the required fields in their order, then to the others. */
export function typeCallExpression(
  { named, positional }: Pick<CallExpression, 'named' | 'positional'>,
  schema: JsonObject,
): JsonObject {
  const members = asMembers(named, positional, schema) ?? [
    ...named,
    ...nameThem(positional, schema, new Set(named.map(({ name }) => name))),
  ];
  return Object.fromEntries(
    members.map(({ name, value }) => [name, typeValue(name, value, memberOf(schema, name))]),
  );
}

/** `tool({ a: 1 })` is `tool(a: 1)`, unless the tool wants an object there. */
function asMembers(
  named: readonly NamedValue[],
  positional: readonly WrittenValue[],
  schema: JsonObject,
): readonly NamedValue[] | undefined {
  const [only, ...others] = positional;
  if (only?.kind !== 'object' || others.length > 0 || named.length > 0) return undefined;
  const properties = propertiesOf(schema);
  const [first] = fieldsOf(schema);
  const takesObject =
    first !== undefined && (typesOf(properties.get(first) ?? {})?.has('object') ?? true);
  const isKnown = only.members.some(({ name }) => properties.has(name));
  return isKnown || !takesObject ? only.members : undefined;
}

/** Required fields in the order of the schema, then the optional ones. */
function fieldsOf(schema: JsonObject): readonly string[] {
  const required = requiredOf(schema);
  const names = [...propertiesOf(schema).keys()];
  const undeclared = required.filter((name) => !names.includes(name));
  return [
    ...names.filter((name) => required.includes(name)),
    ...undeclared,
    ...names.filter((name) => !required.includes(name)),
  ];
}

function nameThem(
  values: readonly WrittenValue[],
  schema: JsonObject,
  taken: ReadonlySet<string>,
): readonly NamedValue[] {
  const free = fieldsOf(schema).filter((name) => !taken.has(name));
  return values.map((value, at) => {
    const name = free[at];
    if (name !== undefined) return { name, value };
    throw unreadable(`${values.length} values without a name, but only ${free.length} to fill`);
  });
}
