// Tells a client once what is missing in a list it asks for, and that a list is very long.
import type { CallContext, Caller } from '../../core/call-context.ts';
import type { Listing } from '../../core/tool-source.ts';

/** Longer lists are better registered by hand. */
const LONG_LIST = 500;

type List<Item> = (ctx: CallContext) => Promise<Listing<Item>>;

export function warnOfProblems<Item>(list: List<Item>, kind: string): List<Item> {
  const told = new WeakMap<Caller, Listing<Item>>();
  const quiet = new WeakSet<Promise<Listing<Item>>>();
  const warned = async (listed: Promise<Listing<Item>>, ctx: CallContext) => {
    const listing = await listed;
    const isQuiet = listing.problems.length === 0 && listing.items.length <= LONG_LIST;
    if (isQuiet) quiet.add(listed);
    if (isQuiet || told.get(ctx.caller) === listing) return listing;
    told.set(ctx.caller, listing);
    const logger = `mcp.${kind}`;
    for (const { subject, error } of listing.problems) {
      ctx.log('warning', `${subject}: ${error.message}`, logger);
    }
    if (listing.items.length > LONG_LIST) {
      const count = `${listing.items.length} ${kind}`;
      ctx.log('warning', `${count} are many: consider manual registration in server.d`, logger);
    }
    return listing;
  };
  return (ctx) => {
    const listed = list(ctx);
    return quiet.has(listed) ? listed : warned(listed, ctx);
  };
}
