// What a client of each era puts into its messages and headers, written by hand for tests.
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import type { WireMessage } from './inbox.ts';
import { rawPost, rawRequest, type RawAnswer, type RawRequest } from './raw-http.ts';

export const LEGACY_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export const MODERN_REVISION = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol/';
export const SUBSCRIPTION_ID = `${PREFIX}subscriptionId`;
export const SERVER_INFO = `${PREFIX}serverInfo`;

/** Everything a client can be asked for. */
export const ABLE: JsonObject = { elicitation: {}, sampling: {}, roots: { listChanged: true } };
export const CLIENT_INFO: JsonObject = { name: 'raw-client', version: '1' };

export interface ModernClient {
  readonly info?: JsonObject;
  readonly capabilities?: JsonObject;
}

export function modernMeta(
  more: JsonObject = {},
  { info = CLIENT_INFO, capabilities = ABLE }: ModernClient = {},
): JsonObject {
  return {
    [`${PREFIX}protocolVersion`]: MODERN_REVISION,
    [`${PREFIX}clientInfo`]: info,
    [`${PREFIX}clientCapabilities`]: capabilities,
    ...more,
  };
}

/** A `_meta` of the modern era that lacks a field or has it otherwise. */
export function modernMetaWith(field: string, value?: JsonObject | string): JsonObject {
  const { [PREFIX + field]: _, ...rest } = modernMeta();
  return value === undefined ? rest : { ...rest, [PREFIX + field]: value };
}

export function logLevelMeta(level: string): JsonObject {
  return { [`${PREFIX}logLevel`]: level };
}

export function initializeParams(revision: string, capabilities: JsonObject = ABLE): JsonObject {
  return { protocolVersion: revision, capabilities, clientInfo: CLIENT_INFO };
}

/** What stands in a message where a string should. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function request(id: string | number, method: string, params?: JsonObject): WireMessage {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function notification(method: string, params?: JsonObject): WireMessage {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

export function modernRequest(
  id: string | number,
  method: string,
  params: JsonObject = {},
): WireMessage {
  const own = params['_meta'];
  return request(id, method, { ...params, _meta: modernMeta(isJsonObject(own) ? own : {}) });
}

/** The headers that repeat a modern request. */
export function modernHeaders({ method, params }: WireMessage): Record<string, string> {
  const name = params?.['name'] ?? params?.['uri'];
  return {
    'mcp-protocol-version': MODERN_REVISION,
    'mcp-method': method ?? '',
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

export function modernPost(
  url: string,
  message: WireMessage,
  headers: RawRequest['headers'] = {},
): Promise<RawAnswer> {
  return rawPost(url, message, { ...modernHeaders(message), ...headers });
}

export interface SessionOptions {
  readonly revision?: string;
  readonly capabilities?: JsonObject;
  readonly headers?: RawRequest['headers'];
}

/** A 2025 session on HTTP. */
export class RawSession {
  readonly url: string;
  readonly id: string;
  /** The answer to `initialize`. */
  readonly opened: WireMessage;
  readonly headers: NonNullable<RawRequest['headers']>;
  #lastId = 0;

  constructor(url: string, opened: { message: WireMessage; headers: RawSession['headers'] }) {
    this.url = url;
    this.opened = opened.message;
    this.headers = opened.headers;
    this.id = String(opened.headers['mcp-session-id']);
  }

  /** Posts a message of the session. */
  post(message: unknown, headers: RawRequest['headers'] = {}): Promise<RawAnswer> {
    return rawPost(this.url, message, { ...this.headers, ...headers });
  }

  /** Posts a request with an id of its own. */
  ask(method: string, params?: JsonObject): Promise<RawAnswer> {
    this.#lastId += 1;
    return this.post(request(this.#lastId, method, params));
  }

  call(name: string, args: JsonObject = {}): Promise<RawAnswer> {
    return this.ask('tools/call', { name, arguments: args });
  }

  /** Opens the stream that belongs to no request, or the rest of one. */
  listen(lastEventId?: string): Promise<RawAnswer> {
    const headers = { ...this.headers, accept: 'text/event-stream', 'last-event-id': lastEventId };
    return rawRequest(this.url, { method: 'GET', headers });
  }

  close(): Promise<RawAnswer> {
    return rawRequest(this.url, { method: 'DELETE', headers: this.headers });
  }
}

export async function openRawSession(
  url: string,
  options: SessionOptions = {},
): Promise<RawSession> {
  const { revision = '2025-11-25', capabilities, headers = {} } = options;
  const params = initializeParams(revision, capabilities);
  const answer = await rawPost(url, request('init', 'initialize', params), headers);
  const message = await answer.message();
  const session = new RawSession(url, {
    message,
    headers: {
      ...headers,
      'mcp-session-id': String(answer.headers['mcp-session-id']),
      'mcp-protocol-version': textIn(message.result?.['protocolVersion']),
    },
  });
  await session.post(notification('notifications/initialized'));
  return session;
}
