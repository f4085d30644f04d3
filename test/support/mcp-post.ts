// One stateless MCP request over HTTP, as a 2026 client sends it; no client library in between.
import type { JsonObject } from '../../src/core/json.ts';
import { JSON_HEADERS } from './raw-http.ts';
import { modernHeaders, modernMeta } from './raw-mcp.ts';

export interface PostOptions {
  /** Who the client says it is. */
  readonly clientName?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Posted {
  readonly status: number;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

export interface PostedRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

export async function mcpPost(
  url: string,
  { method, params = {} }: PostedRequest,
  { clientName = 'test', headers }: PostOptions = {},
): Promise<Posted> {
  const _meta = modernMeta({}, { info: { name: clientName, version: '1' }, capabilities: {} });
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...JSON_HEADERS,
      ...modernHeaders({ method, params }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  const text = await answer.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Partial<Posted>) : {};
  return { ...body, status: answer.status };
}

export async function toolNames(url: string, options?: PostOptions): Promise<string[]> {
  const { result = {} } = await mcpPost(url, { method: 'tools/list' }, options);
  return (result['tools'] as { name: string }[]).map(({ name }) => name);
}

/** The text of the first block a tool gave back. */
export async function callText(
  url: string,
  name: string,
  args: JsonObject = {},
): Promise<string | undefined> {
  const { result } = await mcpPost(url, {
    method: 'tools/call',
    params: { name, arguments: args },
  });
  return (result?.['content'] as { text?: string }[] | undefined)?.[0]?.text;
}
