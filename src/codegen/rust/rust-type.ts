// The Rust types a schema becomes, before they are text.

export type RustType =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'list' | 'map' | 'option'; readonly of: RustType }
  | { readonly kind: 'tuple'; readonly of: readonly RustType[] };

export interface RustField {
  readonly name: string;
  /** The name on the wire; absent for the map of all other names. */
  readonly jsonName?: string;
  readonly type: RustType;
  readonly isOptional: boolean;
  readonly doc: readonly string[];
}

export interface RustVariant {
  readonly name: string;
  readonly doc: readonly string[];
}

/** What is declared with a name of its own. */
export type RustItem = { readonly name: string; readonly doc: readonly string[] } & (
  | { readonly kind: 'struct'; readonly fields: readonly RustField[] }
  | { readonly kind: 'alias' | 'wrapper'; readonly of: RustType }
  | { readonly kind: 'choice'; readonly variants: readonly (RustVariant & { value: string })[] }
  | { readonly kind: 'union'; readonly variants: readonly (RustVariant & { type: RustType })[] }
);

export const VALUE = plain('Value');
export const UNIT = plain('()');

export function plain(text: string): RustType {
  return { kind: 'plain', text };
}

export function named(name: string): RustType {
  return { kind: 'named', name };
}

export function listOf(of: RustType): RustType {
  return { kind: 'list', of };
}

export function mapOf(of: RustType): RustType {
  return { kind: 'map', of };
}

export function optionOf(of: RustType): RustType {
  return of.kind === 'option' ? of : { kind: 'option', of };
}

/** Which names must be boxed where the item holds them, because they hold the item. */
export type Boxed = (name: string) => boolean;

export function printType(type: RustType, isBoxed: Boxed): string {
  if (type.kind === 'plain') return type.text;
  if (type.kind === 'named') return isBoxed(type.name) ? `Box<${type.name}>` : type.name;
  if (type.kind === 'option') return `Option<${printType(type.of, isBoxed)}>`;
  if (type.kind === 'tuple') {
    const parts = type.of.map((one) => printType(one, isBoxed));
    return parts.length === 1 ? `(${parts.join('')},)` : `(${parts.join(', ')})`;
  }
  // What lists and maps hold is not part of their size.
  const inner = printType(type.of, () => false);
  return type.kind === 'list' ? `Vec<${inner}>` : `BTreeMap<String, ${inner}>`;
}

/** For each item, the names that lead back to it without a list or a map between. */
export function findRings(items: readonly RustItem[]): (item: RustItem) => Boxed {
  const holds = new Map(items.map((item) => [item.name, itemTypes(item).flatMap(heldNames)]));
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const waiting = [from];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === to) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(...(holds.get(name) ?? []));
    }
    return false;
  };
  return (item) => (name) => reaches(name, item.name);
}

function itemTypes(item: RustItem): readonly RustType[] {
  if (item.kind === 'struct') return item.fields.map(({ type }) => type);
  if (item.kind === 'union') return item.variants.map(({ type }) => type);
  return item.kind === 'choice' ? [] : [item.of];
}

function heldNames(type: RustType): readonly string[] {
  if (type.kind === 'named') return [type.name];
  if (type.kind === 'option') return heldNames(type.of);
  return type.kind === 'tuple' ? type.of.flatMap(heldNames) : [];
}
