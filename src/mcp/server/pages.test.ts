// Proves that a walk through the pages of a list misses nothing and repeats nothing, also while it changes.
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { defineTools } from '../../core/define-tools.ts';
import { toPlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Listing } from '../../core/tool-source.ts';
import { wireLimit } from '../wire/limits.ts';
import { LATEST_LEGACY, LATEST_MODERN, type Revision } from '../wire/revisions.ts';
import { openEngine } from './engine.ts';
import { Exchange } from './exchange.ts';
import { pageReply, type PageRequest } from './pages.ts';
import type { Channel } from './peer.ts';

const PAGE = wireLimit('pageItems');
const NOWHERE: Channel = { send: () => {}, finish: () => {}, drop: () => {}, release: () => {} };
const engine = openEngine(defineTools({ name: 'pages' }));

afterAll(() => engine[Symbol.dispose]());

interface Item {
  readonly name: string;
  readonly [field: string]: unknown;
}

interface Page {
  readonly tools: Item[];
  readonly nextCursor?: string;
}

function listingOf(items: readonly Item[]): Listing<Item> {
  return { items, problems: [] };
}

interface Asked {
  readonly cursor?: string | undefined;
  readonly revision?: Revision;
  readonly dress?: PageRequest<Item>['dress'];
}

const keyOf = (item: Item): string => item.name;

function reply(listing: Listing<Item>, { cursor, revision = LATEST_LEGACY, dress }: Asked) {
  const params: JsonObject = cursor === undefined ? {} : { cursor };
  const peer = { revision, caller: { capabilities: {} }, logLevel: 0 };
  const exchange = new Exchange(
    { kind: 'request', id: 1, method: 'tools/list', params },
    { engine, peer, channel: NOWHERE, inflight: new Map() },
  );
  return pageReply(exchange, listing, { name: 'tools', keyOf, dress });
}

function page(listing: Listing<Item>, asked: Asked = {}): Page {
  const { head, tail } = reply(listing, asked);
  const message = JSON.parse(head.toString() + tail) as { id: number; result: Page };
  expect(message.id).toBe(1);
  return message.result;
}

const named = (names: readonly (string | number)[]): Item[] =>
  names.map((name) => ({ name: String(name) }));

/** Walks all pages; the list may be another for each. */
function walk(listings: (pageNumber: number) => Listing<Item>): string[] {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let number = 0; number === 0 || cursor !== undefined; number += 1) {
    const { tools, nextCursor } = page(listings(number), { cursor });
    seen.push(...tools.map(({ name }) => name));
    cursor = nextCursor;
  }
  return seen;
}

const sizes = fc.integer({ min: 0, max: 3 * PAGE + 5 });
const runs = { numRuns: 25 };

describe('a walk', () => {
  it('sees every item once, in order', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const names = Array.from({ length: size }, (_, at) => `t${at}`);
        const listing = listingOf(named(names));
        expect(walk(() => listing)).toEqual(names);
      }),
      runs,
    );
  });

  it('sees what stays once, whatever comes and goes, while one side of the border stays', () => {
    const places = fc.array(fc.nat());
    fc.assert(
      fc.property(
        sizes,
        fc.record({ gone: places, come: places, kept: fc.boolean() }),
        (size, by) => {
          const names = Array.from({ length: size }, (_, at) => `t${at}`);
          const kept = names[by.kept ? PAGE : PAGE - 1];
          const lost = new Set(by.gone.map((at) => names[at % (size + 1)]));
          const changed = names.filter((name) => name === kept || !lost.has(name));
          for (const at of by.come) {
            changed.splice(at % (changed.length + 1), 0, `new${changed.length}`);
          }
          const [before, after] = [listingOf(named(names)), listingOf(named(changed))];
          const seen = walk((number) => (number === 0 ? before : after));
          expect(new Set(seen).size).toBe(seen.length);
          const missed = names.filter((name) => changed.includes(name) && !seen.includes(name));
          expect(missed).toEqual([]);
        },
      ),
      runs,
    );
  });

  it.each([
    ['last item of a page', PAGE - 1],
    ['first item of the next page', PAGE],
  ])('misses nothing when the %s goes and others come in front', (_, gone) => {
    const names = Array.from({ length: 2 * PAGE }, (__, at) => `t${at}`);
    const stays = names.filter((name) => name !== `t${gone}`);
    const before = listingOf(named(names));
    const after = listingOf(named(['new1', 'new2', 'new3', ...stays]));
    const seen = walk((number) => (number === 0 ? before : after));
    expect(seen).toEqual(gone === PAGE ? stays : names);
  });

  it('ends when the rest of the list is gone', () => {
    const before = listingOf(named(Array.from({ length: PAGE + 1 }, (_, at) => at)));
    expect(walk((number) => (number === 0 ? before : listingOf([])))).toHaveLength(PAGE);
  });
});

/** A page, or the words and number of a refusal. */
function outcomeOf(cursor: string): string {
  try {
    return Array.isArray(page(listingOf(named([1, 2])), { cursor }).tools) ? 'page' : 'nothing';
  } catch (thrown) {
    const { code, wire } = toPlugboardError(thrown);
    return `${code} ${wire}`;
  }
}

describe('a page', () => {
  const many = listingOf(named(Array.from({ length: PAGE + 1 }, (_, at) => at)));

  it('is serialised once for each era', () => {
    const [legacy, again, modern] = [LATEST_LEGACY, LATEST_LEGACY, LATEST_MODERN].map(
      (revision) => reply(many, { revision }).head,
    );
    expect(again).toBe(legacy);
    expect(modern).not.toBe(legacy);
  });

  it('of the modern era says how long it is good', () => {
    expect(page(many, { revision: LATEST_MODERN })).toMatchObject({
      resultType: 'complete',
      ttlMs: wireLimit('listTtlMs'),
      cacheScope: 'private',
    });
  });

  it('is dressed for each caller, and never kept', () => {
    const listing = listingOf(named(['a']));
    let times = 0;
    const dress = (item: Item) => ({ ...item, seen: (times += 1) });
    expect(page(listing, { dress }).tools).toEqual([{ name: 'a', seen: 1 }]);
    expect(page(listing, { dress }).tools).toEqual([{ name: 'a', seen: 2 }]);
    expect(page(listing).tools).toEqual([{ name: 'a' }]);
  });

  it('of the legacy era shows output schemas of objects only', () => {
    const tools = [
      { name: 'list', outputSchema: { type: 'array' } },
      { name: 'object', outputSchema: { type: 'object' } },
      { name: 'none' },
    ];
    const listing = listingOf(tools);
    expect(page(listing, { revision: LATEST_MODERN }).tools).toEqual(tools);
    expect(page(listing).tools).toEqual([{ name: 'list' }, tools[1], tools[2]]);
  });

  it.each(['', 'x', 'bnVsbA', 'WzAsImEiXQ', 'Wy0xLCJhIl0', 'WzEuNSwiYSJd', 'WzEsMl0', '{}'])(
    'of the cursor %j, which is none, is refused',
    (cursor) => {
      expect(() => page(many, { cursor })).toThrow('The cursor is not one of this server');
    },
  );

  it('of any cursor at all is a page or a refusal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const cursor = Buffer.from(JSON.stringify(value)).toString('base64url');
        expect(outcomeOf(cursor)).toMatch(/^(page|invalid_arguments -32602)$/u);
      }),
    );
  });
});
