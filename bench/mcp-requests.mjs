// The requests the load consists of, in both eras.

export const ERAS = ['2025', '2026'];
const REVISIONS = { 2025: '2025-11-25', 2026: '2026-07-28' };
const CLIENT = { name: 'bench', version: '1.0.0' };
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISIONS[2026],
  'io.modelcontextprotocol/clientInfo': CLIENT,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MESSAGE = 'The quick brown fox jumps over the lazy dog';

export const CALL = {
  method: 'tools/call',
  params: { name: 'echo', arguments: { message: MESSAGE } },
};
export const LIST = { method: 'tools/list', params: {} };
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: REVISIONS[2025], capabilities: {}, clientInfo: CLIENT },
};

/** A request as text; ids of one length keep all requests at one length. */
export function requestText(era, { method, params }, id) {
  const own = era === '2026' ? { ...params, _meta: META } : params;
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: own });
}

export function initializeText() {
  return requestText('2025', INITIALIZE, 1);
}

export const INITIALIZED_TEXT = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** What a client of the era sends with each POST. */
export function httpHeaders(era, { method, params }, sessionId) {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': REVISIONS[era],
    ...(era === '2026' && { 'Mcp-Method': method }),
    ...(era === '2026' && params.name !== undefined && { 'Mcp-Name': params.name }),
    ...(sessionId !== undefined && { 'Mcp-Session-Id': sessionId }),
  };
}

/** Fails unless a reply is the echo. */
export function checkEcho(text) {
  const { result } = JSON.parse(text);
  if (result?.content?.[0]?.text !== MESSAGE) throw new Error(`not an echo: ${text}`);
}
