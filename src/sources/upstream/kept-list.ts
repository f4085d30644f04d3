// The lists of a remote server: every page followed, kept until the server says they changed.
import type { CallContext } from '../../core/call-context.ts';
import { orAborted } from '../../core/or-aborted.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Listing } from '../../core/tool-source.ts';
import type { McpClient } from '../../mcp/client/mcp-client.ts';

const MAX_PAGES = 1000;

export interface ListQuery {
  readonly method: string;
  /** The member of the result that holds the items. */
  readonly member: string;
  /** The capability a server must have declared to be asked at all. */
  readonly capability: string;
}

export async function listAll<Item>(
  client: McpClient,
  { method, member, capability }: ListQuery,
): Promise<Listing<Item>> {
  const { capabilities } = client.server;
  const known = Object.keys(capabilities).length > 0;
  if (known && capabilities[capability] === undefined) return { items: [], problems: [] };
  const items: JsonValue[] = [];
  let cursor: JsonValue | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const result = await client.request(method, params);
    const part = result[member];
    if (Array.isArray(part)) items.push(...part);
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === cursor)
      return { items: items as unknown as Item[], problems: [] };
    cursor = next;
  }
  throw new PlugboardError('tool_failed', { output: `${method} has more than ${MAX_PAGES} pages` });
}

/** A list that is fetched again only after it was dropped. */
export class KeptList<Item> {
  /** The list as last fetched, if it is kept. */
  current: Listing<Item> | undefined;
  #fetch: () => Promise<Listing<Item>>;
  #kept: Promise<Listing<Item>> | undefined;

  constructor(fetch: () => Promise<Listing<Item>>) {
    this.#fetch = fetch;
  }

  drop(): void {
    this.#kept = undefined;
    this.current = undefined;
  }

  async get(ctx: CallContext): Promise<Listing<Item>> {
    const fetching = (this.#kept ??= this.#fetch());
    try {
      const listing = await orAborted(fetching, ctx.signal);
      if (this.#kept === fetching) this.current = listing;
      return listing;
    } catch (thrown) {
      if (this.#kept === fetching && !ctx.signal.aborted) this.drop();
      throw thrown;
    }
  }
}
