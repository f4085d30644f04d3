// Calls the tool of a generated command: connects to its server, prints the result, closes.
import { openConnection } from '../../app/codegen/open-connection.ts';
import { readNamedFile } from '../../app/locate.ts';
import { withDeadline } from '../../app/servers/with-deadline.ts';
import type { GeneratedCli, GeneratedTool } from '../../codegen/generated-cli.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import { errorResult, type ToolResult } from '../../core/result.ts';
import { checkArguments } from '../call/check-arguments.ts';
import { renderResult } from '../call/render-result.ts';
import { withoutReferences } from '../call/schema-view.ts';
import { DEFAULT_TIMEOUT_MS } from '../client/timeouts.ts';
import { readStdin } from '../io.ts';
import { knownSecrets } from '../known-secrets.ts';
import { aboutSubject, reportError } from '../report-error.ts';
import { readGeneratedWords } from './read-generated-words.ts';
import type { RunDeps } from './run-deps.ts';

export interface GeneratedCall {
  readonly cli: GeneratedCli;
  readonly tool: GeneratedTool;
  readonly words: readonly string[];
}

/** The exit status: 1 where something is wrong, which is reported, and where the tool says so. */
export async function callGenerated(call: GeneratedCall, deps: RunDeps): Promise<number> {
  try {
    return await callTool(call, deps);
  } catch (thrown) {
    const subject = { server: call.cli.server, tool: call.tool.tool };
    const { words } = call;
    const style = {
      asJson: words.includes('--json'),
      isVerbose: words.includes('--verbose'),
      hide: knownSecrets(deps.env).hide,
    };
    return reportError(aboutSubject(toPlugboardError(thrown), subject), style, deps.io);
  }
}

async function callTool(call: GeneratedCall, deps: RunDeps): Promise<number> {
  const { tool, words } = call;
  const schema = withoutReferences(tool.inputSchema);
  const { args, format, timeoutMs } = await readGeneratedWords(
    words,
    { tool, schema },
    {
      readStdin: () => readStdin(deps.io),
      readFile: (path) => readNamedFile(path, deps.cwd),
    },
  );
  checkArguments(args, schema);
  const result = await ask(call, { args, timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS }, deps);
  const isFailure = result.isError === true && format === 'text';
  const stream = isFailure ? deps.io.stderr : deps.io.stdout;
  stream.on('error', () => {}).write(renderResult(result, format));
  return result.isError === true ? 1 : 0;
}

interface Asked {
  readonly args: JsonObject;
  readonly timeoutMs: number;
}

async function ask(
  { cli, tool }: GeneratedCall,
  { args, timeoutMs }: Asked,
  deps: RunDeps,
): Promise<ToolResult> {
  const { server, connection } = cli;
  await using source = await openConnection(server, connection, deps);
  const deadline = { timeoutMs, what: `${server}.${tool.tool}`, signal: deps.signal };
  return await withDeadline(deadline, async (guard) => {
    const ctx = localContext({
      signal: guard.signal,
      caller: { name: cli.name, version: cli.version },
      onProgress: () => guard.extend(),
      // Nobody is there to answer forms.
      onInput: async ({ method }) => {
        if (method === 'elicitation/create') return { action: 'decline' };
        if (method === 'roots/list') return { roots: [] };
        throw new PlugboardError('not_supported', { source: cli.name, what: method });
      },
    });
    const result = await source.tools.call(tool.tool, args, ctx).catch(toFailure);
    // Some servers leave it out where there is nothing to say.
    return { ...result, content: result.content ?? [] };
  });
}

/** A tool that failed gave a result; what a server refused is an error. */
function toFailure(thrown: unknown): ToolResult {
  const error = toPlugboardError(thrown);
  if (error.code === 'tool_failed' && typeof error.wire !== 'number') return errorResult(error);
  throw error;
}
