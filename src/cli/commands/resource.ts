// `plugboard resource`: lists the resources of a server, or reads one.
import { toAbsolutePath } from '../../app/locate.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { ContentBlock, ReadResult, ResourceContents } from '../../core/result.ts';
import type { Listing, ResourceSide, ResourceTemplate } from '../../core/tool-source.ts';
import { renderResult } from '../call/render-result.ts';
import { clientFlags } from '../client/client-flags.ts';
import { renderResources, renderTemplates } from '../client/render-items.ts';
import { askTarget, openTarget, type Target } from '../client/target.ts';
import { timeoutFlag } from '../client/timeouts.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { paletteFor } from '../palette.ts';
import { toJsonText } from '../to-json-text.ts';

export const resourceFlags = {
  json: { doc: 'Print JSON, and errors as JSON too.' },
  raw: { doc: 'Print the contents alone, bytes as bytes.' },
  templates: { doc: 'List the templates only.' },
  save: { value: 'DIR', doc: 'Save what is not text in this folder.' },
  ...timeoutFlag,
  ...clientFlags,
} as const satisfies FlagTable;

type ResourceInvocation = Invocation<typeof resourceFlags>;
type ResourceOptions = ResourceInvocation['options'];

export const resource = defineCommand({
  name: 'resource',
  summary: 'List the resources of a server, or read one.',
  operands: [
    { name: 'server', doc: 'A configured server; not with --http-url or --stdio.', optional: true },
    { name: 'uri', doc: 'The resource to read; without it all are listed.', optional: true },
  ],
  flags: resourceFlags,
  examples: [
    'plugboard resource docs',
    'plugboard resource docs file:///readme.md',
    'plugboard resource docs image://logo --raw > logo.png',
  ],
  run: runResource,
});

export async function runResource(
  { options, operands }: ResourceInvocation,
  deps: Deps,
): Promise<number> {
  await using target = await openTarget(
    { options, operands, variable: 'MCPLUG_CALL_TIMEOUT' },
    deps,
  );
  const side = target.source.resources;
  if (!side) {
    throw new PlugboardError('not_supported', { source: target.name, what: 'resources' });
  }
  const [uri] = target.rest;
  await (uri === undefined
    ? listResources({ target, side, options }, deps)
    : readResource(uri, { target, side, options }, deps));
  return 0;
}

interface Request {
  readonly target: Target;
  readonly side: ResourceSide;
  readonly options: ResourceOptions;
}

async function listResources({ target, side, options }: Request, deps: Deps): Promise<void> {
  const [resources, templates] = await askTarget(
    target,
    (ctx) =>
      Promise.all([
        options.templates ? undefined : side.list(ctx),
        side.templates(ctx).catch(noneIfUnsupported<ResourceTemplate>),
      ]),
    deps,
  );
  await target.persist();
  const { stdout } = deps.io;
  if (options.json) {
    const lists = {
      server: target.name,
      ...(resources && { resources: resources.items }),
      resourceTemplates: templates.items,
    };
    stdout.write(toJsonText(lists));
    return;
  }
  const count = (resources?.items.length ?? 0) + templates.items.length;
  const what = options.templates ? 'resource templates' : 'resources';
  if (count === 0) return void deps.io.stderr.write(`${target.name} has no ${what}.\n`);
  const palette = paletteFor(stdout, deps.env);
  stdout.write(renderResources(resources?.items ?? [], palette));
  if (templates.items.length === 0) return;
  stdout.write(`${resources ? 'templates:\n' : ''}${renderTemplates(templates.items, palette)}`);
}

/** Servers may have resources and know nothing of templates. */
function noneIfUnsupported<Item>(thrown: unknown): Listing<Item> {
  if (toPlugboardError(thrown).code === 'not_supported') return { items: [], problems: [] };
  throw thrown;
}

async function readResource(
  uri: string,
  { target, side, options }: Request,
  deps: Deps,
): Promise<void> {
  const read = (ctx: Parameters<ResourceSide['read']>[1]) =>
    side.read(uri, ctx).catch((thrown: unknown) => {
      throw notFound(thrown, { uri, server: target.name });
    });
  const result = await askTarget(target, read, deps);
  await target.persist();
  await print(result, options, deps);
}

/** The codes revisions have for a resource that is not there. */
const MISSING: readonly unknown[] = [-32002, -32602];

function notFound(
  thrown: unknown,
  { uri, server }: { readonly uri: string; readonly server: string },
): PlugboardError {
  const error = toPlugboardError(thrown);
  const isMissing = error.code === 'not_found' || MISSING.includes(error.wire);
  if (!isMissing) return error;
  const facts = { kind: 'resource', name: uri, on: server } as const;
  const hint = `Run \`plugboard resource ${server}\``;
  return new PlugboardError('not_found', facts, { cause: thrown, hint });
}

async function print(result: ReadResult, options: ResourceOptions, deps: Deps): Promise<void> {
  const { stdout } = deps.io;
  if (options.json) return void stdout.write(toJsonText(result));
  if (options.raw) {
    for (const { text, blob } of result.contents) {
      stdout.write(text ?? Buffer.from(blob ?? '', 'base64'));
    }
    return;
  }
  const content = result.contents.map(toBlock);
  const saved = await save(content, options, deps);
  stdout.write(renderResult({ content }, 'text', { savedAs: (block) => saved.get(block) }));
}

/** Text is shown as it is; of anything else people see what it is. */
function toBlock(contents: ResourceContents): ContentBlock {
  const { text } = contents;
  return text === undefined ? { type: 'resource', resource: contents } : { type: 'text', text };
}

async function save(
  content: readonly ContentBlock[],
  { save: folder }: ResourceOptions,
  { cwd }: Deps,
): Promise<ReadonlyMap<ContentBlock, string>> {
  if (folder === undefined) return new Map();
  const { saveMedia } = await import('../call/save-media.ts');
  return saveMedia({ content }, { folder: toAbsolutePath(folder, cwd), tool: 'resource' });
}
