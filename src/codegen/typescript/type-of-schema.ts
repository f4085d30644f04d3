// Turns a JSON Schema of any draft into the TypeScript types its values have.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { lookUp, pointerOf } from '../../core/schema-pointer.ts';
import { toPascal, type NameScope } from '../names.ts';
import { keyOf, leadsTo } from '../schema-refs.ts';
import { docOf } from './doc-comment.ts';
import { toStringLiteral } from './literals.ts';
import { objectType } from './object-type.ts';
import {
  intersectionOf,
  isUnknown,
  NEVER,
  unionOf,
  UNKNOWN,
  word,
  type TupleItem,
  type TypeNode,
} from './type-node.ts';

/** A type with a name of its own. */
export interface Declaration {
  readonly name: string;
  readonly type: TypeNode;
  readonly doc: readonly string[];
}

/** The type of the schema under the name given, then those it refers to. */
export function declareSchema(
  schema: JsonObject,
  name: string,
  scope: NameScope,
): readonly Declaration[] {
  return new SchemaTypes(schema, name, scope).declarations();
}

/** Deeper than this no tool has arguments; what lies below is anything. */
const MAX_DEPTH = 60;

/** Where in a schema we are. */
interface Place {
  readonly depth: number;
  /** The definition whose own value this is: referring back to it from here would be a ring. */
  readonly within?: string;
}

class SchemaTypes {
  readonly #root: JsonObject;
  readonly #rootName: string;
  readonly #scope: NameScope;
  readonly #names = new Map<string, string>();
  readonly #waiting: string[] = ['#'];

  constructor(root: JsonObject, rootName: string, scope: NameScope) {
    this.#root = root;
    this.#rootName = rootName;
    this.#scope = scope;
    this.#names.set(keyOf('#'), rootName);
  }

  declarations(): readonly Declaration[] {
    const declared: Declaration[] = [];
    // The list grows while it is worked off: types are declared when they are first referred to.
    for (const ref of this.#waiting) {
      const schema = lookUp(this.#root, pointerOf(ref) ?? []);
      const type = this.#typeOf(schema, { depth: 0, within: ref });
      const name = this.#names.get(keyOf(ref)) ?? '';
      declared.push({ name, type, doc: isJsonObject(schema) ? docOf(schema) : [] });
    }
    return declared;
  }

  #typeOf(schema: JsonValue | undefined, place: Place): TypeNode {
    if (schema === false) return NEVER;
    if (!isJsonObject(schema) || place.depth > MAX_DEPTH) return UNKNOWN;
    const { $ref: ref, allOf, anyOf, oneOf, nullable } = schema;
    const type = intersectionOf([
      ...(typeof ref === 'string' ? [this.#reference(ref, place)] : []),
      this.#ownType(schema, place),
      ...listOf(allOf).map((part) => this.#typeOf(part, place)),
      ...[anyOf, oneOf].map((parts) => this.#oneOf(parts, place)),
    ]);
    return nullable === true && !isUnknown(type) ? unionOf([type, word('null')]) : type;
  }

  #oneOf(parts: JsonValue | undefined, place: Place): TypeNode {
    const list = listOf(parts);
    return list.length === 0 ? UNKNOWN : unionOf(list.map((part) => this.#typeOf(part, place)));
  }

  #reference(ref: string, { within }: Place): TypeNode {
    const pointer = pointerOf(ref);
    if (!pointer || lookUp(this.#root, pointer) === undefined) return UNKNOWN;
    if (within !== undefined && leadsTo(this.#root, ref, within)) return UNKNOWN;
    const key = keyOf(ref);
    const known = this.#names.get(key);
    if (known !== undefined) return word(known);
    const name = this.#scope.take(this.#rootName + toPascal(pointer.at(-1) ?? ''));
    this.#names.set(key, name);
    this.#waiting.push(ref);
    return word(name);
  }

  /** What the schema says itself, without what it combines. */
  #ownType(schema: JsonObject, { depth }: Place): TypeNode {
    if (Array.isArray(schema['enum'])) return unionOf(schema['enum'].map(literalType));
    if (schema['const'] !== undefined) return literalType(schema['const']);
    const inner = { depth: depth + 1 };
    const types = saidTypes(schema).map((type) => this.#namedType(type, schema, inner));
    return types.length === 0 ? UNKNOWN : unionOf(types);
  }

  #namedType(type: JsonValue, schema: JsonObject, inner: Place): TypeNode {
    if (type === 'object') return objectType(schema, (part) => this.#typeOf(part, inner));
    if (type === 'array') return this.#arrayType(schema, inner);
    return PLAIN_TYPES.get(type) ?? UNKNOWN;
  }

  #arrayType(schema: JsonObject, inner: Place): TypeNode {
    const { prefixItems, items, additionalItems, minItems } = schema;
    const first = [prefixItems, items].find((list) => Array.isArray(list));
    const others = Array.isArray(items) ? additionalItems : items;
    if (!first) {
      if (others === false) return { kind: 'tuple', items: [] };
      return { kind: 'list', item: this.#typeOf(others, inner) };
    }
    // Who lists the items means all of them, unless it is said how many are needed.
    const needed = typeof minItems === 'number' ? minItems : first.length;
    const listed = first.map((item, at): TupleItem => ({
      type: this.#typeOf(item, inner),
      isOptional: at >= needed,
    }));
    if (others === false) return { kind: 'tuple', items: listed };
    return { kind: 'tuple', items: listed, rest: this.#typeOf(others, inner) };
  }
}

const PLAIN_TYPES: ReadonlyMap<JsonValue, TypeNode> = new Map([
  ['string', word('string')],
  ['number', word('number')],
  ['integer', word('number')],
  ['boolean', word('boolean')],
  ['null', word('null')],
]);

const OBJECT_WORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'];
const ARRAY_WORDS = ['items', 'prefixItems'];

/** The types a schema names, or lets be guessed by what it says. */
function saidTypes(schema: JsonObject): readonly JsonValue[] {
  const { type } = schema;
  if (type !== undefined) return listOf(type).length > 0 ? listOf(type) : [type];
  const says = (words: readonly string[]) => words.some((one) => Object.hasOwn(schema, one));
  if (says(OBJECT_WORDS)) return ['object'];
  return says(ARRAY_WORDS) ? ['array'] : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The type that has this one value. */
function literalType(value: JsonValue): TypeNode {
  if (typeof value === 'string') return word(toStringLiteral(value));
  if (Array.isArray(value)) {
    const items = value.map((item) => ({ type: literalType(item), isOptional: false }));
    return { kind: 'tuple', items };
  }
  if (!isJsonObject(value)) return word(JSON.stringify(value));
  const members = Object.entries(value).map(([name, member]) => {
    return { name, isOptional: false, type: literalType(member), doc: [] };
  });
  return members.length > 0
    ? { kind: 'object', members }
    : { kind: 'object', members, index: NEVER };
}
