// Calls one script: options on stdin and in the environment, stderr as log messages, stdout as result.
import type { CallContext } from '../../core/call-context.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/result.ts';
import { toOptionEnv } from './option-env.ts';
import { toOptionValues } from './option-values.ts';
import type { RunScript } from './run-script.ts';
import { toScriptResult } from './script-result.ts';
import type { Script } from './script.ts';
import { stderrLog } from './stderr-log.ts';

export interface CallLimits {
  /** 0 means none. */
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export interface ScriptCall {
  readonly script: Script;
  readonly args: JsonObject;
  readonly run: RunScript;
  readonly limits: CallLimits;
  readonly closing: AbortSignal;
}

export async function callScript(call: ScriptCall, ctx: CallContext): Promise<ToolResult> {
  const { script, limits } = call;
  const { name, path } = script.file;
  const values = toOptionValues(script.metadata.inputSchema, call.args);
  const { env, tooLong } = toOptionEnv(values);
  for (const option of tooLong) {
    ctx.log('warning', `${option} is too long for a variable; it is on stdin only`, name);
  }
  const log = stderrLog({ ctx, toolName: name, maxOutputBytes: limits.maxOutputBytes });
  const end = await call.run(path, {
    args: [],
    stdin: JSON.stringify(values),
    optionEnv: env,
    what: name,
    timeoutMs: timeLeftMs(limits.timeoutMs, ctx.deadlineMs),
    maxOutputBytes: limits.maxOutputBytes,
    signals: [ctx.signal, call.closing],
    onStderr: log.push,
  });
  log.end();
  return toScriptResult(name, end, log.tail());
}

/** The nearer of both limits, at least a moment where one has passed; 0 means none. */
export function timeLeftMs(timeoutMs: number, deadlineMs: number | undefined): number {
  if (deadlineMs === undefined) return timeoutMs;
  const leftMs = Math.max(1, deadlineMs - Date.now());
  return timeoutMs === 0 ? leftMs : Math.min(timeoutMs, leftMs);
}
