// The tools of a schema at one moment; what did not change stays the same object.
import { isDeepStrictEqual } from 'node:util';
import { keptListing } from '../../core/kept-listing.ts';
import type { Listing, Problem, Tool } from '../../core/tool-source.ts';
import type { MciTool } from './mci-tool.ts';
import type { ServerConfig } from './schema.ts';

export interface Snapshot {
  readonly tools: ReadonlyMap<string, MciTool>;
  readonly listing: Listing<Tool>;
  /** How the servers are defined now. */
  readonly servers: ReadonlyMap<string, ServerConfig>;
}

export const EMPTY_SNAPSHOT: Snapshot = {
  tools: new Map(),
  listing: { items: [], problems: [] },
  servers: new Map(),
};

export interface NewContents extends Pick<Snapshot, 'servers'> {
  readonly tools: readonly MciTool[];
  readonly problems: readonly Problem[];
}

export function nextSnapshot(before: Snapshot, now: NewContents): Snapshot {
  // An unchanged tool stays the same object, and with it everything that was prepared for it.
  const all = now.tools.map((tool) => {
    const old = before.tools.get(tool.name);
    return old && isDeepStrictEqual(old, tool) ? old : tool;
  });
  return {
    tools: new Map(all.map((tool) => [tool.name, tool])),
    listing: keptListing(before.listing, {
      items: all.map(({ tool }) => tool),
      problems: now.problems,
    }),
    servers: now.servers,
  };
}

/** The tools that worked stay while the author repairs the file. */
export function withMistake(before: Snapshot, mistake: Problem): Snapshot {
  const others = before.listing.problems.filter(({ subject }) => subject !== mistake.subject);
  const { items } = before.listing;
  const listing = keptListing(before.listing, { items, problems: [...others, mistake] });
  return { tools: before.tools, servers: before.servers, listing };
}
