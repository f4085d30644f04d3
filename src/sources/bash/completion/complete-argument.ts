// Completes one argument: by the script that is meant for it, by its schema, or by a guess.
import type { CallContext } from '../../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { CompletionResult } from '../../../core/result.ts';
import type { CompletionRequest } from '../../../core/tool-source.ts';
import { invalidParams } from '../../../mcp/wire/invalid-params.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';
import type { BashProject } from '../bash-project.ts';
import { providerEnv } from '../providers/provider-env.ts';
import type { RegistryKeeper } from '../registry-items.ts';
import { runProjectScript } from '../tool/run-project-script.ts';
import { hashOf, toPage, wantedPage, type WantedPage } from './completion-page.ts';
import { findCompletion, parseRef, type FoundCompletion } from './find-completion.ts';
import { parseSuggestions, type Suggestions } from './parse-suggestions.ts';

export interface CompletionPlace {
  readonly project: BashProject;
  readonly registry: RegistryKeeper;
  readonly closing: AbortSignal;
}

export async function completeArgument(
  place: CompletionPlace,
  request: CompletionRequest,
  ctx: CallContext,
): Promise<CompletionResult> {
  const ref = parseRef(request.ref);
  if (!ref) throw invalidParams('Completion ref is invalid');
  const { argument, context } = request;
  if (argument.name === '') throw invalidParams('Completion argument name is required');
  const found = await findCompletion(ref, await place.registry.current(), place.project);
  if (!found) throw invalidParams(`There is no ${ref.type.slice(4)} '${ref.name}' to complete`);
  const { value } = argument;
  const args = { query: value, prefix: value, argument, context: context ?? {}, ref: request.ref };
  const question = { name: found.name, argsJson: JSON.stringify(args) };
  const wanted = wantedPage(ctx.request?.params ?? {}, question);
  const suggestions = found.script
    ? await askScript(place, { found, script: found.script, question, wanted }, ctx)
    : guess(found, argument);
  return toPage(suggestions, wanted, question);
}

interface Asking {
  readonly found: FoundCompletion;
  readonly script: string;
  readonly question: { readonly name: string; readonly argsJson: string };
  readonly wanted: WantedPage;
}

async function askScript(
  { project, closing }: CompletionPlace,
  { found, script, question, wanted }: Asking,
  ctx: CallContext,
): Promise<Suggestions> {
  const end = await runProjectScript({
    path: script,
    env: {
      ...(await providerEnv(project, 'completion')),
      ...found.env,
      MCP_COMPLETION_NAME: question.name,
      MCP_COMPLETION_ARGS_JSON: question.argsJson,
      MCP_COMPLETION_ARGS_HASH: hashOf(question),
      MCP_COMPLETION_LIMIT: String(wanted.limit),
      MCP_COMPLETION_OFFSET: String(wanted.offset),
    },
    cwd: project.root,
    timeoutMs: found.timeoutMs,
    maxOutputBytes: project.settings.maxToolOutputBytes,
    signals: [ctx.signal, closing],
    what: `the completion of ${question.name}`,
  }).catch((thrown: unknown) => {
    const error = toPlugboardError(thrown);
    throw error.code === 'cancelled' ? error : failed(error.message, error);
  });
  if (end.exitCode === 0) return parseSuggestions(end.stdout.toString());
  const said = end.stderr.trim();
  throw failed(said === '' ? `The completion of ${question.name} failed` : said);
}

function failed(output: string, cause?: unknown): PlugboardError {
  return new PlugboardError('tool_failed', { output }, { wire: RPC.internalError, cause });
}

/** The values the schema allows; else what the original suggests, so that clients see something. */
function guess(
  { name, schema }: FoundCompletion,
  argument: CompletionRequest['argument'],
): Suggestions {
  const allowed = allowedValues(schema, argument.name);
  const word = argument.value === '' ? name : argument.value;
  const values = allowed
    ? allowed.filter((value) => value.startsWith(argument.value))
    : [word, `${word} snippet`, `${word} example`];
  return { values, isPage: false, hasMore: false };
}

function allowedValues(schema: JsonObject | undefined, name: string): string[] | undefined {
  const properties = schema?.['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  const values = isJsonObject(property) ? property['enum'] : undefined;
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : undefined;
}
