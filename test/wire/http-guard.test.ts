// Who gets in over HTTP: names and pages, tokens and passwords, certificates, addresses.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { anyWall, basicWall, bearerWall } from '../../src/surfaces/http/walls.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { matrixStage } from '../support/matrix-source.ts';
import { JSON_HEADERS, rawRequest } from '../support/raw-http.ts';
import {
  modernHeaders,
  modernPost,
  modernRequest,
  openRawSession,
  request,
} from '../support/raw-mcp.ts';

const DISCOVER = modernRequest(1, 'server/discover');

describe('Host and Origin', () => {
  let stage: HttpStage;

  beforeEach(async () => {
    stage = await httpStage({ allowedOrigins: ['https://app.example.com'] });
  });

  test.each([
    { host: 'evil.example.com' },
    { host: 'localhost', origin: 'http://evil.example.com' },
    { host: 'evil.example.com', origin: 'http://evil.example.com' },
    { host: 'localhost', origin: 'null' },
  ])('%j: 403, on every method and path', async (headers) => {
    for (const [method, path] of [
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
      ['OPTIONS', '/mcp'],
      ['GET', '/'],
    ] as const) {
      const answer = await rawRequest(stage.at(path), { method, headers });
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect((await answer.message()).error).toMatchObject({ code: -32600 });
    }
  });

  test('are fine from here', async () => {
    const { port } = stage.server;
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    const answer = await modernPost(stage.url, DISCOVER, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(`http://localhost:${port}`);
  });

  test('a page that was allowed may read the session id', async () => {
    const origin = 'https://app.example.com';
    const answer = await modernPost(stage.url, DISCOVER, { origin });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Mcp-Session-Id',
      vary: 'Origin',
    });
  });

  test('a request without Host is no request', async () => {
    const socket = connect(stage.server.port, '127.0.0.1');
    socket.end('POST /mcp HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 4/u);
  });
});

describe('a preflight', () => {
  test('is answered with what the page may send, before any wall', async () => {
    const stage = await httpStage({ wall: bearerWall('s3cret') });
    const asked = 'authorization, content-type, mcp-method, mcp-param-region';
    const answer = await rawRequest(stage.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'POST',
        'access-control-request-headers': asked,
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(answer.headers['access-control-allow-methods']).toBe('GET, POST, DELETE');
    const allowed = answer.headers['access-control-allow-headers']?.toLowerCase().split(/,\s*/u);
    expect(allowed).toEqual(expect.arrayContaining(asked.split(', ')));
  });

  test('names the usual headers where the page asks for none', async () => {
    const stage = await httpStage();
    const headers = { origin: 'http://localhost', 'access-control-request-method': 'GET' };
    const answer = await rawRequest(stage.url, { method: 'OPTIONS', headers });
    expect(answer.headers['access-control-allow-headers']).toContain('Mcp-Session-Id');
  });
});

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const PASSWORDS: Readonly<Record<string, string>> = { ann: 'a1', bob: 'b2' };

describe('a wall', () => {
  let stage: HttpStage;

  beforeEach(async () => {
    const passwords = basicWall((user, password) => PASSWORDS[user] === password);
    stage = await httpStage({ wall: anyWall(bearerWall('t0ken'), passwords), legacySse: true });
  });

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer wrong',
    'Bearer t0ken2',
    't0ken',
    basic('ann:wrong'),
    basic('nobody:a1'),
    'Basic !!!',
  ])('lets %j not pass: 401 and what to show', async (authorization) => {
    for (const [method, path] of [
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['DELETE', '/mcp'],
      ['GET', '/sse'],
      ['POST', '/messages'],
    ] as const) {
      const answer = await rawRequest(stage.at(path), { method, headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(
        'Bearer, Basic realm="plugboard", charset="UTF-8"',
      );
      expect(await answer.body).not.toContain('matrix');
    }
  });

  test.each(['Bearer t0ken', basic('ann:a1'), basic('bob:b2')])(
    'lets %j pass',
    async (authorization) => {
      expect((await modernPost(stage.url, DISCOVER, { authorization })).status).toBe(200);
    },
  );

  test('says nothing of paths that are not there', async () => {
    expect((await rawRequest(stage.at('/nowhere'), { method: 'GET' })).status).toBe(404);
  });

  test('keeps a session to the one who opened it', async () => {
    const ann = { authorization: basic('ann:a1') };
    const session = await openRawSession(stage.url, { headers: ann });
    expect((await session.ask('ping')).status).toBe(200);
    for (const authorization of [basic('bob:b2'), 'Bearer t0ken']) {
      const headers = { ...session.headers, authorization };
      const asBob = { headers: { ...JSON_HEADERS, ...headers } };
      expect((await rawRequest(stage.url, { ...asBob, body: request(1, 'ping') })).status).toBe(
        404,
      );
      expect((await rawRequest(stage.url, { ...asBob, method: 'GET' })).status).toBe(404);
      expect((await rawRequest(stage.url, { ...asBob, method: 'DELETE' })).status).toBe(404);
    }
    expect((await session.ask('ping')).status).toBe(200);
  });

  test.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw new Error('secret of the wall');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret of the wall'))],
  ])('that %s lets nobody pass and ends nothing', async (_, check) => {
    const broken = await httpStage({ wall: { challenge: 'Test', check } });
    for (const times of [1, 2]) {
      const answer = await modernPost(broken.url, DISCOVER);
      expect(answer.status).toBe(500);
      expect(await answer.body).not.toContain('secret');
      expect(broken.problems).toHaveLength(times);
    }
  });
});

test('an identity reaches the tools', async () => {
  const stage = matrixStage();
  let seen: string | undefined;
  const { tools } = stage.source;
  const source = {
    ...stage.source,
    tools: {
      ...tools,
      list: (ctx: Parameters<typeof tools.list>[0]) => {
        seen = ctx.caller.identity;
        return tools.list(ctx);
      },
    },
  };
  const wall = basicWall((user, password) => PASSWORDS[user] === password);
  await using server = await serveHttp(source, { port: 0, wall });
  const authorization = basic('bob:b2');
  await modernPost(server.url, modernRequest(1, 'tools/list'), { authorization });
  expect(seen).toBe('bob');
});

const readPem = (name: string) =>
  readFile(new URL(`../mcpd/tls/${name}.pem`, import.meta.url), 'utf8');

describe('TLS', () => {
  let cert: string;
  let key: string;

  beforeAll(async () => {
    [cert, key] = await Promise.all([readPem('cert'), readPem('key')]);
  });

  test('serves every era', async () => {
    const stage = await httpStage({ tls: { cert, key: Buffer.from(key) } });
    expect(stage.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    const answer = await rawRequest(stage.url.replace('127.0.0.1', 'localhost'), {
      headers: { ...JSON_HEADERS, ...modernHeaders(DISCOVER) },
      body: DISCOVER,
      ca: cert,
    });
    expect(answer.status).toBe(200);
    expect((await answer.message()).result).toMatchObject({ resultType: 'complete' });
  });

  test('does not speak plainly', async () => {
    const stage = await httpStage({ tls: { cert, key } });
    await expect(rawRequest(stage.url.replace('https', 'http'))).rejects.toThrow('socket hang up');
    await expect(rawRequest(stage.url)).rejects.toThrow(/self-signed|certificate/u);
  });

  test.each([
    ['no certificate at all', 'nonsense', 'nonsense'],
    ['a key in place of a certificate', '', ''],
  ])('%s is told before anything listens', async (_, badCert, badKey) => {
    const tls = { cert: badCert || key, key: badKey || key };
    await expect(serveHttp(matrixStage().source, { port: 0, tls })).rejects.toMatchObject({
      code: 'config_error',
      hint: 'Give PEM files that belong together',
    });
  });
});

describe('where to listen', () => {
  test.each(['0.0.0.0', '::', '192.0.2.7'])('%s without a wall is refused', async (host) => {
    await expect(serveHttp(matrixStage().source, { port: 0, host })).rejects.toMatchObject({
      code: 'forbidden',
      message: `Not allowed: listening on ${host} without authentication`,
      hint: expect.stringContaining('--token-file'),
    });
  });

  test('everywhere with a wall is fine', async () => {
    const stage = await httpStage({ host: '0.0.0.0', wall: bearerWall('t') });
    expect(stage.problems).toEqual([]);
    const url = `http://127.0.0.1:${stage.server.port}/mcp`;
    expect((await modernPost(url, DISCOVER, { authorization: 'Bearer t' })).status).toBe(200);
  });

  test('everywhere without a wall is warned about', async () => {
    const stage = await httpStage({ host: '0.0.0.0', allowUnauthenticated: true });
    expect(stage.problems).toEqual([
      'listening on 0.0.0.0 without authentication: everyone who reaches it may call',
    ]);
  });

  test('a port that is taken is named', async () => {
    const { server } = await httpStage();
    const taken = serveHttp(matrixStage().source, { port: server.port });
    await expect(taken).rejects.toMatchObject({
      code: 'config_error',
      message: expect.stringContaining(`127.0.0.1:${server.port}: the address is already in use`),
      hint: 'Choose another port with --port',
    });
  });

  test('a server that could not start leaves its source alone', async () => {
    const { server } = await httpStage();
    const { source } = matrixStage();
    let watches = 0;
    const watched = {
      ...source,
      onChange: () => {
        watches += 1;
        return { [Symbol.dispose]: () => void (watches -= 1) };
      },
    };
    await expect(serveHttp(watched, { port: server.port })).rejects.toThrow('already in use');
    expect(watches).toBe(0);
  });

  test('port 0 is any free one, and the URL says which', async () => {
    const { server } = await httpStage();
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/mcp`);
  });

  test('an IPv6 address stands in brackets', async () => {
    const { server } = await httpStage({ host: '::1' });
    expect(server.url).toBe(`http://[::1]:${server.port}/mcp`);
    expect((await modernPost(server.url, DISCOVER)).status).toBe(200);
  });
});
