// A request of the modern era describes itself: this reads that description and refuses what lacks it.
import { LOG_LEVELS, type Caller, type LogLevel } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { invalidParams } from '../wire/invalid-params.ts';
import { RPC } from '../wire/jsonrpc.ts';
import { META } from '../wire/meta-keys.ts';
import { findRevision, SUPPORTED_VERSIONS, type Revision } from '../wire/revisions.ts';
import { dispatch } from './dispatch.ts';
import { Exchange, type ExchangeStart } from './exchange.ts';
import { INPUT_METHODS } from './input-rounds.ts';
import type { RpcRequest } from '../wire/jsonrpc.ts';
import type { Peer } from './peer.ts';

/** Whether a message says of itself that it is of the modern era. */
export function isModern(params: JsonObject): boolean {
  const meta = params['_meta'];
  return isJsonObject(meta) && meta[META.protocolVersion] !== undefined;
}

const NO_LOGS = LOG_LEVELS.length;

/** The sender as the request describes it; throws what the specification says of incomplete ones. */
export function modernPeer(
  params: JsonObject,
  identity: string | undefined,
  checkVersion?: (version: string) => void,
): Peer {
  const meta = params['_meta'];
  if (!isJsonObject(meta))
    throw invalidParams(`_meta is missing; send ${META.protocolVersion} in it`);
  const version = meta[META.protocolVersion];
  if (typeof version !== 'string') throw invalidParams(`_meta lacks ${META.protocolVersion}`);
  const capabilities = meta[META.clientCapabilities];
  if (!isJsonObject(capabilities)) throw invalidParams(`_meta lacks ${META.clientCapabilities}`);
  checkVersion?.(version);
  const revision = findRevision(version);
  if (revision?.era !== 'modern') throw unsupportedVersion(version);
  return {
    revision,
    caller: toCaller(meta[META.clientInfo], { revision, capabilities, identity }),
    logLevel: toLogIndex(meta[META.logLevel]),
  };
}

function unsupportedVersion(requested: string): PlugboardError {
  return new PlugboardError(
    'invalid_arguments',
    { reason: `Unsupported protocol version ${requested}` },
    {
      wire: RPC.unsupportedVersion,
      data: { supported: SUPPORTED_VERSIONS.filter((id) => id !== requested), requested },
    },
  );
}

export function toCaller(
  info: JsonValue | undefined,
  rest: { revision: Revision; capabilities: JsonObject; identity: string | undefined },
): Caller {
  // Made for each request of the modern era, where spreading optional members is the dearest part.
  const caller: { -readonly [Key in keyof Caller]: Caller[Key] } = {
    revision: rest.revision.id,
    capabilities: rest.capabilities,
  };
  if (rest.identity !== undefined) caller.identity = rest.identity;
  if (!isJsonObject(info)) return caller;
  const { name, version } = info;
  if (typeof name === 'string') caller.name = name;
  if (typeof version === 'string') caller.version = version;
  return caller;
}

function toLogIndex(level: JsonValue | undefined): number {
  if (level === undefined) return NO_LOGS;
  const index = LOG_LEVELS.indexOf(level as LogLevel);
  if (index === -1) throw invalidParams(`${META.logLevel} must be one of ${LOG_LEVELS.join(', ')}`);
  return index;
}

/** Runs a checked request, or continues the call it brings answers for. */
export function acceptModern(request: RpcRequest, start: ExchangeStart): void {
  const { params, method } = request;
  start.engine.dialect?.admit?.(method, params);
  const takesInput = INPUT_METHODS.has(method);
  if (
    takesInput &&
    params['inputResponses'] !== undefined &&
    !isJsonObject(params['inputResponses'])
  ) {
    throw invalidParams('inputResponses must be an object');
  }
  if (takesInput && start.engine.rounds.resume(request, start)) return;
  const exchange = new Exchange(request, start);
  if (takesInput && params['inputResponses'] !== undefined) start.engine.rounds.offer(exchange);
  dispatch(exchange);
}
