// What clients may send to /api/mcp and /mcp: without sessions, with sessions, and of every revision.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ask, post, startMcpd, type RunningMcpd } from './run-mcpd.ts';

const ANY_REPLY = { Accept: 'application/json, text/event-stream' };
const LEGACY_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const TOKEN = 'client-token';
let mcpd: RunningMcpd;

beforeAll(async () => {
  mcpd = await startMcpd();
});
afterAll(() => mcpd.stop());

const initialize = (protocolVersion = '2025-11-25', name = 'test') => ({
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name, version: '1' } },
});

const modern = (method: string) => ({
  id: 1,
  method,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const modernHeaders = (method: string) => ({
  ...ANY_REPLY,
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': method,
});

async function openSession(path: string): Promise<string> {
  const { headers } = await post(mcpd, initialize(), { path, headers: ANY_REPLY });
  const id = String(headers['mcp-session-id']);
  await post(
    mcpd,
    { method: 'notifications/initialized' },
    { path, headers: { ...ANY_REPLY, 'Mcp-Session-Id': id } },
  );
  return id;
}

/** The JSON of an answer, also where it came as an event. */
function messageOf(text: string): Record<string, unknown> {
  const data = /^data: (\{.*)$/mu.exec(text)?.[1] ?? text;
  return JSON.parse(data) as Record<string, unknown>;
}

describe('without a session', () => {
  it('a batch may bring its initialize along', async () => {
    const { json } = await post(mcpd, [
      initialize('2024-11-05'),
      { method: 'notifications/initialized' },
      { id: 2, method: 'ping' },
    ]);
    expect(json).toMatchObject([
      { id: 1, result: { protocolVersion: '2024-11-05' } },
      { id: 2, result: {} },
    ]);
  });

  verifies(
    [
      'mcpd:sessionless:no-session-id',
      'mcpd:sessionless:no-prior-initialize',
      'mcpd:sessionless:any-accept',
      'mcpd:sessionless:one-json-reply',
      'mcpd:route:post-api-mcp',
    ],
    'a POST to /api/mcp is answered as one JSON reply whatever it accepts',
    async () => {
      const params = { name: 'hello', arguments: {} };
      for (const headers of [
        {},
        { Accept: 'text/html' },
        { Accept: 'application/json' },
        ANY_REPLY,
      ]) {
        const answer = await post(mcpd, { id: 7, method: 'tools/call', params }, { headers });
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
        expect(answer.headers['mcp-session-id']).toBeUndefined();
        expect(answer.json).toMatchObject({
          jsonrpc: '2.0',
          id: 7,
          result: { content: [{ type: 'text', text: 'Hello, World!' }], isError: false },
        });
      }
    },
  );

  it('answers initialize, lists, reads and batches the same way', async () => {
    const hello = await post(mcpd, initialize('2024-11-05'), { headers: { Accept: '*/*' } });
    expect(hello.headers['content-type']).toBe('application/json');
    expect(hello.json).toMatchObject({
      result: { protocolVersion: '2024-11-05', serverInfo: { name: 'mcpd' } },
    });
    const batch = await post(mcpd, [
      { id: 1, method: 'tools/list' },
      { id: 2, method: 'resources/read', params: { uri: 'mcpd://show/env/state' } },
    ]);
    expect(batch.json).toMatchObject([
      {
        id: 1,
        result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'hello' })]) },
      },
      { id: 2, result: { contents: [{ uri: 'mcpd://show/env/state' }] } },
    ]);
  });

  it('tells what it cannot read in JSON-RPC', async () => {
    const answer = await ask(mcpd, '/api/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: '{',
    });
    expect(answer.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } });
  });

  verifies('mcpd:better:ping', 'ping is answered', async () => {
    expect((await post(mcpd, { id: 3, method: 'ping' })).json).toEqual({
      jsonrpc: '2.0',
      id: 3,
      result: {},
    });
  });

  verifies('mcpd:better:http-202', 'a notification is answered 202 and empty', async () => {
    const { status, text } = await post(mcpd, { method: 'notifications/initialized' });
    expect([status, text]).toEqual([202, '']);
  });

  verifies('mcpd:better:http-405', 'other methods are answered 405', async () => {
    for (const method of ['GET', 'PUT', 'PATCH']) {
      const { status, headers } = await ask(mcpd, '/api/mcp', { method });
      expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, POST, DELETE']);
    }
  });

  verifies('mcpd:sessionless:mcp-is-strict', '/mcp wants a session and an Accept', async () => {
    const call = { id: 1, method: 'tools/list' };
    const bare = await post(mcpd, call, { path: '/mcp', headers: ANY_REPLY });
    expect(bare.status).toBe(400);
    const html = await post(mcpd, call, { path: '/mcp', headers: { Accept: 'text/html' } });
    expect(html.status).toBe(406);
  });
});

describe('with a session', () => {
  verifies(
    ['mcpd:sessionless:session-id-follows-revision'],
    'a request with a session id follows the revision of its session',
    async () => {
      const id = await openSession('/api/mcp');
      const headers = { ...ANY_REPLY, 'Mcp-Session-Id': id };
      const list = await post(mcpd, { id: 2, method: 'tools/list' }, { headers });
      expect(messageOf(list.text)).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
      const unknown = { ...ANY_REPLY, 'Mcp-Session-Id': 'unknown' };
      expect((await post(mcpd, { id: 2, method: 'ping' }, { headers: unknown })).status).toBe(404);
      expect((await ask(mcpd, '/api/mcp', { method: 'DELETE', headers })).status).toBe(204);
      expect((await post(mcpd, { id: 3, method: 'ping' }, { headers })).status).toBe(404);
    },
  );

  verifies('mcpd:sessionless:one-handler', '/api/mcp and /mcp share their sessions', async () => {
    const id = await openSession('/mcp');
    const headers = { ...ANY_REPLY, 'Mcp-Session-Id': id };
    const answer = await post(mcpd, { id: 2, method: 'ping' }, { path: '/api/mcp', headers });
    expect(messageOf(answer.text)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  });
});

describe('revisions', () => {
  verifies(
    ['mcpd:better:version-negotiation', 'mcpd:better:every-protocol-revision'],
    'every revision is spoken on both paths, and an unknown one gets the latest with sessions',
    async () => {
      for (const path of ['/api/mcp', '/mcp']) {
        for (const revision of LEGACY_REVISIONS) {
          const { text } = await post(mcpd, initialize(revision), { path, headers: ANY_REPLY });
          expect(messageOf(text)).toMatchObject({ result: { protocolVersion: revision } });
        }
        const odd = await post(mcpd, initialize('1999-01-01'), { path, headers: ANY_REPLY });
        expect(messageOf(odd.text)).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
        const headers = modernHeaders('server/discover');
        const discover = await post(mcpd, modern('server/discover'), { path, headers });
        expect(messageOf(discover.text)).toMatchObject({
          result: { supportedVersions: expect.arrayContaining(['2026-07-28']) },
        });
      }
    },
  );

  verifies(
    'mcpd:sessionless:meta-2026-follows-revision',
    'a request with the _meta of 2026 follows the rules of 2026 on /api/mcp',
    async () => {
      const headers = modernHeaders('tools/list');
      const list = await post(mcpd, modern('tools/list'), { headers });
      expect(messageOf(list.text)).toMatchObject({
        result: { resultType: 'complete', tools: expect.any(Array) },
      });
      const contradicting = await post(mcpd, modern('tools/list'), {
        headers: modernHeaders('tools/call'),
      });
      expect(contradicting.status).toBe(400);
    },
  );
});

describe('existing clients', () => {
  verifies(
    'mcpd:keep:client-configuration-unchanged',
    'a client configured with the /api/mcp address and a bearer header works unchanged',
    async () => {
      await using guarded = await startMcpd([], { MCPD_HTTP_AUTH_API_TOKEN: TOKEN });
      const client = new Client({ name: 'existing', version: '1' });
      const transport = new StreamableHTTPClientTransport(new URL(`${guarded.url}/api/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
      });
      await client.connect(transport);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('show/env');
      const { content } = await client.callTool({ name: 'hello', arguments: {} });
      expect(content).toEqual([{ type: 'text', text: 'Hello, World!' }]);
      await client.ping();
      await client.close();
    },
  );

  verifies(
    'mcpd:names:separator-flag-overrides',
    '--tool-name-separator spells for all',
    async () => {
      await using spelled = await startMcpd(['--tool-name-separator', '-']);
      const { json } = await post(spelled, { id: 1, method: 'tools/list' });
      const { tools } = json['result'] as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain('show-logs');
      for (const name of ['show-logs', 'show/logs']) {
        const call = { id: 2, method: 'tools/call', params: { name, arguments: {} } };
        expect((await post(spelled, call)).json).toMatchObject({ result: { isError: false } });
      }
    },
  );
});
