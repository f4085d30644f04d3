// Valid messages of both eras, as clients send them.
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';

const PREFIX = 'io.modelcontextprotocol/';
export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';

/** What a 2026 request says of itself. */
export function modernMeta(more: JsonObject = {}): JsonObject {
  return {
    [`${PREFIX}protocolVersion`]: MODERN,
    [`${PREFIX}clientInfo`]: { name: 'faults', version: '1' },
    [`${PREFIX}clientCapabilities`]: { elicitation: {} },
    ...more,
  };
}

export interface Asked {
  readonly method: string;
  readonly params?: JsonObject;
  readonly progressToken?: JsonValue;
}

export function modernRequest(id: JsonValue, { method, params, progressToken }: Asked): JsonObject {
  const token: JsonObject = progressToken === undefined ? {} : { progressToken };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: modernMeta(token) } };
}

export function legacyRequest(id: JsonValue, { method, params, progressToken }: Asked): JsonObject {
  const meta: JsonObject = progressToken === undefined ? {} : { _meta: { progressToken } };
  return { jsonrpc: '2.0', id, method, params: { ...params, ...meta } };
}

export function toolCall(name: string, args: JsonObject = {}): Asked {
  return { method: 'tools/call', params: { name, arguments: args } };
}

export function initialize(id: JsonValue, version = LEGACY): JsonObject {
  const params = {
    protocolVersion: version,
    capabilities: { elicitation: {} },
    clientInfo: { name: 'faults', version: '1' },
  };
  return { jsonrpc: '2.0', id, method: 'initialize', params };
}

export const INITIALIZED: JsonObject = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** One of each kind; nothing in it stays in flight when it is valid. */
const ASKED: readonly Asked[] = [
  toolCall('echo', { message: 'hello' }),
  toolCall('mirror', { a: [1, 'two', null, { b: true }], c: { d: 1.5 } }),
  { ...toolCall('meet', { message: 'soon', afterMs: 1 }), progressToken: 'token' },
  { ...toolCall('chatty', { messages: 3, bytes: 10 }), progressToken: 7 },
  toolCall('counts'),
  { method: 'tools/list', params: { cursor: 'WzEsImVjaG8iXQ' } },
  { method: 'tools/list' },
  { method: 'resources/read', params: { uri: 'test://none' } },
  { method: 'prompts/get', params: { name: 'none', arguments: { a: 'b' } } },
  {
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } },
  },
];

const CANCELLED: JsonObject = {
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId: 3, reason: 'enough' },
};

/** Answers to questions nobody asked. */
const RESPONSES: readonly JsonObject[] = [
  { jsonrpc: '2.0', id: 'plugboard-1', result: { action: 'accept' } },
  { jsonrpc: '2.0', id: 'plugboard-2', error: { code: -1, message: 'no' } },
];

export const MODERN_SEEDS: readonly JsonObject[] = [
  ...ASKED.map((asked, at) => modernRequest(at, asked)),
  modernRequest('d', { method: 'server/discover' }),
  modernRequest('a1', toolCall('ask')),
  modernRequest('a2', {
    method: 'tools/call',
    params: {
      name: 'ask',
      arguments: {},
      inputResponses: { elicit_1: { action: 'accept', content: { name: 'x' } } },
    },
  }),
  modernRequest('a3', {
    method: 'tools/call',
    params: { name: 'ask', arguments: {}, inputResponses: {}, requestState: 'made.up' },
  }),
  CANCELLED,
  ...RESPONSES,
];

export const LEGACY_SEEDS: readonly JsonObject[] = [
  ...ASKED.map((asked, at) => legacyRequest(at, asked)),
  legacyRequest('p', { method: 'ping' }),
  legacyRequest('l', { method: 'logging/setLevel', params: { level: 'debug' } }),
  legacyRequest('s', { method: 'resources/subscribe', params: { uri: 'test://none' } }),
  legacyRequest('u', { method: 'resources/unsubscribe', params: { uri: 'test://none' } }),
  initialize('i', '2025-03-26'),
  INITIALIZED,
  CANCELLED,
  ...RESPONSES,
];
