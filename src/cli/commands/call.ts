// `plugboard call`: runs one tool in this process and prints what it gave back.
import { openSource } from '../../app/open-source.ts';
import { readyToServe } from '../../app/ready-to-serve.ts';
import { scriptEnv } from '../../app/script-env.ts';
import type { CallContext } from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import { errorResult, type ToolResult } from '../../core/result.ts';
import type { Tool, ToolSource } from '../../core/tool-source.ts';
import { VERSION } from '../../core/version.ts';
import { limited } from '../../core/wrappers/limited.ts';
import { checkArguments } from '../call/check-arguments.ts';
import { parseToolArguments } from '../call/parse-tool-arguments.ts';
import { renderResult, type ResultFormat } from '../call/render-result.ts';
import { splitCallArgv } from '../call/split-call-argv.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { commonFlags, wholeNumber, type FlagTable, type OptionsOf } from '../flags.ts';
import { readStdin, type Io } from '../io.ts';
import { parseSelector } from '../parse-selector.ts';
import { suggest } from '../suggest.ts';

const MAX_TIMEOUT_MS = 2_147_483_647;

export const callFlags = {
  args: { value: 'JSON', doc: 'Arguments as one JSON object; - reads it from stdin.' },
  json: { doc: 'Print the whole result as JSON, and errors as JSON too.' },
  raw: { doc: 'Print the content as it came, without a final newline.' },
  output: { value: 'FORMAT', doc: 'json or raw, as the flags of these names.', parse: parseOutput },
  timeout: {
    value: 'MS',
    doc: 'Give up after this many milliseconds (by default the limit of the tool holds).',
    parse: wholeNumber('timeout', { min: 1, max: MAX_TIMEOUT_MS }),
  },
} as const satisfies FlagTable;

type CallFlags = typeof callFlags;

export const call = defineCommand({
  name: 'call',
  summary: 'Call a tool and print its result.',
  operands: [
    { name: 'selector', doc: 'The tool: a directory, a colon and a name, as ./scripts:greet.' },
    {
      name: 'argument',
      doc: 'name:value, name=value or --name value; after -- every flag belongs to the tool.',
      repeats: true,
      optional: true,
    },
  ],
  flags: callFlags,
  examples: [
    'plugboard call ./scripts:greet name:Ann',
    'plugboard call ./scripts:math/add --a 2 --b 3 --json',
    `plugboard call ./scripts:greet --args '{"name": "Ann"}'`,
  ],
  parse: (argv): Invocation<CallFlags> => {
    const { options, operands } = splitCallArgv(argv, { ...callFlags, ...commonFlags });
    return { options: options as Invocation<CallFlags>['options'], operands };
  },
  run: runCall,
});

export async function runCall(
  { options, operands }: Invocation<CallFlags>,
  { io, cwd, signal }: Deps,
): Promise<number> {
  const [selectorText, ...words] = operands;
  if (selectorText === undefined || selectorText.startsWith('--')) throw noSelector();
  const selector = parseSelector(selectorText, []);
  if (selector.kind === 'server') throw noSelector();
  const given = await readGivenArguments(options.args, io);
  await using opened = await openSource(selector.path, {
    cwd,
    scripts: (root) => ({ watch: false, configEnv: () => scriptEnv(root) }),
  });
  const source = limited(readyToServe(opened), {
    ...(options.timeout !== undefined && { timeoutMs: options.timeout }),
  });
  const ctx = localContext({
    signal,
    caller: { name: 'plugboard', version: VERSION },
    onLog: (level, data) => io.stderr.write(`${level} ${toLine(data)}\n`),
  });
  const tool = await findTool(source, selector.tool, ctx);
  const args = { ...given, ...parseToolArguments(words, tool.inputSchema) };
  checkArguments(args, tool.inputSchema);
  const result = await callTool(source, { tool, args }, ctx);
  return print(result, formatOf(options), io);
}

function noSelector(): PlugboardError {
  return new PlugboardError(
    'parse_error',
    { what: 'arguments', reason: 'the first one must name the tool' },
    { hint: 'For example `plugboard call ./scripts:greet name:Ann`' },
  );
}

async function readGivenArguments(text: string | undefined, io: Io): Promise<JsonObject> {
  if (text === undefined) return {};
  const json = text === '-' ? await readStdin(io) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw unreadable(`--args is not JSON: ${(cause as Error).message}`, cause);
  }
  if (isJsonObject(value)) return value;
  throw unreadable('--args must be a JSON object');
}

function unreadable(reason: string, cause?: unknown): PlugboardError {
  return new PlugboardError('parse_error', { what: 'arguments', reason }, { cause });
}

async function findTool(source: ToolSource, name: string, ctx: CallContext): Promise<Tool> {
  const { items, problems } = await source.tools.list(ctx);
  const tool = items.find((item) => item.name === name);
  if (tool) return tool;
  const problem = problems.find(({ subject }) => subject === name);
  if (problem) throw problem.error;
  const available = items.map((item) => item.name);
  const meant = suggest(name, available);
  throw new PlugboardError(
    'not_found',
    { kind: 'tool', name, available },
    { ...(meant !== undefined && { hint: `Did you mean \`${meant}\`?` }) },
  );
}

interface PreparedCall {
  readonly tool: Tool;
  readonly args: JsonObject;
}

/** A tool that failed gave a result: it is printed as one. */
async function callTool(
  source: ToolSource,
  { tool, args }: PreparedCall,
  ctx: CallContext,
): Promise<ToolResult> {
  try {
    return await source.tools.call(tool.name, args, ctx);
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    if (error.code === 'tool_failed') return errorResult(error);
    throw error;
  }
}

function formatOf({ json, raw, output }: OptionsOf<CallFlags>): ResultFormat {
  if (json) return 'json';
  return raw ? 'raw' : (output ?? 'text');
}

/** What a failed tool says is for people on stderr; for programs it is the result like any other. */
function print(result: ToolResult, format: ResultFormat, io: Io): number {
  const isError = result.isError === true;
  const stream = isError && format !== 'json' ? io.stderr : io.stdout;
  stream.write(renderResult(result, format));
  return isError ? 1 : 0;
}

function toLine(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

function parseOutput(text: string): 'json' | 'raw' {
  if (text === 'json' || text === 'raw') return text;
  const reason = `expected json or raw, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--output', reason });
}
