// Lists in pages: opaque cursors, and pages serialised once for as long as the listing lives.
import { PlugboardError } from '../../core/errors.ts';
import type { Caller } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Listing } from '../../core/tool-source.ts';
import { encodeResult } from '../wire/encode-result.ts';
import { RPC, resultTail } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import type { Exchange } from './exchange.ts';
import type { PreparedReply } from './peer.ts';

type ListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts';

export interface PageRequest<Item> {
  readonly name: ListName;
  readonly listing: Listing<Item>;
  readonly keyOf: (item: Item) => string;
  /** Makes the item ready for one caller; pages that differ by caller are not kept. */
  readonly dress?: ((item: Item, caller: Caller) => object) | undefined;
}

const serialised = new WeakMap<object, Map<string, Buffer>>();

export function pageReply<Item>(exchange: Exchange, request: PageRequest<Item>): PreparedReply {
  const { listing, keyOf } = request;
  const start = startOf(exchange.params['cursor'], listing, keyOf);
  const tail = resultTail(exchange.id);
  if (request.dress) return { head: serialise(exchange, request, start), tail };
  let pages = serialised.get(listing);
  if (!pages) serialised.set(listing, (pages = new Map()));
  const { revision } = exchange.peer;
  const key = `${request.name} ${start} ${revision.era} ${exchange.engine.serverMeta}`;
  let head = pages.get(key);
  if (!head) pages.set(key, (head = serialise(exchange, request, start)));
  return { head, tail };
}

function serialise<Item>(exchange: Exchange, request: PageRequest<Item>, start: number): Buffer {
  const { name, listing, dress, keyOf } = request;
  const end = start + wireLimit('pageItems');
  const { revision, caller } = exchange.peer;
  const items = listing.items.slice(start, end).map((item) => {
    const shown = dress ? dress(item, caller) : (item as object);
    return revision.objectOutputOnly ? withObjectOutputSchema(shown) : shown;
  });
  const last = listing.items[end - 1];
  const more = listing.items.length > end && last !== undefined;
  const text = encodeResult(
    { [name]: items, ...(more && { nextCursor: toCursor(end, keyOf(last)) }) },
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

function toCursor(offset: number, lastKey: string): string {
  return Buffer.from(JSON.stringify([offset, lastKey])).toString('base64url');
}

/** Goes on after the last item seen, wherever it is now; by offset where that item is gone. */
function startOf<Item>(
  cursor: unknown,
  listing: Listing<Item>,
  keyOf: (item: Item) => string,
): number {
  if (cursor === undefined) return 0;
  const [offset, lastKey] = fromCursor(cursor);
  const expected = listing.items[offset - 1];
  if (expected !== undefined && keyOf(expected) === lastKey) return offset;
  const found = listing.items.findIndex((item) => keyOf(item) === lastKey);
  return found === -1 ? Math.min(offset, listing.items.length) : found + 1;
}

function fromCursor(cursor: unknown): [number, string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    const [offset, key] = Array.isArray(parsed) ? (parsed as unknown[]) : [];
    if (Number.isSafeInteger(offset) && Number(offset) > 0 && typeof key === 'string') {
      return [Number(offset), key];
    }
  } catch {
    // Falls through: what cannot be read was not ours.
  }
  throw new PlugboardError(
    'invalid_arguments',
    { reason: 'The cursor is not one of this server' },
    { wire: RPC.invalidParams, hint: 'list again without a cursor' },
  );
}
