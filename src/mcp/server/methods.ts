// Every request method we answer: when it exists, and what runs it.
import type { Caller } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { memoByPromise, whenKnown } from '../../core/memo.ts';
import type { CompletionRequest, Listing, Tool, ToolSource } from '../../core/tool-source.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import { wireLimit } from '../wire/limits.ts';
import { SUPPORTED_VERSIONS, type Era } from '../wire/revisions.ts';
import type { Exchange } from './exchange.ts';
import { listen } from './listen.ts';
import { pageReply, type PageRequest } from './pages.ts';

interface MethodRow {
  /** The era that has the method; both where absent. */
  readonly era?: Era;
  /** The group of the source that must be there. */
  readonly side?: 'resources' | 'prompts' | 'completions';
  /** Answers through the exchange; what it throws becomes the error. */
  run(exchange: Exchange): Promise<void> | void;
}

export const METHODS: ReadonlyMap<string, MethodRow> = new Map<string, MethodRow>([
  ['ping', { era: 'legacy', run: (exchange) => exchange.succeed({}) }],
  ['server/discover', { era: 'modern', run: discover }],
  ['subscriptions/listen', { era: 'modern', run: listen }],
  ['tools/list', { run: listTools }],
  ['tools/call', { run: callTool }],
  ['resources/list', { side: 'resources', run: listResources }],
  ['resources/templates/list', { side: 'resources', run: listTemplates }],
  ['resources/read', { side: 'resources', run: readResource }],
  ['prompts/list', { side: 'prompts', run: listPrompts }],
  ['prompts/get', { side: 'prompts', run: getPrompt }],
  ['completion/complete', { side: 'completions', run: complete }],
]);

/** The row of a method as one source and one era have it. */
export function findMethod(name: string, source: ToolSource, era: Era): MethodRow | undefined {
  const row = METHODS.get(name);
  if (!row || (row.era && row.era !== era) || (row.side && !source[row.side])) return undefined;
  return row;
}

function discover(exchange: Exchange): void {
  const { capabilities, instructions } = exchange.engine;
  exchange.succeed(
    {
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities,
      ...(instructions !== undefined && { instructions }),
    },
    { ttlMs: wireLimit('listTtlMs'), cacheScope: 'private' },
  );
}

/** The list itself, at once where it is the one that was asked for before. */
const knownListing = memoByPromise((listing: Listing<unknown>) => listing);

/** Answers with a page of a list. */
function listPage<Item>(
  exchange: Exchange,
  listing: Promise<Listing<Item>>,
  request: PageRequest<Item>,
): Promise<void> | void {
  return whenKnown(knownListing(listing) as Listing<Item> | Promise<Listing<Item>>, (found) =>
    exchange.succeedPrepared(pageReply(exchange, found, request)),
  );
}

const TOOL_PAGES: PageRequest<Tool> = { name: 'tools', keyOf: (tool) => tool.name };

function listTools(exchange: Exchange): Promise<void> | void {
  const { source, dialect } = exchange.engine;
  const listing = source.tools.list(exchange);
  const toolFields = dialect?.toolFields?.bind(dialect);
  if (!toolFields) return listPage(exchange, listing, TOOL_PAGES);
  const dress = (tool: Tool, caller: Caller) => ({ ...tool, ...toolFields(tool, caller) });
  return listPage(exchange, listing, { ...TOOL_PAGES, dress });
}

async function callTool(exchange: Exchange): Promise<void> {
  const { name, arguments: args } = exchange.params;
  const given = args ?? {};
  if (!isJsonObject(given)) throw invalidParams('arguments must be an object');
  const { tools } = exchange.engine.source;
  const checking = exchange.checkTools?.(tools.list(exchange));
  if (checking) await checking;
  const result = await tools.call(stringParam('name', name), given, exchange);
  const fields = exchange.engine.dialect?.resultFields?.(result, exchange.caller);
  exchange.succeed(fields ? { ...result, ...fields } : result);
}

function listResources(exchange: Exchange): Promise<void> | void {
  const listing = sideOf(exchange, 'resources').list(exchange);
  return listPage(exchange, listing, { name: 'resources', keyOf: (r) => r.uri });
}

function listTemplates(exchange: Exchange): Promise<void> | void {
  const listing = sideOf(exchange, 'resources').templates(exchange);
  return listPage(exchange, listing, { name: 'resourceTemplates', keyOf: (t) => t.uriTemplate });
}

async function readResource(exchange: Exchange): Promise<void> {
  const result = await sideOf(exchange, 'resources').read(await uriOf(exchange), exchange);
  exchange.succeed(result, { ttlMs: 0, cacheScope: 'private' });
}

/** Which resource a request is about. */
export async function uriOf(exchange: Exchange): Promise<string> {
  const { source, dialect } = exchange.engine;
  if (dialect?.resourceUri) return dialect.resourceUri(exchange.params, source, exchange);
  return stringParam('uri', exchange.params['uri']);
}

function listPrompts(exchange: Exchange): Promise<void> | void {
  const listing = sideOf(exchange, 'prompts').list(exchange);
  return listPage(exchange, listing, { name: 'prompts', keyOf: (p) => p.name });
}

async function getPrompt(exchange: Exchange): Promise<void> {
  const { name, arguments: args = {} } = exchange.params;
  const given = stringMap(args);
  if (!given) throw invalidParams('arguments must be an object of strings');
  const side = sideOf(exchange, 'prompts');
  exchange.succeed(await side.get(stringParam('name', name), given, exchange));
}

async function complete(exchange: Exchange): Promise<void> {
  const { ref, argument, context } = exchange.params;
  if (!isJsonObject(ref)) throw invalidParams('ref must be an object');
  if (!isJsonObject(argument)) throw invalidParams('argument must be an object');
  const known = isJsonObject(context) ? stringMap(context['arguments'] ?? {}) : undefined;
  const request: CompletionRequest = {
    ref,
    argument: {
      name: stringParam('argument.name', argument['name']),
      value: stringParam('argument.value', argument['value']),
    },
    ...(known && { context: { arguments: known } }),
  };
  const found = await sideOf(exchange, 'completions').complete(request, exchange);
  const most = wireLimit('maxCompletions');
  const cut = found.values.length > most;
  const values = cut ? found.values.slice(0, most) : found.values;
  const rest = cut ? { total: found.total ?? found.values.length, hasMore: true } : found;
  exchange.succeed({ completion: { ...rest, values } });
}

/** The side is there: `findMethod` asked for it before the method ran. */
function sideOf<Side extends 'resources' | 'prompts' | 'completions'>(
  exchange: Exchange,
  side: Side,
): NonNullable<ToolSource[Side]> {
  const { source } = exchange.engine;
  const found = source[side];
  if (!found)
    throw new PlugboardError('not_supported', { source: source.id, what: exchange.method });
  return found;
}

export function stringParam(name: string, value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw invalidParams(`${name} must be a string`);
  return value;
}

function stringMap(value: JsonValue): Record<string, string> | undefined {
  if (!isJsonObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : undefined;
}
