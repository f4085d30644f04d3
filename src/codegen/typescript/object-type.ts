// The type of an object: its members, and what other names may hold.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { docOf } from './doc-comment.ts';
import {
  isUnknown,
  NEVER,
  unionOf,
  UNKNOWN,
  word,
  type Member,
  type TypeNode,
} from './type-node.ts';

type TypeOf = (schema: JsonValue | undefined) => TypeNode;

export function objectType(schema: JsonObject, typeOf: TypeOf): TypeNode {
  const members = membersOf(schema, typeOf);
  const others = othersOf(schema, typeOf);
  if (members.length === 0) return { kind: 'object', members, index: others ?? UNKNOWN };
  if (!others || others === NEVER) return { kind: 'object', members };
  return { kind: 'object', members, index: indexBeside(members, others) };
}

function membersOf(schema: JsonObject, typeOf: TypeOf): readonly Member[] {
  const { properties, required } = schema;
  const declared = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = Array.isArray(required) ? required : [];
  const needed = new Set(names.filter((name) => typeof name === 'string'));
  const known = new Set(declared.map(([name]) => name));
  const unnamed = [...needed].filter((name) => !known.has(name));
  return [
    ...declared.map(([name, row]) => ({
      name,
      isOptional: !needed.has(name),
      type: typeOf(row),
      doc: isJsonObject(row) ? docOf(row) : [],
    })),
    ...unnamed.map((name) => ({
      name,
      isOptional: false,
      type: UNKNOWN,
      doc: [],
    })),
  ];
}

/** What names that are not declared may hold; `undefined` where the schema is silent. */
function othersOf(schema: JsonObject, typeOf: TypeOf): TypeNode | undefined {
  const { additionalProperties, patternProperties } = schema;
  const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
  if (additionalProperties === undefined && patterns.length === 0) return undefined;
  return unionOf([typeOf(additionalProperties ?? true), ...patterns.map(typeOf)]);
}

/** The members have to fit the index signature beside them. */
function indexBeside(members: readonly Member[], others: TypeNode): TypeNode {
  if (isUnknown(others)) return UNKNOWN;
  const isAnyOptional = members.some(({ isOptional }) => isOptional);
  return unionOf([
    others,
    ...members.map(({ type }) => type),
    ...(isAnyOptional ? [word('undefined')] : []),
  ]);
}
