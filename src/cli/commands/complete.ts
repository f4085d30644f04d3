// `plugboard complete`: asks a server how an argument of a prompt or a template may go on.
import { readNamedFile } from '../../app/locate.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { CompletionRequest } from '../../core/tool-source.ts';
import { asText } from '../as-text.ts';
import { parseToolArguments } from '../call/parse-tool-arguments.ts';
import { clientFlags } from '../client/client-flags.ts';
import { askTarget, openTarget } from '../client/target.ts';
import { timeoutFlag } from '../client/timeouts.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';
import { parseOpenArgv } from '../parse-open-argv.ts';
import { unreadable } from '../unreadable.ts';

export const completeFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
  ...timeoutFlag,
  ...clientFlags,
} as const satisfies FlagTable;

export const complete = defineCommand({
  name: 'complete',
  summary: 'Ask a server how an argument may be completed.',
  operands: [
    { name: 'server', doc: 'A configured server; not with --http-url or --stdio.', optional: true },
    { name: 'reference', doc: 'A prompt, or a template as file:///{path}.' },
    { name: 'argument', doc: 'The argument to complete, as name or name:start.' },
    {
      name: 'other',
      doc: 'Arguments that are known, as name:value.',
      repeats: true,
      optional: true,
    },
  ],
  flags: completeFlags,
  examples: [
    'plugboard complete docs review tone:fr',
    "plugboard complete docs 'file:///{path}' path:src/ --json",
  ],
  parse: (argv) => parseOpenArgv(argv, completeFlags),
  run: runComplete,
});

export async function runComplete(
  { options, operands }: Invocation<typeof completeFlags>,
  deps: Deps,
): Promise<number> {
  await using target = await openTarget(
    { options, operands, variable: 'MCPLUG_CALL_TIMEOUT' },
    deps,
  );
  const side = target.source.completions;
  if (!side)
    throw new PlugboardError('not_supported', { source: target.name, what: 'completions' });
  const request = await readRequest(target.rest, deps);
  const result = await askTarget(target, (ctx) => side.complete(request, ctx), deps);
  await target.persist();
  const text = options.json
    ? JSON.stringify(result, undefined, 2)
    : result.values.map(oneLine).join('\n');
  if (text !== '') deps.io.stdout.write(`${text}\n`);
  return 0;
}

async function readRequest(
  [reference, argument, ...others]: readonly string[],
  { cwd }: Deps,
): Promise<CompletionRequest> {
  if (reference === undefined || argument === undefined) {
    throw unreadable('name a prompt or a template, and the argument to complete', {
      hint: 'For example `plugboard complete docs review tone:fr`',
    });
  }
  const [, name = argument, value = ''] = /^([^:=]+)[:=](.*)$/su.exec(argument) ?? [];
  const isTemplate = /[{:]/u.test(reference);
  const ref = isTemplate
    ? { type: 'ref/resource', uri: reference }
    : { type: 'ref/prompt', name: reference };
  const readFile = (path: string) => readNamedFile(path, cwd);
  const known = Object.entries(await parseToolArguments(others, {}, { readFile }));
  const context = Object.fromEntries(known.map(([key, given]) => [key, asText(given)]));
  return {
    ref,
    argument: { name, value },
    ...(known.length > 0 && { context: { arguments: context } }),
  };
}
