// Turns a JSON Schema into Rust types; what Rust cannot say soundly stays `Value`.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { lookUp, pointerOf } from '../../core/schema-pointer.ts';
import type { NameScope } from '../names.ts';
import { choiceType } from './choice-type.ts';
import { branchesOf, flatSchema, typesOf } from './object-view.ts';
import { objectType } from './object-type.ts';
import { partName } from './rust-names.ts';
import { docOf } from './schema-doc.ts';
import { closeRing, shortened, type Place, type TypeBuild } from './type-build.ts';
import { listOf, named, plain, UNIT, VALUE, type RustItem, type RustType } from './rust-type.ts';
import { unionType, type Branch } from './union-type.ts';

/** Schemas that make new schemas of themselves come to an end; nothing honest is as deep or as big. */
const MAX_DEPTH = 40;
const MAX_PLACES = 5000;
/** The standard library compares and prints tuples up to this length. */
const MAX_TUPLE = 12;

export interface RootSchema {
  readonly schema: JsonObject;
  /** The name of the type; nobody else has it. */
  readonly name: string;
  readonly scope: NameScope;
  /** What the type is for, said in its comment. */
  readonly doc: readonly string[];
}

/** The items a schema needs; the first carries the name. */
export function itemsOfSchema({ schema, name, scope, doc }: RootSchema): readonly RustItem[] {
  const build: TypeBuild = {
    root: schema,
    rootName: name,
    scope,
    items: [],
    places: new Map(),
    depth: 0,
    typeOf: (inner, wanted) => partType(inner, wanted, build),
  };
  const place: Place = { wanted: name, name, isRinged: false };
  const type = typeAt(schema, place, build);
  const isDeclared = build.items.some((item) => item.name === name);
  if (!isDeclared) build.items.unshift({ kind: 'alias', name, doc: [], of: type });
  return build.items.map((item) => (item.name === name ? { ...item, doc } : item));
}

/** Short enough to stand inside another type. */
function partType(schema: JsonValue | undefined, wanted: string, build: TypeBuild): RustType {
  return shortened(typeOf(schema, wanted, build), wanted, build);
}

function typeOf(schema: JsonValue | undefined, wanted: string, build: TypeBuild): RustType {
  const isTooMuch = build.depth > MAX_DEPTH || build.places.size > MAX_PLACES;
  if (!isJsonObject(schema) || isTooMuch) return VALUE;
  const ref = soleRef(schema);
  if (ref !== undefined) {
    const pointer = pointerOf(ref);
    const target = pointer && lookUp(build.root, pointer);
    if (target === schema) return VALUE;
    return typeOf(target, partName(build.rootName, pointer?.at(-1) ?? ''), build);
  }
  const known = build.places.get(schema);
  if (known?.type) return known.type;
  if (!known) return typeAt(schema, { wanted, isRinged: false }, build);
  known.isRinged = true;
  return named((known.name ??= build.scope.take(known.wanted)));
}

/** The reference a schema consists of; words beside it change no type. */
function soleRef({ $ref: ref, allOf, ...own }: JsonObject): string | undefined {
  if (typesOf(own).length > 0 || branchesOf(own).length > 0) return undefined;
  if (allOf === undefined) return typeof ref === 'string' ? ref : undefined;
  const [only, ...more] = Array.isArray(allOf) ? allOf : [];
  const isSole = ref === undefined && more.length === 0 && isJsonObject(only);
  return isSole ? soleRef(only) : undefined;
}

function typeAt(schema: JsonObject, place: Place, build: TypeBuild): RustType {
  build.places.set(schema, place);
  build.depth += 1;
  const type = closeRing(place, build, freshType(flatSchema(schema, build.root), place, build));
  build.depth -= 1;
  place.type = type;
  return type;
}

function freshType(flat: JsonObject, place: Place, build: TypeBuild): RustType {
  const values = Array.isArray(flat['enum']) ? flat['enum'] : undefined;
  if (values) return choiceType({ values, doc: docOf(flat) }, place, build);
  if (Object.hasOwn(flat, 'const')) {
    return choiceType({ values: [flat['const'] ?? null], doc: docOf(flat) }, place, build);
  }
  const branches = branchesOf(flat);
  if (branches.length > 0 && !isJsonObject(flat['properties'])) {
    const parts = branches.map((branch): Branch => ({ schema: branch }));
    return unionType({ branches: parts, doc: docOf(flat) }, place, build);
  }
  const [type, ...more] = typesOf(flat);
  if (type === undefined) return VALUE;
  if (more.length === 0) return typeByName(type, flat, { place, build });
  const parts = [type, ...more].map((one): Branch => ({ schema: { ...flat, type: one } }));
  return unionType({ branches: parts, doc: docOf(flat) }, place, build);
}

interface Where {
  readonly place: Place;
  readonly build: TypeBuild;
}

const PLAIN_TYPES: Readonly<Record<string, RustType>> = {
  string: plain('String'),
  integer: plain('i64'),
  number: plain('f64'),
  boolean: plain('bool'),
  null: UNIT,
};

function typeByName(type: string, flat: JsonObject, { place, build }: Where): RustType {
  if (type === 'object') return objectType(flat, place, build);
  if (type === 'array') return arrayType(flat, place, build);
  return PLAIN_TYPES[type] ?? VALUE;
}

/** A closed list of places is a tuple; an open one is a list of whatever stands in it. */
function arrayType(flat: JsonObject, place: Place, build: TypeBuild): RustType {
  const { items, prefixItems, additionalItems, minItems } = flat;
  const itemName = partName(place.wanted, 'item');
  const prefix = [prefixItems, items].find(Array.isArray);
  if (!prefix) return listOf(build.typeOf(items, itemName));
  const others = Array.isArray(prefixItems) ? items : additionalItems;
  const isClosed = others === false && (minItems === undefined || minItems === prefix.length);
  const types = prefix.map((one, at) => build.typeOf(one, partName(place.wanted, `item${at + 1}`)));
  if (isClosed && types.length > 0 && types.length <= MAX_TUPLE)
    return { kind: 'tuple', of: types };
  const open = others === false ? [] : [build.typeOf(others, itemName)];
  const all = new Set([...types, ...open].map((one) => JSON.stringify(one)));
  return listOf(all.size === 1 ? (types[0] ?? VALUE) : VALUE);
}
