// Checks arguments against the input schema and results against the output schema.
import type { CallContext } from '../call-context.ts';
import type { JsonObject } from '../json.ts';
import { memoByObject, memoByPromise, whenKnown } from '../memo.ts';
import type { ToolResult } from '../result.ts';
import { toolChecks, type CompileSchema } from '../tool-checks.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

export function validated(source: ToolSource, compile: CompileSchema): ToolSource {
  const checks = toolChecks(compile);
  const known = memoByPromise(
    memoByObject(
      (listing: Listing<Tool>) => new Map(listing.items.map((tool) => [tool.name, tool])),
    ),
  );
  const checkedCall = async (tool: Tool, args: JsonObject, ctx: CallContext) => {
    if (!checks.accepts(tool, args)) await checks.refuseArguments(tool, args);
    const result = await source.tools.call(tool.name, args, ctx);
    if (tool.outputSchema) await checks.refuseResult(tool, result);
    return result;
  };
  const call = (name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> =>
    whenKnown(known(source.tools.list(ctx)), (tools) => {
      const tool = tools.get(name);
      // Most calls have nothing to wait for before or after the tool itself.
      const isPlain = !tool || (!tool.outputSchema && checks.accepts(tool, args));
      return isPlain ? source.tools.call(name, args, ctx) : checkedCall(tool, args, ctx);
    });
  return wrapped(source, {
    checksArguments: true,
    tools: { list: (ctx) => source.tools.list(ctx), call },
  });
}
