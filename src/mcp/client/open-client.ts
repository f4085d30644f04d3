// Finds out which revision a server speaks, and gives back one client for all of them.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { RPC, type RpcResponse } from '../wire/jsonrpc.ts';
import { META } from '../wire/meta-keys.ts';
import { LATEST_MODERN, type Era } from '../wire/revisions.ts';
import type { HttpTarget } from './http-target.ts';
import { openLegacyClient } from './legacy-client.ts';
import type { ClientIdentity, McpClient, ServerDescription } from './mcp-client.ts';
import { ModernClient } from './modern-client.ts';
import { openModernHttpWire } from './modern-http-wire.ts';
import { resultOf } from './response-result.ts';
import { SessionHttpWire } from './session-http-wire.ts';
import { openSse2024Wire } from './sse-2024-wire.ts';
import type { Wire } from './wire.ts';

/** What is worth remembering about a server: it saves the question next time. */
export type ServerMemory = Era | 'sse-2024';

export interface OpenClientOptions {
  readonly identity: ClientIdentity;
  /** Ends the opening, not the client. */
  readonly signal: AbortSignal;
  readonly remembered?: ServerMemory | undefined;
}

export interface OpenedClient {
  readonly client: McpClient;
  readonly memory: ServerMemory;
}

/** Answers only a modern server gives. */
const MODERN_ERRORS: ReadonlySet<number> = new Set([
  RPC.headerMismatch,
  RPC.missingCapability,
  RPC.unsupportedVersion,
]);

/**
 * Over lines the legacy handshake goes first: nearly every server knows it, and some die of
 * anything else. Who refuses it is asked the modern way on the same connection.
 */
export async function openLineClient(
  wire: Wire,
  options: OpenClientOptions,
): Promise<OpenedClient> {
  const { identity, signal, remembered } = options;
  if (remembered === 'modern') return modern(wire, identity, BLANK);
  try {
    const client = await openLegacyClient(wire, identity, signal);
    await client.ready();
    return { client, memory: 'legacy' };
  } catch (refusal) {
    if (!isRefusedHandshake(refusal)) throw refusal;
    const discovered = await discover(wire, options);
    if (typeof discovered === 'number') throw refusal;
    return modern(wire, identity, discovered);
  }
}

/** On HTTP the modern way goes first: it costs one request, and the answer tells the era. */
export async function openHttpClient(
  target: HttpTarget,
  options: OpenClientOptions,
): Promise<OpenedClient> {
  const { remembered } = options;
  if (remembered === 'sse-2024') return overSse(target, options);
  if (remembered === 'legacy') return overSession(target, options);
  const wire = openModernHttpWire(target, LATEST_MODERN.id);
  if (remembered === 'modern') return modern(wire, options.identity, BLANK);
  const discovered = await discover(wire, options).catch((thrown: unknown) => {
    if (thrown instanceof PlugboardError && thrown.code === 'connection_refused') return thrown;
    throw thrown;
  });
  if (!(discovered instanceof PlugboardError) && typeof discovered !== 'number') {
    return modern(wire, options.identity, discovered);
  }
  await wire[Symbol.asyncDispose]();
  return overSession(target, options);
}

async function overSession(target: HttpTarget, options: OpenClientOptions): Promise<OpenedClient> {
  const wire = new SessionHttpWire(target);
  try {
    const client = await openLegacyClient(wire, options.identity, options.signal);
    wire.agreeOn(client.server.revision.id);
    await client.ready();
    void wire.openStandalone();
    return { client, memory: 'legacy' };
  } catch (refusal) {
    await wire[Symbol.asyncDispose]();
    const refused = refusal instanceof PlugboardError && refusal.code === 'connection_refused';
    if (!refused || options.signal.aborted) throw refusal;
    return overSse(target, options).catch(() => {
      throw refusal;
    });
  }
}

async function overSse(target: HttpTarget, options: OpenClientOptions): Promise<OpenedClient> {
  const wire = await openSse2024Wire(target, options.signal);
  const client = await openLegacyClient(wire, options.identity, options.signal);
  await client.ready();
  return { client, memory: 'sse-2024' };
}

const BLANK: ServerDescription = { revision: LATEST_MODERN, serverInfo: {}, capabilities: {} };

function modern(wire: Wire, identity: ClientIdentity, server: ServerDescription): OpenedClient {
  return { client: new ModernClient({ wire, identity, server }), memory: 'modern' };
}

/** The requests of a client count from 1. */
const DISCOVER_ID = 0;
const DISCOVER_AGAIN_ID = -1;

/** What a modern server says of itself; the error code of one that is not. */
async function discover(
  wire: Wire,
  options: OpenClientOptions,
): Promise<ServerDescription | number> {
  const { name, version, capabilities } = options.identity;
  const params = {
    _meta: {
      [META.protocolVersion]: LATEST_MODERN.id,
      [META.clientInfo]: { name, version },
      [META.clientCapabilities]: capabilities,
    },
  };
  const request = { id: DISCOVER_ID, method: 'server/discover', params };
  let response = await wire.request(request, { signal: options.signal });
  // Refused, and yet ours is among what it offers: it is asked once more.
  if (supportedBy(response).includes(LATEST_MODERN.id)) {
    const again = { ...request, id: DISCOVER_AGAIN_ID };
    response = await wire.request(again, { signal: options.signal });
  }
  if (response.error) return modernOnly(response) ?? response.error.code;
  const result = resultOf(response, request.method);
  // Some legacy servers answer whatever they are asked, with something that says nothing.
  return Array.isArray(result['supportedVersions']) ? described(result) : RPC.methodNotFound;
}

/** The revisions a server names when it refuses ours. */
function supportedBy({ error }: RpcResponse): readonly JsonValue[] {
  const supported = error?.data?.['supported'];
  return error && MODERN_ERRORS.has(error.code) && Array.isArray(supported) ? supported : [];
}

/** A modern server that has another modern revision only is told apart from a legacy one. */
function modernOnly(response: RpcResponse): undefined {
  const supported = supportedBy(response);
  if (supported.length === 0) return undefined;
  if (supported.some((id) => typeof id === 'string' && id < LATEST_MODERN.id)) return undefined;
  throw new PlugboardError('connection_refused', {
    server: 'the server',
    reason: `it speaks only ${JSON.stringify(supported)}`,
  });
}

function described(result: JsonObject): ServerDescription {
  const { capabilities, instructions, _meta: meta } = result;
  const serverInfo = isJsonObject(meta) ? meta[META.serverInfo] : undefined;
  return {
    revision: LATEST_MODERN,
    serverInfo: isJsonObject(serverInfo) ? serverInfo : {},
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' && { instructions }),
  };
}

function isRefusedHandshake(thrown: unknown): boolean {
  return thrown instanceof PlugboardError && typeof thrown.wire === 'number' && thrown.wire < 0;
}
