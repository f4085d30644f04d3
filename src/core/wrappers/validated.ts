// Checks arguments against the input schema and results against the output schema.
import type { CallContext } from '../call-context.ts';
import { PlugboardError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { memoByObject } from '../memo.ts';
import type { ToolResult } from '../result.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

/** Says what is wrong with a value, or nothing. */
export type SchemaCheck = (value: JsonValue) => string | undefined;
/** Turns a JSON Schema into a check; loaded and compiled when first needed. */
export type CompileSchema = (schema: JsonObject) => SchemaCheck | Promise<SchemaCheck>;

interface Checks {
  input: SchemaCheck | undefined;
  output: SchemaCheck | undefined;
}

export function validated(source: ToolSource, compile: CompileSchema): ToolSource {
  const byName = memoByObject(
    (listing: Listing<Tool>) => new Map(listing.items.map((tool) => [tool.name, tool])),
  );
  const compiled = new WeakMap<Tool, Checks>();

  const checksOf = async (tool: Tool): Promise<Checks> => {
    const checks: Checks = {
      input: await compile(tool.inputSchema),
      output: tool.outputSchema && (await compile(tool.outputSchema)),
    };
    compiled.set(tool, checks);
    return checks;
  };

  const call = async (name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> => {
    const tool = byName(await source.tools.list(ctx)).get(name);
    if (!tool) return source.tools.call(name, args, ctx);
    const checks = compiled.get(tool) ?? (await checksOf(tool));
    const reason = checks.input?.(args);
    if (reason !== undefined) throw new PlugboardError('invalid_arguments', { reason });
    const result = await source.tools.call(name, args, ctx);
    if (checks.output) refuseUnpromised(name, result, checks.output);
    return result;
  };

  return wrapped(source, { tools: { list: (ctx) => source.tools.list(ctx), call } });
}

function refuseUnpromised(name: string, result: ToolResult, check: SchemaCheck): void {
  if (result.isError === true || result['resultType'] !== undefined) return;
  const { structuredContent } = result;
  const reason =
    structuredContent === undefined ? 'structuredContent is missing' : check(structuredContent);
  if (reason === undefined) return;
  throw new PlugboardError('tool_failed', {
    output: `Tool '${name}' broke its output schema: ${reason}`,
  });
}
