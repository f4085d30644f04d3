// Asks the server a command is about for its tools, and finds out how a generated file can name it.
import { toAbsolutePath } from '../../app/locate.ts';
import type { FoundServer, ListedServer } from '../../app/codegen/make-catalog.ts';
import type { Origin } from '../../codegen/catalog.ts';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { isAdHoc, openReachable } from '../client/open-target.ts';
import { askTarget, openTarget, type Target } from '../client/target.ts';
import { timeoutOf } from '../client/timeouts.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import type { CodegenOptions } from './codegen-flags.ts';
import { portableDefinition } from './portable-definition.ts';

export interface ServerWords {
  readonly options: CodegenOptions & { readonly verbose: boolean };
  readonly operands: readonly string[];
  /** Values are wanted as they are, not as the variables they come from. */
  readonly hasSecrets: boolean;
  /** What an artifact was made from, in the place of words. */
  readonly origin?: Origin;
}

const TIMEOUT = 'MCPLUG_LIST_TIMEOUT';

export async function listServer(given: ServerWords, deps: Deps): Promise<ListedServer> {
  const words = withConfigOf(given);
  const { origin } = words;
  const [operand] = operandsOf(words);
  await using target =
    origin?.kind === 'entry'
      ? await openEntry(origin, words, deps)
      : await openTarget(
          {
            options: targetOptions(words),
            operands: operandsOf(words),
            isDescribed: true,
            variable: TIMEOUT,
          },
          deps,
        ).catch((thrown: unknown) => {
          throw origin ? notHere(thrown, origin) : thrown;
        });
  const { name, source, definition } = target;
  const { items, problems } = await askTarget(target, (ctx) => source.tools.list(ctx), deps);
  await target.persist();
  for (const { subject, error } of problems)
    deps.io.stderr.write(`! ${subject}: ${oneLine(error.message)}\n`);
  return {
    name,
    ...(definition?.description !== undefined && { description: definition.description }),
    tools: items,
    found: definition
      ? await foundAs(definition, words, deps)
      : { kind: 'path', path: toAbsolutePath(operand ?? '.', deps.cwd) },
  };
}

/** An artifact knows the name of its server, and not where everybody keeps it. */
function notHere(thrown: unknown, origin: Origin): PlugboardError {
  const error = toPlugboardError(thrown);
  const { facts } = error;
  if (origin.kind !== 'configured' || !('kind' in facts) || facts.kind !== 'server') return error;
  const hint = `Run it where '${origin.server}' is configured, or name its file with \`--config\``;
  return new PlugboardError('not_found', facts, { hint });
}

/** What an artifact was made from takes the place of the words of the command line. */
function operandsOf({ origin, operands }: ServerWords): readonly string[] {
  if (origin?.kind === 'configured') return [origin.server];
  return origin?.kind === 'path' ? [origin.path] : operands;
}

/** A server is found again in the file it was found in. */
function withConfigOf(words: ServerWords): ServerWords {
  const { origin, options } = words;
  const config = options.config ?? (origin?.kind === 'configured' ? origin.config : undefined);
  return { ...words, options: { ...options, config } };
}

/** A name and a description may be meant for the program where the server has its own. */
function targetOptions({ options, operands }: ServerWords): CodegenOptions {
  const isDescribed = isAdHoc(options) || /^https?:\/\//u.test(operands[0] ?? '');
  return isDescribed ? options : { ...options, name: undefined, description: undefined };
}

async function foundAs(
  definition: ServerDefinition,
  { options, hasSecrets }: ServerWords,
  deps: Deps,
): Promise<FoundServer> {
  const isDescribed = definition.origin.layer === 'flag' && definition.origin.pointer === '';
  const kind = isDescribed ? 'described' : 'configured';
  const { config } = options;
  const file = config === undefined ? {} : { config: toAbsolutePath(config, deps.cwd) };
  if (hasSecrets) return { kind, definition, ...file };
  const portable = await portableDefinition({ definition, kind, options }, deps);
  return { kind, definition: portable, ...file };
}

async function openEntry(
  { server, entry }: Extract<Origin, { kind: 'entry' }>,
  { options }: ServerWords,
  deps: Deps,
): Promise<Target> {
  const { describeEntry } = await import('../../app/servers/ad-hoc-definition.ts');
  const described = await describeEntry(server, entry, deps);
  const servers = await openReachable(options, deps);
  try {
    const { source, definition } = await servers.openAdHoc(described, { isDescribed: true });
    return {
      name: server,
      source,
      definition,
      rest: [],
      timeoutMs: timeoutOf(TIMEOUT, deps, { flag: options.timeout }),
      persist: async () => {},
      [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
    };
  } catch (thrown) {
    await servers[Symbol.asyncDispose]();
    throw toPlugboardError(thrown);
  }
}
