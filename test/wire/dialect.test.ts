// What a drop-in adds to the wire is a table: methods, codes, fields, routes, paths without sessions.
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Dialect } from '../../src/core/dialect.ts';
import { bearerWall } from '../../src/surfaces/http/walls.ts';
import { httpStage } from '../support/http-stage.ts';
import { matrixStage } from '../support/matrix-source.ts';
import { rawPost, rawRequest } from '../support/raw-http.ts';
import { serveRawLines, type RawLines } from '../support/raw-lines.ts';
import {
  initializeParams,
  modernPost,
  modernRequest,
  notification,
  request,
} from '../support/raw-mcp.ts';

const DIALECT: Dialect = {
  id: 'test',
  methods: {
    shutdown: { run: () => ({ bye: true }), stage: 'shutdown' },
    exit: { run: () => ({}), stage: 'exit' },
    'x/add': { run: ({ a, b }) => ({ sum: Number(a) + Number(b) }) },
    'x/crash': { run: () => Promise.reject(new Error('secret')) },
  },
  lifecycle: { beforeInitialize: -32_002, alreadyInitialized: -32_003, shuttingDown: -32_005 },
  toolFields: (tool, caller) => ({ shownTo: caller.name ?? 'nobody', length: tool.name.length }),
  resultFields: (result) => ({ blocks: result.content.length }),
  wireCodes: { not_found: -32_099 },
  sessionlessPaths: ['/', '/rpc'],
  routes: [
    { method: 'GET', path: '/health', open: true, answer: () => ({ status: 200, body: 'fine' }) },
    {
      method: 'POST',
      path: '/echo/*',
      answer: ({ path, body, identity }) => ({
        status: 201,
        headers: { 'X-Who': identity ?? 'nobody' },
        body: `${path} ${Buffer.from(body).toString()}`,
      }),
    },
    {
      method: 'GET',
      path: '/broken',
      answer: () => {
        throw new Error('secret');
      },
    },
  ],
  refusal: ({ path }) => ({ status: 401, body: `no ${path} for you` }),
};

async function openLines(): Promise<RawLines> {
  const lines = await serveRawLines(matrixStage().source, { dialect: DIALECT });
  onTestFinished(() => lines[Symbol.asyncDispose]());
  return lines.client;
}

describe('methods', () => {
  test('are answered in both eras', async () => {
    const client = await openLines();
    await client.initialize('2025-11-25');
    expect((await client.ask('x/add', { a: 1, b: 2 })).result).toEqual({ sum: 3 });
    expect((await client.askModern('x/add', { a: 1, b: 2 })).result).toMatchObject({
      resultType: 'complete',
      sum: 3,
    });
  });

  test('that fail are internal errors', async () => {
    const client = await openLines();
    const { error } = await client.askModern('x/crash');
    expect(error).toMatchObject({ code: -32603, message: 'Internal error.' });
  });

  test.each(['constructor', '__proto__', 'x/none'])('%s is none of them', async (method) => {
    const client = await openLines();
    expect((await client.askModern(method)).error?.code).toBe(-32601);
  });

  test('of the shutdown stage leave only the exit', async () => {
    const client = await openLines();
    await client.initialize('2025-11-25');
    expect((await client.ask('shutdown')).result).toEqual({ bye: true });
    for (const method of ['tools/list', 'ping', 'shutdown', 'initialize']) {
      expect((await client.ask(method)).error?.code).toBe(-32_005);
    }
    expect((await client.ask('exit')).result).toEqual({});
  });

  test.each<[string, object]>([
    ['request', request('bye', 'exit')],
    ['notification', notification('exit')],
  ])('of the exit stage end the conversation, as a %s', async (_, message) => {
    const lines = await serveRawLines(matrixStage().source, { dialect: DIALECT });
    onTestFinished(() => lines[Symbol.asyncDispose]());
    await lines.client.initialize('2025-11-25');
    lines.client.send(message);
    await lines.server.ended;
    expect(lines.client.inbox.all.length).toBeGreaterThan(0);
  });
});

test('codes of its own for messages at the wrong time, and for errors of the table', async () => {
  const client = await openLines();
  expect((await client.ask('tools/list')).error?.code).toBe(-32_002);
  await client.initialize('2025-11-25');
  const again = await client.ask('initialize', initializeParams('2025-11-25'));
  expect(again.error?.code).toBe(-32_003);
  expect((await client.ask('tools/call', { name: 'gone' })).error?.code).toBe(-32_099);
});

test('fields of its own on tools and results, made for each caller', async () => {
  const client = await openLines();
  const { result } = await client.askModern('tools/list');
  expect(result).toMatchObject({
    tools: expect.arrayContaining([
      expect.objectContaining({ name: 'echo', shownTo: 'raw-client', length: 4 }),
    ]),
  });
  const call = await client.askModern('tools/call', { name: 'kinds' });
  expect(call.result).toMatchObject({ blocks: 7 });
});

describe('paths without sessions', () => {
  const LIST = request(1, 'tools/list');

  test.each(['/', '/rpc'])(
    '%s: one POST, one JSON answer, no Accept, no initialize',
    async (path) => {
      const stage = await httpStage({ dialect: DIALECT });
      const answer = await rawPost(stage.at(path), LIST, { accept: undefined });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect((await answer.message()).result?.['tools']).toBeDefined();
    },
  );

  test('answer batches, and null where no id could be read', async () => {
    const stage = await httpStage({ dialect: DIALECT });
    const url = stage.at('/rpc');
    const batch = await rawPost(url, [LIST, request(2, 'ping'), 7]);
    expect((JSON.parse(await batch.body) as object[]).length).toBe(3);
    const broken = await rawPost(url, '{');
    expect(broken.status).toBe(400);
    expect(await broken.message()).toMatchObject({ id: null, error: { code: -32700 } });
    expect(await (await rawPost(url, 7)).message()).toMatchObject({ id: null });
    expect((await rawPost(url, notification('x'))).status).toBe(202);
  });

  test('serve sessions and 2026 too', async () => {
    const stage = await httpStage({ dialect: DIALECT });
    const url = stage.at('/rpc');
    const opened = await rawPost(url, request(1, 'initialize', initializeParams('2025-11-25')));
    expect(opened.headers['mcp-session-id']).toBeDefined();
    expect((await modernPost(url, modernRequest(1, 'server/discover'))).status).toBe(200);
  });

  test('cannot be asked back', async () => {
    const stage = await httpStage({ dialect: DIALECT });
    const call = request(1, 'tools/call', { name: 'elicits' });
    expect((await (await rawPost(stage.at('/rpc'), call)).message()).error?.code).toBe(-32601);
  });
});

describe('routes', () => {
  test('are answered behind the wall, or in front of it where they are open', async () => {
    const stage = await httpStage({ dialect: DIALECT, wall: bearerWall('t') });
    const health = await rawRequest(stage.at('/health'), { method: 'GET' });
    expect([health.status, await health.body]).toEqual([200, 'fine']);
    const refused = await rawRequest(stage.at('/echo/1'), { body: 'x' });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(await refused.body).toBe('no /echo/1 for you');
    const headers = { authorization: 'Bearer t' };
    const echo = await rawRequest(stage.at('/echo/a/b?c=d'), { headers, body: 'hi' });
    expect(echo.status).toBe(201);
    expect(echo.headers['x-who']).toBe('bearer');
    expect(await echo.body).toBe('/echo/a/b hi');
  });

  test.each([
    ['GET', '/echo/1'],
    ['POST', '/echo'],
    ['POST', '/health'],
  ])('%s %s is none', async (method, path) => {
    const stage = await httpStage({ dialect: DIALECT });
    expect((await rawRequest(stage.at(path), { method })).status).toBe(404);
  });

  test('that fail tell nothing of their inside, but the operator', async () => {
    const problems: unknown[] = [];
    const onProblem = (...problem: unknown[]) => problems.push(problem);
    const stage = await httpStage({ dialect: DIALECT, onProblem });
    const answer = await rawRequest(stage.at('/broken'), { method: 'GET' });
    expect(answer.status).toBe(500);
    expect(await answer.body).not.toContain('secret');
    expect(problems).toEqual([['GET /broken failed', new Error('secret')]]);
  });

  test('are guarded as everything else', async () => {
    const stage = await httpStage({ dialect: DIALECT });
    const headers = { host: 'evil.example.com' };
    expect((await rawRequest(stage.at('/health'), { method: 'GET', headers })).status).toBe(403);
  });
});
