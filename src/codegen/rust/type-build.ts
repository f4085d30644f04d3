// What is shared while the types of one schema are made: names, items, and what is under way.
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { NameScope } from '../names.ts';
import { named, printType, VALUE, type RustItem, type RustType } from './rust-type.ts';

export interface TypeBuild {
  readonly root: JsonObject;
  /** The name of the root, which begins the names of all definitions. */
  readonly rootName: string;
  readonly scope: NameScope;
  readonly items: RustItem[];
  readonly places: Map<JsonObject, Place>;
  depth: number;
  /** The type of any schema inside the root. */
  readonly typeOf: (schema: JsonValue | undefined, wanted: string) => RustType;
}

/** One schema and what it becomes. */
export interface Place {
  readonly wanted: string;
  name?: string;
  type?: RustType;
  isRinged: boolean;
}

/** The name of a place, handed out when it is first needed. */
export function nameOf(place: Place, build: TypeBuild): string {
  place.name ??= build.scope.take(place.wanted);
  return place.name;
}

type Declared = RustItem extends infer Item
  ? Item extends RustItem
    ? Omit<Item, 'name'>
    : never
  : never;

/** Declares an item under the name of its place, before the items it is made of. */
export function declare(place: Place, build: TypeBuild, make: () => Declared): RustType {
  const at = build.items.length;
  const name = nameOf(place, build);
  build.items.splice(at, 0, { ...make(), name });
  return named(name);
}

/** A place that leads back to itself needs a name that stands still. */
export function closeRing(place: Place, build: TypeBuild, type: RustType): RustType {
  if (!place.isRinged) return type;
  const name = nameOf(place, build);
  if (build.items.some((item) => item.name === name)) return named(name);
  const isEmpty = type.kind === 'named' && type.name === name;
  build.items.push({ kind: 'wrapper', name, doc: [], of: isEmpty ? VALUE : type });
  return named(name);
}

/** What is longer than any name is called by one, so that no line grows without end. */
const LONGEST_INSIDE = 66;
const LONGEST_TUPLE = 40;

/** The type, or an alias for it where it is too long to stand inside another. */
export function shortened(type: RustType, wanted: string, build: TypeBuild): RustType {
  const limit = type.kind === 'tuple' ? LONGEST_TUPLE : LONGEST_INSIDE;
  if (printType(type, () => false).length <= limit) return type;
  const name = build.scope.take(wanted);
  build.items.push({ kind: 'alias', name, doc: [], of: type });
  return named(name);
}
