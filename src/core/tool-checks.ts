// Says whether the arguments of a call and its result keep the schemas of the tool.
import { PlugboardError } from './errors.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { memoByObject } from './memo.ts';
import { plainAcceptance, type Acceptance } from './plain-acceptance.ts';
import type { ToolResult } from './result.ts';
import type { Tool } from './tool-source.ts';

/** Says what is wrong with a value, or nothing. */
export type SchemaCheck = (value: JsonValue) => string | undefined;
/** Turns a JSON Schema into a check; loaded and compiled when first needed. */
export type CompileSchema = (schema: JsonObject) => SchemaCheck | Promise<SchemaCheck>;

/** Most arguments are right and most schemas plain: then the compiler is not even loaded. */
interface Check {
  readonly accepts: Acceptance | undefined;
  readonly explain: () => Promise<SchemaCheck>;
}

export interface ToolChecks {
  /** Sees at once that arguments fit; false means that `refuseArguments` has to look. */
  accepts(tool: Tool, args: JsonObject): boolean;
  refuseArguments(tool: Tool, args: JsonObject): Promise<void>;
  /** For tools with an output schema. */
  refuseResult(tool: Tool, result: ToolResult): Promise<void>;
}

export function toolChecks(compile: CompileSchema): ToolChecks {
  const toCheck = (schema: JsonObject): Check => {
    let compiled: Promise<SchemaCheck> | undefined;
    const compileNow = (): Promise<SchemaCheck> => {
      const compiling = Promise.resolve(schema).then(compile);
      // The compiler could not be loaded, say for want of a descriptor: the next call tries again.
      compiling.catch(() => (compiled = undefined));
      return compiling;
    };
    return {
      accepts: plainAcceptance(schema),
      explain: () => (compiled ??= compileNow()),
    };
  };
  const checksOf = memoByObject(({ inputSchema, outputSchema }: Tool) => ({
    input: toCheck(inputSchema),
    output: outputSchema && toCheck(outputSchema),
  }));
  return {
    accepts: (tool, args) => checksOf(tool).input.accepts?.(args) === true,
    refuseArguments: async (tool, args) => {
      const reason = (await checksOf(tool).input.explain())(args);
      if (reason !== undefined) throw new PlugboardError('invalid_arguments', { reason });
    },
    refuseResult: async (tool, result) => {
      const { output } = checksOf(tool);
      if (output) refuseUnpromised(tool.name, result, await output.explain());
    },
  };
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
