// Joins the listings of several sources: fails open, reports what is missing and which names clash.
import type { CallContext } from '../call-context.ts';
import { PlugboardError, toPlugboardError } from '../errors.ts';
import type { Listing, Problem, ToolSource } from '../tool-source.ts';

/** Joins listings; remembers the joined one while every part stays the same object. */
export interface Joined<Item> {
  readonly parts: readonly (Listing<Item> | undefined)[];
  readonly listing: Listing<Item>;
  readonly owners: ReadonlyMap<string, ToolSource>;
}

interface Side<Item> {
  readonly list: (source: ToolSource, ctx: CallContext) => Promise<Listing<Item>> | undefined;
  readonly keyOf: (item: Item) => string;
}

export function joiner<Item>(sources: readonly ToolSource[], side: Side<Item>) {
  let last: Joined<Item> | undefined;
  return async (ctx: CallContext): Promise<Joined<Item>> => {
    const failures: Problem[] = [];
    const parts = await Promise.all(
      sources.map(async (source) => {
        try {
          return await side.list(source, ctx);
        } catch (thrown) {
          failures.push({ subject: source.id, error: toPlugboardError(thrown) });
          return undefined;
        }
      }),
    );
    const same = last?.parts.every((part, at) => part !== undefined && part === parts[at]);
    if (last && same) return last;
    last = join({ sources, parts, failures, keyOf: side.keyOf });
    return last;
  };
}

interface JoinInput<Item> {
  readonly sources: readonly ToolSource[];
  readonly parts: readonly (Listing<Item> | undefined)[];
  readonly failures: readonly Problem[];
  readonly keyOf: (item: Item) => string;
}

function join<Item>({ sources, parts, failures, keyOf }: JoinInput<Item>): Joined<Item> {
  const items: Item[] = [];
  const problems: Problem[] = [...failures];
  const owners = new Map<string, ToolSource>();
  for (const [at, source] of sources.entries()) {
    const part = parts[at];
    if (!part) continue;
    problems.push(...part.problems);
    for (const item of part.items) {
      const key = keyOf(item);
      const owner = owners.get(key);
      if (owner) problems.push({ subject: key, error: clash(owner, source, key) });
      else {
        owners.set(key, source);
        items.push(item);
      }
    }
  }
  return { parts, listing: { items, problems }, owners };
}

function clash(owner: ToolSource, other: ToolSource, key: string): PlugboardError {
  return new PlugboardError('config_error', {
    file: other.id,
    reason: `'${key}' is already offered by ${owner.id}; only that one is used`,
  });
}
