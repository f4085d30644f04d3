// Servers on HTTP that answer in ways few do: streams that stay open, versions refused, unusable tools.
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRuntime } from '../../src/index.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { stage } from './stage.ts';

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params: JsonObject;
}

type Answer = (asked: Asked, response: ServerResponse, headers: IncomingHttpHeaders) => void;

const MODERN = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
const COMPLETE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const NOW = { name: 'now', inputSchema: { type: 'object' } };

/** A server of one function; the methods it was asked for are kept. */
async function serve(answer: Answer) {
  // What an address was the last time is remembered, and another server may have had this port.
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
  const methods: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const asked = JSON.parse(body) as Asked;
    methods.push(asked.method);
    return answer(asked, response, request.headers);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/mcp`, methods };
}

function reply({ id }: Asked, response: ServerResponse, result: JsonObject): void {
  if (id === undefined) return void response.writeHead(202).end();
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

/** The answer on a stream that nobody ends. */
function stream({ id }: Asked, response: ServerResponse, result: JsonObject): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
}

const toolsOf = (tools: readonly JsonObject[]): JsonObject => ({ ...COMPLETE, tools: [...tools] });
const said = (words: string): JsonObject => ({
  ...COMPLETE,
  content: [{ type: 'text', text: words }],
});

describe('a stream that stays open after the answer', () => {
  test('of a modern server does not hold up the call', async () => {
    const { baseUrl } = await serve((asked, response) => {
      if (asked.method === 'server/discover') return reply(asked, response, MODERN);
      const result = asked.method === 'tools/list' ? toolsOf([NOW]) : said('now');
      return stream(asked, response, result);
    });
    const { run } = await stage({ odd: { baseUrl } });
    expect(await run(['odd.now'])).toEqual({ exit: 0, stdout: 'now\n', stderr: '' });
  });

  test('of a session does not hold up the call', async () => {
    const { baseUrl } = await serve((asked, response) => {
      if (asked.method === 'server/discover') return void response.writeHead(404).end();
      if (asked.id === undefined) return reply(asked, response, {});
      if (asked.method === 'initialize') return stream(asked, response, initialized());
      return stream(asked, response, asked.method === 'tools/list' ? toolsOf([NOW]) : said('now'));
    });
    const { run } = await stage({ odd: { baseUrl } });
    expect(await run(['odd.now'])).toEqual({ exit: 0, stdout: 'now\n', stderr: '' });
  });
});

function initialized(): JsonObject {
  const serverInfo = { name: 'odd', version: '1' };
  return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
}

test('an event without an end is given up before it fills the memory', async () => {
  const { baseUrl } = await serve((asked, response) => {
    if (asked.method === 'server/discover')
      return reply(asked, response, { ...COMPLETE, ...MODERN });
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const piece = 'x'.repeat(1024 * 1024);
    const pour = () => void (!response.destroyed && response.write(piece, pour));
    response.write('data: ', pour);
  });
  const { run } = await stage({ endless: { baseUrl, allowHttp: true } });
  const { exit, stderr } = await run(['endless.now']);
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: 'Output exceeds 16777216 bytes.\n' });
});

test('[client:revisions] a server that answers everything with nothing is a legacy one', async () => {
  const { baseUrl, methods } = await serve((asked, response) => {
    const { method } = asked;
    if (method === 'initialize') return reply(asked, response, initialized());
    if (method === 'tools/list') return reply(asked, response, toolsOf([NOW]));
    return reply(asked, response, method === 'tools/call' ? said('now') : {});
  });
  const { run } = await stage({ odd: { baseUrl } });
  expect((await run(['odd.now'])).stdout).toBe('now\n');
  expect(methods.slice(0, 2)).toEqual(['server/discover', 'initialize']);
});

/** What the servers of the SDK say. */
function noSession(id: null | undefined): string {
  const error = { code: -32000, message: 'Bad Request: No valid session ID provided' };
  return JSON.stringify({ jsonrpc: '2.0', error, id });
}

describe('a server that was started again', () => {
  test.each([
    [404, ''],
    [400, noSession(null)],
    [400, noSession(undefined)],
    [400, noSession(null).replace(/No valid.*provided/u, 'Server not initialized')],
  ])(
    'knows its sessions no more, %i %s: another is opened, and nothing runs twice',
    async (...refusal) => {
      let session = 0;
      let calls = 0;
      const { baseUrl } = await serve((asked, response, headers) => {
        if (asked.method === 'server/discover') return void response.writeHead(404).end();
        if (asked.method === 'initialize') {
          response.setHeader('Mcp-Session-Id', `s${session}`);
          return reply(asked, response, initialized());
        }
        if (headers['mcp-session-id'] !== `s${session}`) {
          return void response.writeHead(refusal[0]).end(refusal[1]);
        }
        if (asked.method === 'tools/list') return reply(asked, response, toolsOf([NOW]));
        if (asked.method === 'tools/call') calls += 1;
        return reply(asked, response, said(`from s${session}`));
      });
      await using runtime = await createRuntime({ servers: { odd: { baseUrl } } });
      expect((await runtime.callTool('odd', 'now')).text()).toBe('from s0');
      session = 1;
      expect((await runtime.callTool('odd', 'now')).text()).toBe('from s1');
      session = 2;
      expect(await runtime.listTools('odd')).toMatchObject([{ name: 'now' }]);
      expect((await runtime.callTool('odd', 'now')).text()).toBe('from s2');
      expect(calls).toBe(3);
    },
  );
});

test('[client:revisions] a refused version that the server offers is asked for again', async () => {
  let refusals = 0;
  const { baseUrl, methods } = await serve((asked, response) => {
    if (asked.method === 'server/discover' && refusals++ === 0) {
      const data = { supported: ['2026-07-28'], requested: '2026-07-28' };
      const error = { code: -32022, message: 'Unsupported protocol version', data };
      response.writeHead(400, { 'Content-Type': 'application/json' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, error }));
    }
    if (asked.method === 'server/discover') return reply(asked, response, MODERN);
    return reply(asked, response, asked.method === 'tools/list' ? toolsOf([NOW]) : said('now'));
  });
  const { run } = await stage({ odd: { baseUrl } });
  expect((await run(['odd.now'])).stdout).toBe('now\n');
  expect(methods).toEqual(['server/discover', 'server/discover', 'tools/list', 'tools/call']);
});

test('tools whose parameters no header can repeat are left out, and named', async () => {
  const bad = {
    name: 'bad',
    inputSchema: {
      type: 'object',
      properties: { score: { type: 'number', 'x-mcp-header': 'Score' } },
    },
  };
  const { baseUrl } = await serve((asked, response) => {
    if (asked.method === 'server/discover') return reply(asked, response, MODERN);
    return reply(asked, response, toolsOf([bad, NOW]));
  });
  const { run } = await stage({ odd: { baseUrl } });
  expect(await run(['list', 'odd'])).toEqual({
    exit: 0,
    stdout: '  now()\n',
    stderr:
      '! bad: Cannot parse x-mcp-header in the input schema: "Score" is on a parameter that is no string, integer or boolean\n',
  });
  expect((await run(['odd.bad', 'score:1'])).stderr).toContain('Cannot parse x-mcp-header');
});
