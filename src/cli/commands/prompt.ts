// `plugboard prompt`: lists the prompts of a server, or fills one in.
import { readNamedFile } from '../../app/locate.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Prompt, PromptSide } from '../../core/tool-source.ts';
import { asText } from '../as-text.ts';
import { checkArguments } from '../call/check-arguments.ts';
import { parseToolArguments } from '../call/parse-tool-arguments.ts';
import { clientFlags } from '../client/client-flags.ts';
import { findNamed } from '../client/find-named.ts';
import { renderMessages, renderPrompts } from '../client/render-items.ts';
import { askTarget, openTarget, type Target } from '../client/target.ts';
import { timeoutFlag } from '../client/timeouts.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { paletteFor } from '../palette.ts';
import { parseOpenArgv } from '../parse-open-argv.ts';
import { toJsonText } from '../to-json-text.ts';

export const promptFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
  ...timeoutFlag,
  ...clientFlags,
} as const satisfies FlagTable;

type PromptInvocation = Invocation<typeof promptFlags>;

export const prompt = defineCommand({
  name: 'prompt',
  summary: 'List the prompts of a server, or fill one in.',
  operands: [
    { name: 'server', doc: 'A configured server; not with --http-url or --stdio.', optional: true },
    { name: 'prompt', doc: 'The prompt; without it all are listed.', optional: true },
    {
      name: 'argument',
      doc: 'name:value, name=value, name=@file or --name value.',
      repeats: true,
      optional: true,
    },
  ],
  flags: promptFlags,
  examples: ['plugboard prompt docs', 'plugboard prompt docs review file=@main.ts tone:kind'],
  parse: (argv) => parseOpenArgv(argv, promptFlags),
  run: runPrompt,
});

export async function runPrompt(
  { options, operands }: PromptInvocation,
  deps: Deps,
): Promise<number> {
  await using target = await openTarget(
    { options, operands, variable: 'MCPLUG_CALL_TIMEOUT' },
    deps,
  );
  const side = target.source.prompts;
  if (!side) throw new PlugboardError('not_supported', { source: target.name, what: 'prompts' });
  const { items } = await askTarget(target, (ctx) => side.list(ctx), deps);
  await target.persist();
  const [name, ...words] = target.rest;
  const { stdout } = deps.io;
  const palette = paletteFor(stdout, deps.env);
  if (name === undefined) {
    const lists = { server: target.name, prompts: items };
    stdout.write(options.json ? toJsonText(lists) : renderPrompts(items, palette));
    if (items.length === 0 && !options.json) {
      deps.io.stderr.write(`${target.name} has no prompts.\n`);
    }
    return 0;
  }
  const server = target.name;
  const shownBy = `plugboard prompt ${server}`;
  const wanted = findNamed(items, { kind: 'prompt', name, server, shownBy });
  const result = await getPrompt({ target, side, prompt: wanted, words }, deps);
  stdout.write(options.json ? toJsonText(result) : renderMessages(result, palette));
  return 0;
}

interface PromptCall {
  readonly target: Target;
  readonly side: PromptSide;
  readonly prompt: Prompt;
  readonly words: readonly string[];
}

async function getPrompt({ target, side, prompt: wanted, words }: PromptCall, deps: Deps) {
  const schema = toSchema(wanted);
  const readFile = (path: string) => readNamedFile(path, deps.cwd);
  const args = await parseToolArguments(words, schema, { readFile });
  const texts = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, asText(value)]),
  );
  // Checked inside: the error says which server it is about.
  return askTarget(
    target,
    async (ctx) => {
      checkArguments(args, schema);
      return side.get(wanted.name, texts, ctx);
    },
    deps,
  );
}

/** Arguments of prompts are texts. */
function toSchema({ arguments: args = [] }: Prompt): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(args.map(({ name }) => [name, { type: 'string' }])),
    required: args.filter(({ required }) => required).map(({ name }) => name),
  };
}
