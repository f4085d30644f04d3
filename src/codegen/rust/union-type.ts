// One of several types: an untagged enum, as long as serde can tell them apart.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { choiceType } from './choice-type.ts';
import { flatSchema } from './object-view.ts';
import { openVariantScope, partName } from './rust-names.ts';
import { optionOf, UNIT, VALUE, type RustType } from './rust-type.ts';
import { docOf } from './schema-doc.ts';
import { declare, nameOf, type Place, type TypeBuild } from './type-build.ts';

export interface Branch {
  readonly schema: JsonValue;
}

export interface Union {
  readonly branches: readonly Branch[];
  readonly doc: readonly string[];
}

interface Alternative {
  readonly type: RustType;
  readonly title: string;
  readonly doc: readonly string[];
}

export function unionType(union: Union, place: Place, build: TypeBuild): RustType {
  const flats = union.branches.map(({ schema }) =>
    isJsonObject(schema) ? flatSchema(schema, build.root) : {},
  );
  if (flats.every((flat) => typeof flat['const'] === 'string')) {
    const values = flats.map((flat) => flat['const'] ?? null);
    return choiceType({ values, doc: union.doc, meanings: flats.map(docOf) }, place, build);
  }
  const isNull = flats.map((flat) => flat['type'] === 'null' || flat['const'] === null);
  const kept = union.branches.filter((_, at) => !isNull[at]);
  if (kept.length === 0) return UNIT;
  const [only] = kept;
  const hasNull = kept.length < flats.length;
  const type =
    kept.length === 1 && only
      ? build.typeOf(only.schema, place.wanted)
      : severalTypes({ ...union, branches: kept }, place, build);
  return hasNull && type !== VALUE ? optionOf(type) : type;
}

function severalTypes(union: Union, place: Place, build: TypeBuild): RustType {
  const whole = nameOf(place, build);
  const all = union.branches.map(({ schema }, at): Alternative => {
    const flat = isJsonObject(schema) ? flatSchema(schema, build.root) : {};
    const title = titleOf(flat) ?? `variant${at + 1}`;
    return { type: build.typeOf(schema, partName(whole, title)), title, doc: docOf(flat) };
  });
  const hasNull = all.some(({ type }) => type.kind === 'option');
  const bare = all.map((one) => (one.type.kind === 'option' ? { ...one, type: one.type.of } : one));
  const different = [...new Map(bare.map((one) => [JSON.stringify(one.type), one])).values()];
  const [first] = different;
  const ordered = different.length > 1 ? inOrder(different, build) : undefined;
  if (first && different.length === 1) return hasNull ? optionOf(first.type) : first.type;
  if (!ordered) return VALUE;
  const type = declare(place, build, () => ({
    kind: 'union',
    doc: union.doc,
    variants: toVariants(ordered),
  }));
  return hasNull ? optionOf(type) : type;
}

/** What people would call it: the value that marks it, or its title. */
function titleOf({ properties, title }: JsonObject): string | undefined {
  const rows = isJsonObject(properties) ? Object.values(properties) : [];
  const marks = rows.map((row) => (isJsonObject(row) ? row['const'] : undefined));
  return [...marks, title].find((mark): mark is string => typeof mark === 'string' && mark !== '');
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  String: 'Text',
  i64: 'Integer',
  f64: 'Number',
  bool: 'Boolean',
  list: 'List',
  map: 'Map',
  tuple: 'Tuple',
};

function toVariants(alternatives: readonly Alternative[]) {
  const scope = openVariantScope();
  return alternatives.map(({ type, title, doc }) => {
    const kind = KIND_NAMES[type.kind === 'plain' ? type.text : type.kind];
    return { name: scope.take(kind ?? title), type, doc };
  });
}

/** serde takes the first that fits, so the narrow ones stand first. */
const RANKS: Readonly<Record<string, number>> = {
  bool: 0,
  i64: 1,
  f64: 2,
  choice: 3,
  String: 4,
  tuple: 5,
  list: 6,
  struct: 7,
  union: 8,
  wrapper: 8,
  map: 9,
};
const OBJECT_RANK = 7;

interface Ranked {
  readonly alternative: Alternative;
  readonly rank: number;
  readonly requiredCount: number;
}

/** `undefined` where one would swallow what belongs to another, or would take anything. */
function inOrder(
  alternatives: readonly Alternative[],
  build: TypeBuild,
): readonly Alternative[] | undefined {
  const ranked = alternatives.map((alternative) => toRanked(alternative, build));
  if (ranked.some(({ rank }) => Number.isNaN(rank))) return undefined;
  ranked.sort((a, b) => a.rank - b.rank || b.requiredCount - a.requiredCount);
  const objects = ranked.filter(({ rank }) => rank >= OBJECT_RANK);
  const swallows = objects.slice(0, -1).some(({ requiredCount }) => requiredCount === 0);
  return swallows ? undefined : ranked.map(({ alternative }) => alternative);
}

function toRanked(alternative: Alternative, build: TypeBuild): Ranked {
  const { type } = alternative;
  const item = type.kind === 'named' && build.items.find(({ name }) => name === type.name);
  const kind = item ? item.kind : type.kind === 'plain' ? type.text : type.kind;
  const fields = item && item.kind === 'struct' ? item.fields : [];
  const requiredCount = fields.filter(
    ({ isOptional, jsonName }) => jsonName !== undefined && !isOptional,
  ).length;
  return { alternative, rank: RANKS[kind] ?? Number.NaN, requiredCount };
}
