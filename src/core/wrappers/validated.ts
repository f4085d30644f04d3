// Checks arguments against the input schema and results against the output schema.
import type { CallContext } from '../call-context.ts';
import { PlugboardError } from '../errors.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { memoByObject } from '../memo.ts';
import { plainAcceptance, type Acceptance } from '../plain-acceptance.ts';
import type { ToolResult } from '../result.ts';
import type { Listing, Tool, ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

/** Says what is wrong with a value, or nothing. */
export type SchemaCheck = (value: JsonValue) => string | undefined;
/** Turns a JSON Schema into a check; loaded and compiled when first needed. */
export type CompileSchema = (schema: JsonObject) => SchemaCheck | Promise<SchemaCheck>;

/** Most arguments are right and most schemas plain: then the compiler is not even loaded. */
interface Check {
  readonly accepts: Acceptance | undefined;
  readonly explain: () => SchemaCheck | Promise<SchemaCheck>;
}

interface Checks {
  readonly input: Check;
  readonly output: Check | undefined;
}

export function validated(source: ToolSource, compile: CompileSchema): ToolSource {
  const toCheck = (schema: JsonObject): Check => {
    let compiled: SchemaCheck | Promise<SchemaCheck> | undefined;
    return {
      accepts: plainAcceptance(schema),
      explain: () => (compiled ??= compile(schema)),
    };
  };
  const byName = memoByObject(
    (listing: Listing<Tool>) => new Map(listing.items.map((tool) => [tool.name, tool])),
  );
  const checksOf = memoByObject(({ inputSchema, outputSchema }: Tool): Checks => ({
    input: toCheck(inputSchema),
    output: outputSchema && toCheck(outputSchema),
  }));

  const call = async (name: string, args: JsonObject, ctx: CallContext): Promise<ToolResult> => {
    const tool = byName(await source.tools.list(ctx)).get(name);
    if (!tool) return source.tools.call(name, args, ctx);
    const { input, output } = checksOf(tool);
    const reason = input.accepts?.(args) ? undefined : (await input.explain())(args);
    if (reason !== undefined) throw new PlugboardError('invalid_arguments', { reason });
    const result = await source.tools.call(name, args, ctx);
    if (output) refuseUnpromised(name, result, await output.explain());
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
