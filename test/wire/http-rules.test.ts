// The rules of the endpoint that hold for every revision: headers, statuses, bodies that are no messages.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { JSON_HEADERS, rawPost, rawRequest } from '../support/raw-http.ts';
import {
  initializeParams,
  modernPost,
  modernRequest,
  notification,
  openRawSession,
  request,
} from '../support/raw-mcp.ts';

const INITIALIZE = request(1, 'initialize', initializeParams('2025-11-25'));
const DISCOVER = modernRequest(1, 'server/discover');

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage();
});

async function expectAlive(): Promise<void> {
  expect((await modernPost(stage.url, DISCOVER)).status).toBe(200);
}

describe('Accept', () => {
  test.each([
    undefined,
    '*/*',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'application/json;q=0.9, text/event-stream;q=0.1',
    'application/*, text/*',
    'APPLICATION/JSON, TEXT/EVENT-STREAM',
  ])('%s is enough', async (accept) => {
    expect((await rawPost(stage.url, INITIALIZE, { accept })).status).toBe(200);
    expect((await modernPost(stage.url, DISCOVER, { accept })).status).toBe(200);
  });

  test.each(['application/json', 'text/event-stream', 'text/html', ''])(
    '%j is not',
    async (accept) => {
      const answer = await rawPost(stage.url, INITIALIZE, { accept });
      expect(answer.status).toBe(406);
      expect((await answer.message()).error?.message).toContain('Accept');
    },
  );
});

describe('Content-Type', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    '%s is JSON',
    async (type) => {
      const answer = await rawPost(stage.url, INITIALIZE, { 'content-type': type });
      expect(answer.status).toBe(200);
    },
  );

  test.each([undefined, 'text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])(
    '%s is not',
    async (type) => {
      const answer = await rawPost(stage.url, INITIALIZE, { 'content-type': type });
      expect(answer.status).toBe(415);
      expect((await answer.message()).error?.message).toContain('application/json');
    },
  );
});

describe('bodies', () => {
  test.each(['', '{', 'nope', '{"jsonrpc":"2.0"', '\ufeff{}'])(
    '%j: 400, parse error',
    async (body) => {
      const answer = await rawPost(stage.url, body);
      expect(answer.status).toBe(400);
      const { id, error } = await answer.message();
      expect(id).toBeUndefined();
      expect(error?.code).toBe(-32700);
      await expectAlive();
    },
  );

  test.each(['"ping"', '42', 'null', 'true', '{}', '{"jsonrpc":"2.0"}', '{"method":"ping"}'])(
    '%s: 400, no message',
    async (body) => {
      const answer = await rawPost(stage.url, body);
      expect(answer.status).toBe(400);
      expect((await answer.message()).error?.code).toBe(-32600);
      await expectAlive();
    },
  );

  test('an id that could be read comes back with the refusal', async () => {
    const answer = await rawPost(stage.url, { jsonrpc: '1.0', id: 'mine', method: 'ping' });
    expect(await answer.message()).toMatchObject({ id: 'mine', error: { code: -32600 } });
  });

  test('a body over the limit is refused, however long it says it is', async () => {
    const body = JSON.stringify({ ...INITIALIZE, filler: 'x'.repeat(5 * 1024 * 1024) });
    const answer = await rawPost(stage.url, body);
    expect(answer.status).toBe(413);
    expect((await answer.message()).error?.message).toBe('The body exceeds 4194304 bytes');
    await expectAlive();
  });

  test('a body over the limit is refused that comes in chunks', async () => {
    const headers = { ...JSON_HEADERS, 'transfer-encoding': 'chunked' };
    const answer = await rawRequest(stage.url, { headers, body: 'x'.repeat(5 * 1024 * 1024) });
    expect(answer.status).toBe(413);
    await expectAlive();
  });

  test('a body just under the limit is read', async () => {
    const filler = 'x'.repeat(4 * 1024 * 1024 - 2_000);
    const answer = await modernPost(
      stage.url,
      modernRequest(1, 'tools/call', { name: 'echo', arguments: { message: filler } }),
    );
    expect((await answer.message()).result).toMatchObject({ content: [{ text: filler }] });
  });

  test('a client that leaves in the middle of its body harms nobody', async () => {
    const { port } = stage.server;
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 1000\r\n\r\n{"jsonrpc"');
    await expectAlive();
    socket.destroy();
    await expectAlive();
    expect(stage.problems).toEqual([]);
  });
});

describe('methods and paths', () => {
  test.each(['PUT', 'PATCH', 'OPTIONS', 'HEAD'])('%s: 405 and what is allowed', async (method) => {
    const answer = await rawRequest(stage.url, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, POST, DELETE');
  });

  test.each(['/', '/mcp/', '/mcp/x', '/MCP', '/sse', '/messages', '//mcp', '/%6dcp'])(
    '%s is not there',
    async (path) => {
      expect(
        (await rawPost(`http://127.0.0.1:${stage.server.port}${path}`, INITIALIZE)).status,
      ).toBe(404);
    },
  );

  test('a query is no part of the path', async () => {
    expect((await rawPost(`${stage.url}?a=b`, INITIALIZE)).status).toBe(200);
  });

  test('another path can be chosen', async () => {
    const other = await httpStage({ path: '/tools' });
    expect(other.url).toMatch(/\/tools$/u);
    expect((await rawPost(other.url, INITIALIZE)).status).toBe(200);
    expect((await rawPost(other.at('/mcp'), INITIALIZE)).status).toBe(404);
  });

  test('GET without Accept for a stream: 405', async () => {
    expect((await rawRequest(stage.url, { method: 'GET' })).status).toBe(405);
  });

  test('what is no HTTP gets 400 and the door', async () => {
    const socket = connect(stage.server.port, '127.0.0.1');
    socket.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /u);
    await expectAlive();
  });
});

describe('messages that need no answer', () => {
  test('2025: notifications and answers get 202 and no body', async () => {
    const session = await openRawSession(stage.url);
    for (const message of [
      notification('notifications/initialized'),
      notification('notifications/nonsense', { a: 1 }),
      notification('notifications/cancelled', { requestId: 'unknown' }),
      { jsonrpc: '2.0', id: 'plugboard-7', result: {} },
      { jsonrpc: '2.0', id: 'plugboard-7', error: { code: 1, message: 'no' } },
    ]) {
      const answer = await session.post(message);
      expect(answer.status).toBe(202);
      expect(await answer.body).toBe('');
    }
  });

  test('2026: notifications get 202, answers are not for this revision', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28' };
    const told = await rawPost(stage.url, notification('notifications/nonsense'), headers);
    expect(told.status).toBe(202);
    expect(await told.body).toBe('');
    const answered = await rawPost(stage.url, { jsonrpc: '2.0', id: 1, result: {} }, headers);
    expect(answered.status).toBe(400);
  });
});
