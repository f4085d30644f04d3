// Checks arguments against the input schema and results against the output schema.
import type { CallContext } from '../call-context.ts';
import type { JsonObject } from '../json.ts';
import { memoByObject } from '../memo.ts';
import type { ToolResult } from '../result.ts';
import { toolChecks, type CompileSchema } from '../tool-checks.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

export function validated(source: ToolSource, compile: CompileSchema): ToolSource {
  const checks = toolChecks(compile);
  const byName = memoByObject(
    (listing: Listing<Tool>) => new Map(listing.items.map((tool) => [tool.name, tool])),
  );
  const call = async (name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> => {
    const tool = byName(await source.tools.list(ctx)).get(name);
    if (!tool) return source.tools.call(name, args, ctx);
    if (!checks.accepts(tool, args)) await checks.refuseArguments(tool, args);
    const result = await source.tools.call(name, args, ctx);
    if (tool.outputSchema) await checks.refuseResult(tool, result);
    return result;
  };
  return wrapped(source, {
    checksArguments: true,
    tools: { list: (ctx) => source.tools.list(ctx), call },
  });
}
