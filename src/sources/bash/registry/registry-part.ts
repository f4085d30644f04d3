// Everything of one kind as one list: sorted, without doubles, the same object while nothing changed.
import { PlugboardError } from '../../../core/errors.ts';
import { keptListing } from '../../../core/kept-listing.ts';
import type { Problem } from '../../../core/tool-source.ts';
import { crypto } from '../../../platform/crypto.ts';
import type { RegistryPart } from '../registry-items.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Finds, Found } from './found.ts';

interface Named {
  readonly name: string;
  readonly path?: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}

/** Hash and index are made when first asked for: a change of one item must not cost them all. */
export function registryPart<Item extends Named>(
  items: readonly Item[],
  problems: readonly Problem[],
): RegistryPart<Item> {
  let byName: ReadonlyMap<string, Item> | undefined;
  let hash: string | undefined;
  return {
    items,
    problems,
    get byName() {
      return (byName ??= new Map(items.map((item) => [item.name, item])));
    },
    get hash() {
      return (hash ??= hashOf(itemsJson(items)));
    },
  };
}

export function itemsJson(items: readonly object[]): string {
  return `[${items.map(canonicalJson).join(',')}]`;
}

export function hashOf(json: string): string {
  return crypto().createHash('sha256').update(json).digest('hex');
}

export const EMPTY_PART: RegistryPart<never> = registryPart<never>([], []);

/** Sorted by name; of several with one name the first keeps it and the others are told. */
export function joined<Item extends Named>(
  found: readonly Found<Item>[],
  problems: readonly Problem[],
): { readonly items: readonly Item[]; readonly problems: readonly Problem[] } {
  let declared: ReadonlySet<string> | undefined;
  const wanted: Item[] = [];
  let isSorted = true;
  for (const { item, file, isDeclared } of found) {
    if (!isDeclared && file !== undefined) {
      declared ??= filesOfDeclared(found);
      if (declared.has(file)) continue;
    }
    const last = wanted.at(-1);
    if (last && last.name >= item.name) isSorted = false;
    wanted.push(item);
  }
  // Mostly nothing but one item changed, and then there is nothing to do.
  if (isSorted) return { items: wanted, problems };
  const sorted = wanted.toSorted(byNameAndPlace);
  const items: Item[] = [];
  const all = [...problems];
  for (const item of sorted) {
    const first = items.at(-1);
    if (first?.name === item.name) all.push(doubled(item, first));
    else items.push(item);
  }
  return { items, problems: all };
}

/** What metadata elsewhere already stands for is not listed a second time. */
function filesOfDeclared(found: readonly Found<object>[]): ReadonlySet<string> {
  const files = new Set<string>();
  for (const { file, isDeclared } of found) if (isDeclared && file !== undefined) files.add(file);
  return files;
}

function byNameAndPlace(a: Named, b: Named): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return compare(placeOf(a), placeOf(b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function placeOf({ path, uri, uriTemplate }: Named): string {
  return path ?? uri ?? uriTemplate ?? '';
}

function doubled(item: Named, first: Named): Problem {
  const subject = placeOf(item);
  const reason = `the name '${item.name}' is taken by ${placeOf(first)}`;
  const hint = 'Give each its own name';
  const error = new PlugboardError('config_error', { file: subject, reason }, { hint });
  return { subject, error };
}

/** The part as it was, where it says the same. */
export function keptPart<Item extends Named>(
  before: RegistryPart<Item>,
  now: { readonly items: readonly Item[]; readonly problems: readonly Problem[] },
): RegistryPart<Item> {
  if (keptListing<Item>(before, now) === before) return before;
  return registryPart(isSameList(before.items, now.items) ? before.items : now.items, now.problems);
}

function isSameList(a: readonly object[], b: readonly object[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Refuses more than a registry file may hold; counts exactly only where that could be. */
export function refuseTooLarge(
  kind: string,
  { found, maxBytes }: Finds<object>,
  limitBytes: number,
): void {
  const bound = maxBytes ?? found.reduce((sum, one) => sum + one.maxBytes, 0);
  if (bound <= limitBytes) return;
  const bytes = Buffer.byteLength(itemsJson(found.map(({ item }) => item)));
  if (bytes <= limitBytes) return;
  const reason = `has ${bytes} bytes, more than the ${limitBytes} of MCPBASH_REGISTRY_MAX_BYTES`;
  const hint = 'Raise the limit, or list less in server.d/register.json';
  throw new PlugboardError('config_error', { file: `.registry/${kind}.json`, reason }, { hint });
}
