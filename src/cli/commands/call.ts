// `plugboard call`: runs one tool and prints what it gave back.
import { toAbsolutePath } from '../../app/locate.ts';
import { toPlugboardError } from '../../core/errors.ts';
import type { ContentBlock, ToolResult } from '../../core/result.ts';
import {
  callFlags,
  formatOf,
  isCallJson,
  parseCallArgv,
  type CallFlags,
  type CallOptions,
} from '../call/call-flags.ts';
import { openCallee } from '../call/open-callee.ts';
import { performCall, type Callee, type Performed } from '../call/perform-call.ts';
import { readCallRequest } from '../call/read-call-request.ts';
import { renderResult } from '../call/render-result.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import { isTerminal } from '../io.ts';
import { aboutSubject } from '../report-error.ts';

export const call = defineCommand({
  name: 'call',
  summary: 'Call a tool and print its result.',
  operands: [
    {
      name: 'selector',
      doc: 'The tool: server.tool, ./scripts:greet, or a call as \'server.tool(name: "value")\'.',
    },
    {
      name: 'argument',
      doc: 'name:value, name=value, name:=JSON, name=@file or --name value; after -- every flag belongs to the tool.',
      repeats: true,
      optional: true,
    },
  ],
  flags: callFlags,
  examples: [
    'plugboard call linear.create_issue title:"Broken login" team:ENG',
    `plugboard call 'linear.create_issue(title: "Broken login", labels: ["bug"])'`,
    'plugboard linear.list_issues --limit 5 --json',
    'plugboard call ./scripts:greet name:Ann',
    `plugboard call ./scripts:greet --args '{"name": "Ann"}'`,
    `plugboard call --stdio 'npx -y some-server' echo message=hello`,
  ],
  parse: parseCallArgv,
  isJsonWanted: isCallJson,
  run: runCall,
});

export async function runCall(
  { options, operands }: Invocation<CallFlags>,
  deps: Deps,
): Promise<number> {
  const request = await readCallRequest(options, operands, deps);
  await using callee = await openCallee(request.selector, options, deps);
  const performed = await performCall(callee, { request, options }, deps).catch(
    (thrown: unknown) => {
      throw withSubject(thrown, callee);
    },
  );
  return await print(performed, options, deps);
}

function withSubject(thrown: unknown, { server, toolNames }: Callee) {
  const error = toPlugboardError(thrown);
  return server === undefined ? error : aboutSubject(error, { server, tool: toolNames[0] });
}

/** What a failed tool says is for people on stderr; for programs it is the result like any other. */
async function print(
  { tool, result }: Performed,
  options: CallOptions,
  deps: Deps,
): Promise<number> {
  const format = formatOf(options);
  const isError = result.isError === true;
  const stream = isError && format !== 'json' ? deps.io.stderr : deps.io.stdout;
  const saved = await saveMedia(result, { options, tool: tool.name }, deps);
  const isShown = format === 'pretty' && isTerminal(stream);
  const beautify = isShown ? await beautifierFor(stream, deps) : undefined;
  const whole = { ...result, isError };
  stream.write(
    renderResult(format === 'json' ? whole : result, format, {
      savedAs: (block) => saved.get(block),
      ...(beautify && { beautify }),
    }),
  );
  return isError ? 1 : 0;
}

async function beautifierFor(stream: NodeJS.WritableStream, { env }: Deps) {
  const [{ prettyJson }, { paletteFor }, { stripVTControlCharacters }] = await Promise.all([
    import('../call/pretty-json.ts'),
    import('../palette.ts'),
    import('node:util'),
  ]);
  const palette = paletteFor(stream, env);
  return (text: string) => prettyJson(text, palette) ?? stripVTControlCharacters(text);
}

async function saveMedia(
  result: ToolResult,
  { options, tool }: { readonly options: CallOptions; readonly tool: string },
  { cwd, io }: Deps,
): Promise<ReadonlyMap<ContentBlock, string>> {
  if (options.save === undefined) return new Map();
  const media = await import('../call/save-media.ts');
  const saved = await media.saveMedia(result, { folder: toAbsolutePath(options.save, cwd), tool });
  const isNamed = !['json', 'raw'].includes(formatOf(options));
  if (!isNamed) for (const file of saved.values()) io.stderr.write(`saved ${file}\n`);
  return saved;
}
