// Calls one tool: its files, its environment, its streams while it runs, and its result at the end.
import { closeSync, openSync } from 'node:fs';
import { amendedError } from '../../../core/amended-error.ts';
import type { CallContext } from '../../../core/call-context.ts';
import { PlugboardError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ToolResult } from '../../../core/result.ts';
import type { BashProject } from '../bash-project.ts';
import type { ToolItem } from '../registry-items.ts';
import type { ProjectRoot } from '../roots.ts';
import { callClock, type CallClock } from './call-clock.ts';
import { callEnv } from './call-env.ts';
import type { CallFolder } from './call-folder.ts';
import { checkToolFile, type ToolFile } from './check-tool-file.ts';
import { embedResources } from './embedded-resources.ts';
import { followLines } from './follow-lines.ts';
import { notices } from './notices.ts';
import { refuseByPolicy } from './policy.ts';
import { canBeAsked, questions } from './questions.ts';
import { runProjectScript } from './run-project-script.ts';
import { toSaidError } from './said-error.ts';
import { toToolResult, type TracedEnd } from './tool-result.ts';
import { endTrace, traced } from './trace.ts';
import { withSourced } from './with-sourced.ts';

export interface ToolCall {
  readonly project: BashProject;
  readonly item: ToolItem;
  readonly args: JsonObject;
  readonly folder: CallFolder;
  readonly roots: readonly ProjectRoot[];
  /** Variables that are the same for every call. */
  readonly told: Readonly<Record<string, string>>;
  /** Aborts when the source is closed. */
  readonly closing: AbortSignal;
  /** Shell files whose variables the tool gets on top. */
  readonly sourced: readonly string[];
  readonly onStderr?: (chunk: Buffer) => void;
}

/** An error file says less than this, or is not worth reading. */
const MAX_SAID_BYTES = 1_048_576;

export interface CalledTool {
  readonly result: ToolResult;
  /** About the run, where errors are to tell. */
  readonly debug: JsonObject | undefined;
}

export async function callTool(call: ToolCall, ctx: CallContext): Promise<CalledTool> {
  const { project, item, folder, roots } = call;
  const file = checkToolFile(project, item);
  const env = callEnv({ ...call, path: file.path }, ctx);
  const signals = [ctx.signal, call.closing];
  await refuseByPolicy({ project, item, folder, env, signals });
  const end = await run({ call, file, env }, ctx);
  const said = toSaidError(folder.read('error', MAX_SAID_BYTES));
  if (said) throw said;
  const { settings } = project;
  const debug = settings.debugErrors ? debugFacts(end, item) : undefined;
  const result = toToolResult(end, {
    toolName: item.name,
    hasOutputSchema: item.outputSchema !== undefined,
    showsStderr: settings.toolStderrCapture,
    ...(debug && { debug }),
  });
  const wanted = folder.read('resources', MAX_SAID_BYTES);
  const rules = { projectRoot: project.root, roots, maxBytes: settings.maxResourceBytes };
  const blocks = await embedResources(wanted, rules, ctx);
  const content = [...result.content, ...blocks];
  return { result: blocks.length === 0 ? result : { ...result, content }, debug };
}

function debugFacts({ exitCode, stderr, traceLine }: TracedEnd, { name }: ToolItem): JsonObject {
  return {
    tool: name,
    exitCode: exitCode ?? null,
    traceAvailable: traceLine !== undefined,
    ...(stderr !== '' && { stderrTail: stderr }),
    ...(traceLine !== undefined && { traceLine }),
  };
}

interface Start {
  readonly call: ToolCall;
  readonly file: ToolFile;
  readonly env: Readonly<Record<string, string>>;
}

async function run({ call, file, env }: Start, ctx: CallContext): Promise<TracedEnd> {
  const { project, item, folder, onStderr } = call;
  const { settings } = project;
  using clock = callClock(timesOf(call, ctx));
  // Before the child listens: the mark must be there when the signal reaches the script.
  const mark = () => markCancelled(folder);
  ctx.signal.addEventListener('abort', mark, { once: true });
  using watch = watchStreams({ folder, clock, project }, ctx);
  try {
    const end = await runProjectScript({
      ...withSourced(call.sourced, traced({ ...file, env }, project, folder)),
      cwd: project.root,
      what: item.name,
      timeoutMs: 0,
      maxOutputBytes: settings.maxToolOutputBytes,
      maxStderrBytes: settings.maxToolStderrBytes,
      stderrTailBytes: settings.toolStderrTailBytes,
      signals: [ctx.signal, call.closing, clock.signal],
      ...(onStderr && { onStderr }),
    });
    watch.finish();
    const traceLine = endTrace(project, folder);
    return traceLine === undefined ? end : { ...end, traceLine };
  } catch (thrown) {
    watch.finish();
    throw vanished(thrown, item) ?? withStep(thrown, endTrace(project, folder));
  } finally {
    ctx.signal.removeEventListener('abort', mark);
  }
}

/** A script that finds no mark is ended all the same. */
function markCancelled(folder: CallFolder): void {
  try {
    closeSync(openSync(folder.file('cancelled'), 'w', 0o600));
  } catch {
    // No room for a mark; an error here would end the whole program.
  }
}

/** Where a tool was when its time was up. */
function withStep(thrown: unknown, traceLine: string | undefined): unknown {
  if (traceLine === undefined || !(thrown instanceof PlugboardError)) return thrown;
  if (thrown.code !== 'timeout' || typeof thrown.wire !== 'number') return thrown;
  return amendedError(thrown, { data: { ...thrown.data, traceLine } });
}

/** The file went away after it was looked at: that is not the tool's failure. */
function vanished(thrown: unknown, { name }: ToolItem): PlugboardError | undefined {
  const cause = thrown instanceof PlugboardError ? thrown.cause : undefined;
  const isGone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  return isGone ? new PlugboardError('not_found', { kind: 'tool', name }, { cause }) : undefined;
}

/** The request's own wish, else the tool's, else the project's; never longer than the caller waits. */
function timesOf({ project, item }: ToolCall, ctx: CallContext) {
  const { settings } = project;
  const asked = ctx.request?.params['timeoutSecs'] ?? item.timeoutSecs;
  const ownMs =
    typeof asked === 'number' && asked > 0 ? asked * 1000 : settings.defaultToolTimeoutMs;
  const leftMs = ctx.deadlineMs === undefined ? 0 : Math.max(1, ctx.deadlineMs - Date.now());
  const maxSecs = item.maxTimeoutSecs;
  return {
    toolName: item.name,
    timeoutMs: ownMs === 0 || leftMs === 0 ? ownMs || leftMs : Math.min(ownMs, leftMs),
    isExtended: item.progressExtendsTimeout ?? settings.progressExtendsTimeout,
    maxMs: maxSecs === undefined ? settings.maxTimeoutMs : maxSecs * 1000,
    hint: item.timeoutHint,
  };
}

interface Watch extends Disposable {
  /** Reads the streams to their end; nothing is sent afterwards. */
  finish(): void;
}

interface Watched {
  readonly folder: CallFolder;
  readonly clock: CallClock;
  readonly project: BashProject;
}

/** Often enough for people, and cheap: a look is two reads that find nothing. */
const LOOK_EVERY_MS = 25;

function watchStreams({ folder, clock, project }: Watched, ctx: CallContext): Watch {
  const notice = notices(ctx, project.settings);
  const lookForProgress = followLines(folder.progress, notice.progress);
  const lookForLogs = followLines(folder.log, notice.log);
  const lookForQuestion = canBeAsked(ctx.caller) ? questions({ folder, clock }, ctx) : undefined;
  const timer = setInterval(() => {
    if (lookForProgress()) clock.touch();
    lookForLogs();
    lookForQuestion?.();
  }, LOOK_EVERY_MS);
  return {
    finish: () => {
      clearInterval(timer);
      lookForProgress(Infinity);
      lookForLogs(Infinity);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
