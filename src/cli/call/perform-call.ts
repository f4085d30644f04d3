// One call from the list of tools to its result: found, typed, checked, run within its time.
import { withDeadline, type Guard } from '../../app/servers/with-deadline.ts';
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { localContext } from '../../core/local-context.ts';
import { isJsonObject } from '../../core/json.ts';
import { errorResult, type ToolResult } from '../../core/result.ts';
import type { Tool, ToolSource } from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import { progressLine, renderProgress } from '../client/progress-line.ts';
import { logWriter } from '../client/server-log.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { suggest } from '../suggest.ts';
import type { CallOptions } from './call-flags.ts';
import { checkArguments } from './check-arguments.ts';
import type { CallRequest } from './read-call-request.ts';
import { withoutReferences } from './schema-view.ts';

/** Where a tool is called. */
export interface Callee {
  readonly source: ToolSource;
  /** Absent where the tool is a file of this machine. */
  readonly server?: string;
  /** What the tool may be called, best guess first. */
  readonly toolNames: readonly [string, ...string[]];
  /** For each of starting and calling. */
  readonly timeoutMs: number;
  /** The server has answered. */
  onListed?(): Promise<void>;
}

export interface Performed {
  readonly tool: Tool;
  readonly result: ToolResult;
}

export async function performCall(
  callee: Callee,
  { request, options }: { readonly request: CallRequest; readonly options: CallOptions },
  deps: Deps,
): Promise<Performed> {
  const { timeoutMs, server, toolNames } = callee;
  const what = server === undefined ? toolNames[0] : `${server}.${toolNames[0]}`;
  const { signal } = deps;
  const tool = await withDeadline({ timeoutMs, what, signal }, (guard) =>
    findTool(callee, localContext({ signal: guard.signal })),
  );
  await callee.onListed?.();
  const schema = withoutReferences(tool.inputSchema);
  const args = await request.argumentsFor(schema);
  checkArguments(args, schema);
  using line = progressLine(deps.io);
  const asked = new Set<AbortController>();
  const result = await withDeadline({ timeoutMs, what, signal }, (guard) => {
    const onProgress: CallContext['progress'] = (update) => {
      guard.extend();
      line.show(renderProgress(update));
    };
    const ctx = callContext({ callee, options, guard, onProgress, asked }, deps);
    return callTool(callee.source.tools.call(tool.name, args, ctx));
  }).finally(() => asked.forEach((question) => question.abort()));
  return { tool, result };
}

interface ContextParts {
  readonly callee: Callee;
  readonly options: CallOptions;
  readonly guard: Guard;
  readonly onProgress: CallContext['progress'];
  /** What ends the questions that are still open when the call is over. */
  readonly asked: Set<AbortController>;
}

function callContext(parts: ContextParts, deps: Deps) {
  const { callee, options, guard, onProgress, asked } = parts;
  const { server } = callee;
  return localContext({
    signal: guard.signal,
    caller: { name: 'plugboard', version: VERSION },
    onProgress,
    onLog: logWriter(deps, server === undefined ? 'debug' : 'warn'),
    onInput: async (question) => {
      const over = new AbortController();
      asked.add(over);
      const { answerQuestion } = await import('../client/answer-question.ts');
      const answering = {
        server: server ?? callee.source.id,
        ...(options.elicit && { content: options.elicit }),
      };
      const signal = AbortSignal.any([guard.signal, over.signal]);
      return guard.pauseFor(answerQuestion(question, answering, { ...deps, signal }));
    },
  });
}

async function findTool({ source, server, toolNames }: Callee, ctx: CallContext): Promise<Tool> {
  const { items, problems } = await source.tools.list(ctx);
  for (const name of toolNames) {
    const tool = items.find((item) => item.name === name);
    if (tool) return tool;
    const problem = problems.find(({ subject }) => subject === name);
    if (problem) throw problem.error;
  }
  const [name] = toolNames;
  const available = items.map((item) => item.name);
  const meant = suggest(name, available);
  const list = server === undefined ? undefined : `Run \`plugboard list ${server}\``;
  const hint = meant === undefined ? list : `Did you mean \`${meant}\`?`;
  throw new PlugboardError(
    'not_found',
    { kind: 'tool', name, ...(server === undefined ? { available } : { on: server }) },
    { ...(hint !== undefined && { hint }) },
  );
}

/** A tool that failed gave a result: it is printed as one. What a server refused is an error. */
async function callTool(calling: Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await calling;
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    if (error.code !== 'tool_failed') throw error;
    if (typeof error.wire !== 'number') return errorResult(error);
    if (error.wire === URL_WANTED) throw withAddresses(error);
    if (error.wire !== INVALID_PARAMS) throw error;
    throw new PlugboardError('invalid_arguments', { reason: error.message }, { cause: error });
  }
}

const INVALID_PARAMS = -32602;
/** The server wants the user to visit an address before it does anything. */
const URL_WANTED = -32042;

function withAddresses(error: PlugboardError): PlugboardError {
  const wanted = error.data?.['elicitations'];
  const urls = (Array.isArray(wanted) ? wanted : []).flatMap((one) =>
    isJsonObject(one) && typeof one['url'] === 'string' ? [oneLine(one['url'])] : [],
  );
  if (urls.length === 0) return error;
  const hint = `Open ${urls.join(' and ')} in a browser, then call it again`;
  return new PlugboardError('tool_failed', { output: error.message }, { cause: error, hint });
}
