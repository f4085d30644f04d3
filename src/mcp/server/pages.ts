// Lists in pages: opaque cursors, and pages serialised once for as long as the listing lives.
import type { Caller } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Listing } from '../../core/tool-source.ts';
import { encodeResult } from '../wire/encode-result.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import { resultTail } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import type { Era } from '../wire/revisions.ts';
import type { Engine } from './engine.ts';
import type { Exchange } from './exchange.ts';
import type { PreparedReply } from './peer.ts';

type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface PageRequest<Item> {
  readonly name: ListName;
  readonly keyOf: (item: Item) => string;
  /** Makes the item ready for one caller; pages that differ by caller are not kept. */
  readonly dress?: ((item: Item, caller: Caller) => object) | undefined;
}

/** What one engine has serialised of each listing, by place. */
type Store = WeakMap<Engine, WeakMap<object, Map<number, Buffer>>>;

const serialised: Readonly<Record<ListName, Readonly<Record<Era, Store>>>> = {
  tools: storePerEra(),
  resources: storePerEra(),
  resourceTemplates: storePerEra(),
  prompts: storePerEra(),
};

function storePerEra(): Record<Era, Store> {
  return { legacy: new WeakMap(), modern: new WeakMap() };
}

/** No page is so long: start and length become one number, which costs less than a text of both. */
const LONGEST_PAGE = 65_536;

function pagesOf({ engine, peer }: Exchange, name: ListName, listing: object): Map<number, Buffer> {
  const store = serialised[name][peer.revision.era];
  let all = store.get(engine);
  if (!all) store.set(engine, (all = new WeakMap()));
  let pages = all.get(listing);
  if (!pages) all.set(listing, (pages = new Map()));
  return pages;
}

export function pageReply<Item>(
  exchange: Exchange,
  listing: Listing<Item>,
  request: PageRequest<Item>,
): PreparedReply {
  const { keyOf, name } = request;
  const start = startOf(exchange.params['cursor'], listing, keyOf);
  const tail = resultTail(exchange.id);
  const count = pageItems(exchange);
  const page = () => serialise(exchange, request, { listing, start, end: start + count });
  if (request.dress) return { head: page(), tail };
  const pages = pagesOf(exchange, name, listing);
  const place = start * LONGEST_PAGE + count;
  let head = pages.get(place);
  if (!head) pages.set(place, (head = page()));
  return { head, tail };
}

interface Range<Item> {
  readonly listing: Listing<Item>;
  readonly start: number;
  readonly end: number;
}

/** A dialect may have pages of its own size, and let the client choose it. */
function pageItems({ engine, params }: Exchange): number {
  const sizes = engine.dialect?.pages;
  if (!sizes) return wireLimit('pageItems');
  const { limit } = params;
  if (limit === undefined || limit === null) return sizes.defaultItems;
  if (Number.isInteger(limit) && Number(limit) > 0) return Math.min(Number(limit), sizes.maxItems);
  throw invalidParams('limit must be a whole number above 0');
}

function serialise<Item>(
  exchange: Exchange,
  request: PageRequest<Item>,
  { listing, start, end }: Range<Item>,
): Buffer {
  const { name, dress, keyOf } = request;
  const { revision, caller } = exchange.peer;
  const items = listing.items.slice(start, end).map((item) => {
    const shown = dress ? dress(item, caller) : (item as object);
    return revision.objectOutputOnly ? withObjectOutputSchema(shown) : shown;
  });
  const [last, next] = [listing.items[end - 1], listing.items[end]];
  const more = last !== undefined && next !== undefined;
  const text = encodeResult(
    {
      [name]: items,
      ...exchange.engine.dialect?.listFields?.(listing.items.length),
      ...(more && { nextCursor: toCursor([end, keyOf(last), keyOf(next)]) }),
    },
    {
      revision,
      serverMeta: exchange.engine.serverMeta,
      cache: { ttlMs: wireLimit('listTtlMs'), cacheScope: 'private' },
    },
  );
  return Buffer.from(`{"jsonrpc":"2.0","result":${text}`);
}

/** The legacy era knows output schemas of objects only; a client of it would refuse the whole list. */
function withObjectOutputSchema(item: object): object {
  if (!('outputSchema' in item)) return item;
  const { outputSchema, ...rest } = item as { outputSchema: JsonObject };
  return outputSchema['type'] === 'object' ? item : rest;
}

/** How many items were shown, the last of them, and the one that comes next. */
type Cursor = readonly [offset: number, lastKey: string, nextKey: string];

function toCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Goes on between the two items it stopped at, wherever they are now; by offset where both are gone. */
function startOf<Item>(
  cursor: unknown,
  listing: Listing<Item>,
  keyOf: (item: Item) => string,
): number {
  if (cursor === undefined) return 0;
  const [offset, lastKey, nextKey] = fromCursor(cursor);
  const { items } = listing;
  const expected = items[offset - 1];
  if (expected !== undefined && keyOf(expected) === lastKey) return offset;
  const last = items.findIndex((item) => keyOf(item) === lastKey);
  if (last !== -1) return last + 1;
  const next = items.findIndex((item) => keyOf(item) === nextKey);
  return next === -1 ? Math.min(offset, items.length) : next;
}

function fromCursor(cursor: unknown): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    const [offset, last, next] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    const isOurs = Number.isSafeInteger(offset) && Number(offset) > 0;
    if (isOurs && typeof last === 'string' && typeof next === 'string') {
      return [Number(offset), last, next];
    }
  } catch {
    // Falls through: what cannot be read was not ours.
  }
  throw invalidParams('The cursor is not one of this server', 'List again without a cursor');
}
