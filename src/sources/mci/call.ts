// Calls a tool of a schema: arguments are checked and completed, its executor does the rest.
import type { CallContext } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import { memoByObject } from '../../core/memo.ts';
import type { ToolResult } from '../../core/result.ts';
import { toolChecks, type CompileSchema } from '../../core/tool-checks.ts';
import { declares } from './declared.ts';
import type { ExecutionResult } from './execution-result.ts';
import { prepareCli } from './executors/cli.ts';
import type { Job, Run, Workshop } from './executors/executor.ts';
import { prepareFile } from './executors/file.ts';
import { prepareHttp } from './executors/http/http.ts';
import { prepareMcp } from './executors/mcp.ts';
import { prepareText } from './executors/text.ts';
import { defaultsOf, refuseMissing, type FillDefaults } from './input.ts';
import type { MciTool } from './mci-tool.ts';
import type { Env } from './settings.ts';
import type { DeclaredKey, Scope } from './template/scope.ts';

export interface CallerOptions {
  readonly workshop: Workshop;
  readonly env: () => Env;
  /** Checks arguments against the whole schema; without it only what is required is checked. */
  readonly compile?: CompileSchema;
}

export interface ToolCaller {
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
  /** Refuses arguments the tool cannot be called with. */
  check(tool: MciTool, args: JsonObject): Promise<void> | undefined;
  /** Refuses a result that is not what the tool promised. */
  checkResult(tool: MciTool, result: ToolResult): Promise<void> | undefined;
  readonly run: RunTool;
}

/** A failure is thrown, at once or later. */
type RunTool = (
  tool: MciTool,
  args: JsonObject,
  ctx: CallContext,
) => ExecutionResult | Promise<ExecutionResult>;

/** Everything of a tool that is the same for each call. */
interface Prepared {
  readonly run: Run;
  readonly fillDefaults: FillDefaults;
  readonly env: Env;
  readonly declares: (keys: readonly DeclaredKey[]) => boolean;
}

export function toolCaller(options: CallerOptions): ToolCaller {
  const preparedWith = memoByObject((env: Env) =>
    memoByObject((tool: MciTool) => prepare(tool, env, options.workshop)),
  );
  const underWay = new Set<Promise<unknown>>();
  const checks = options.compile && toolChecks(options.compile);
  return {
    check: (tool, args) => {
      if (checks?.accepts(tool.tool, args)) return undefined;
      refuseMissing(tool.name, tool.tool.inputSchema, args);
      return checks?.refuseArguments(tool.tool, args);
    },
    checkResult: (tool, result) =>
      tool.tool.outputSchema && checks?.refuseResult(tool.tool, result),
    run: (tool, args, ctx) => {
      const { run, fillDefaults, env, declares: isDeclared } = preparedWith(options.env())(tool);
      const props = fillDefaults(args);
      const scope: Scope = { props, env, declares: isDeclared };
      const outcome = run({ props, scope, ctx });
      return outcome instanceof Promise ? tracked(outcome, underWay) : outcome;
    },
    idle: async () => void (await Promise.allSettled(underWay)),
  };
}

async function tracked<Value>(
  running: Promise<Value>,
  underWay: Set<Promise<unknown>>,
): Promise<Value> {
  underWay.add(running);
  try {
    return await running;
  } finally {
    underWay.delete(running);
  }
}

function prepare(tool: MciTool, env: Env, workshop: Workshop): Prepared {
  const { inputSchema } = tool.tool;
  const visible = visibleEnv(env, tool.envNames);
  return {
    run: toRun(tool, { tool, env: visible, workshop }),
    fillDefaults: defaultsOf(inputSchema),
    env: visible,
    declares: (keys) => declares(inputSchema, keys),
  };
}

function toRun({ definition }: MciTool, base: Omit<Job<never>, 'execution'>): Run {
  const { execution } = definition;
  if (execution.type === 'http') return prepareHttp({ ...base, execution });
  if (execution.type === 'cli') return prepareCli({ ...base, execution });
  if (execution.type === 'file') return prepareFile({ ...base, execution });
  if (execution.type === 'text') return prepareText({ ...base, execution });
  return prepareMcp({ ...base, execution });
}

function visibleEnv(env: Env, names: readonly string[] | undefined): Env {
  if (!names) return env;
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(env).filter(([name]) => wanted.has(name)));
}
