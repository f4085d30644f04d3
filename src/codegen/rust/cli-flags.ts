// The flags of a generated Rust program: what each property of a tool is on the command line.
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { CatalogTool } from '../catalog.ts';
import { openFlagScope } from '../flag-scope.ts';
import { branchesOf, flatSchema, objectView, typesOf } from './object-view.ts';
import { toDocLines } from './rust-text.ts';

/** The variants of `Kind` in the Rust source. */
export type FlagKind = 'Text' | 'Integer' | 'Number' | 'Boolean' | 'Json' | 'Any';

export interface CliFlag {
  readonly property: string;
  readonly long: string;
  /** What switches it off, where something does. */
  readonly off?: string;
  readonly kind: FlagKind;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly help: string;
  readonly choices: readonly string[];
}

export function flagsOf({ inputSchema }: CatalogTool): readonly CliFlag[] {
  const view = objectView(flatSchema(inputSchema, inputSchema), inputSchema);
  const longs = openFlagScope();
  const flags = Array.from(view.properties, ([property, schema]): CliFlag => {
    const flat = isJsonObject(schema) ? flatSchema(schema, inputSchema) : {};
    const isRequired = view.required.has(property);
    const shape = shapeOf(flat, inputSchema);
    return {
      property,
      long: longs.take(property),
      ...shape,
      isRequired,
      help: helpOf(flat, { isRequired, listed: listedValues(flat, shape) }),
    };
  });
  return flags.map((flag) => withSwitch(flag, flags));
}

/** A switch can be switched off, unless another flag has that name. */
function withSwitch(flag: CliFlag, all: readonly CliFlag[]): CliFlag {
  const off = `no-${flag.long}`;
  const isSwitch = flag.kind === 'Boolean' && !flag.isList;
  return isSwitch && !all.some(({ long }) => long === off) ? { ...flag, off } : flag;
}

type Shape = Pick<CliFlag, 'kind' | 'isList' | 'choices'>;

/** A list of plain values is a flag that may stand several times. */
function shapeOf(flat: JsonObject, root: JsonObject): Shape {
  const { kind, choices } = kindOf(flat, root);
  const { items } = flat;
  if (kind !== 'Json' || !isArray(flat) || !isJsonObject(items)) {
    return { kind, isList: false, choices };
  }
  const item = kindOf(flatSchema(items, root), root);
  const isPlain = item.kind !== 'Json' && item.kind !== 'Any';
  return isPlain ? { ...item, isList: true } : { kind, isList: false, choices };
}

function isArray(flat: JsonObject): boolean {
  return typesOf(flat).every((type) => type === 'array' || type === 'null');
}

interface KindAndChoices {
  readonly kind: FlagKind;
  readonly choices: readonly string[];
}

const KINDS: Readonly<Record<string, FlagKind>> = {
  string: 'Text',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Boolean',
  object: 'Json',
  array: 'Json',
};

function kindOf(flat: JsonObject, root: JsonObject): KindAndChoices {
  const values = valuesOf(flat, root).filter((value) => value !== null);
  const choices = values.filter((value) => typeof value === 'string');
  if (choices.length > 0 && choices.length === values.length) {
    return { kind: 'Text', choices: [...new Set(choices)] };
  }
  const kinds = new Set(values.length > 0 ? values.map(kindOfValue) : kindsOf(flat, root));
  const [kind] = kinds;
  return { kind: kind !== undefined && kinds.size === 1 ? kind : 'Any', choices: [] };
}

function kindOfValue(value: JsonValue): FlagKind {
  if (Number.isSafeInteger(value)) return 'Integer';
  return typeof value === 'object' ? 'Json' : (KINDS[typeof value] ?? 'Any');
}

/** The values a schema lists; none where it leaves any open. */
function valuesOf(flat: JsonObject, root: JsonObject): readonly JsonValue[] {
  if (Array.isArray(flat['enum'])) return flat['enum'];
  const fixed = flat['const'];
  if (fixed !== undefined) return [fixed];
  const listed = branchesOf(flat).map((branch) => {
    const inner = isJsonObject(branch) ? flatSchema(branch, root) : {};
    return inner['type'] === 'null' ? [null] : valuesOf({ ...inner, anyOf: [], oneOf: [] }, root);
  });
  return listed.some((values) => values.length === 0) ? [] : listed.flat();
}

function kindsOf(flat: JsonObject, root: JsonObject): readonly FlagKind[] {
  const named = typesOf(flat).filter((type) => type !== 'null');
  if (named.length > 0) return named.map((type) => KINDS[type] ?? 'Any');
  return branchesOf(flat).flatMap((branch) => {
    const inner = isJsonObject(branch) ? flatSchema(branch, root) : {};
    const types = typesOf(inner);
    if (types.length === 0) return ['Any' as const];
    return types.filter((type) => type !== 'null').map((type) => KINDS[type] ?? 'Any');
  });
}

/** clap itself shows the values of a flag that takes one text. */
function listedValues(flat: JsonObject, { isList, choices }: Shape): readonly JsonValue[] {
  if (isList) return choices;
  return choices.length === 0 && Array.isArray(flat['enum']) ? flat['enum'] : [];
}

interface HelpFacts {
  readonly isRequired: boolean;
  readonly listed: readonly JsonValue[];
}

function helpOf(flat: JsonObject, { isRequired, listed }: HelpFacts): string {
  const { description, title, format, default: preset } = flat;
  const text = [description, title].find((one) => typeof one === 'string') ?? '';
  const facts = [
    ...(isRequired ? ['[required]'] : []),
    ...(listed.length > 0 ? [`[one of: ${listed.map(asWord).join(', ')}]`] : []),
    ...(typeof format === 'string' ? [`[format: ${format}]`] : []),
    ...(preset === undefined ? [] : [`[default: ${asWord(preset)}]`]),
  ];
  return [...toDocLines(text), ...facts.flatMap(toDocLines)].join(' ');
}

function asWord(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
