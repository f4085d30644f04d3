// When a request is tried again, and how long it waits; and proxies.
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backoffPauseMs, retryAfterMs } from '../../src/sources/mci/executors/http/retry.ts';
import { MCI_LIMITS } from '../../src/sources/mci/limits.ts';
import { answer, deadAddress, httpFixture, inTurn, type Answer } from './support/http-fixture.ts';
import { clientOfTool, refusalOf } from './support/project.ts';
import { proves } from './support/proves.ts';

const drop: Answer = (response) => void response.socket?.destroy();
const status = (code: number, headers: Record<string, string> = {}) =>
  answer('', { status: code, ...headers });

/** How often the server was asked, and how it ended. */
async function tried(give: Answer, execution: object) {
  const server = await httpFixture(give);
  const client = await clientOfTool({ type: 'http', url: server.url, ...execution });
  const { isError, error } = await client.execute('t');
  return { times: server.asked.length, isError, error };
}

const retries = (attempts: number, backoff_ms = 0) => ({ retries: { attempts, backoff_ms } });

const refused = async (value: object) =>
  (
    await refusalOf({
      tools: [{ name: 't', execution: { type: 'http', url: 'http://x', retries: value } }],
    })
  ).message;

describe('attempts', () => {
  proves(
    [
      'mci:http:retry-attempts-default',
      'mci-decision:retries:attempts-in-total',
      'mci:http:example-retries',
    ],
    'once by default, and as often in total as the author says',
    async () => {
      expect(await tried(status(500), {})).toMatchObject({ times: 1, isError: true });
      expect(await tried(status(500), { retries: {} })).toMatchObject({ times: 1 });
      expect(await tried(status(500), retries(3))).toMatchObject({
        times: 3,
        error: 'HTTP request failed: 500 Internal Server Error',
      });
      expect(await tried(inTurn(status(500), answer()), retries(3))).toMatchObject({
        times: 2,
        isError: false,
      });
    },
  );
  proves(
    ['mci-decision:retries:on-429', 'mci-decision:retries:on-5xx'],
    'on 429 and 5xx, on nothing else',
    async () => {
      for (const code of [429, 500, 502, 503, 504, 599]) {
        expect((await tried(status(code), retries(2))).times).toBe(2);
      }
      for (const code of [200, 301, 400, 401, 403, 404, 408, 422]) {
        expect((await tried(status(code), retries(2))).times).toBe(1);
      }
    },
  );
  proves('mci-decision:retries:on-connection-errors', 'on lost connections', async () => {
    expect(await tried(inTurn(drop, drop, answer()), retries(3))).toMatchObject({
      times: 3,
      isError: false,
    });
  });
  proves('mci-decision:retries:every-method', 'for every method', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']) {
      expect((await tried(status(500), { method, ...retries(2) })).times).toBe(2);
    }
  });
  proves(
    'mci-decision:retries:post-and-patch-limited',
    'POST and PATCH only when nothing was done',
    async () => {
      for (const method of ['POST', 'PATCH']) {
        for (const code of [429, 502, 503, 504]) {
          expect((await tried(status(code), { method, ...retries(2) })).times).toBe(2);
        }
        expect((await tried(status(500), { method, ...retries(2) })).times).toBe(1);
        expect((await tried(drop, { method, ...retries(2) })).times).toBe(1);
      }
      const dead = await deadAddress();
      const client = await clientOfTool({
        type: 'http',
        method: 'POST',
        url: dead,
        ...retries(3, 40),
      });
      const started = performance.now();
      expect((await client.execute('t')).error).toContain('ECONNREFUSED');
      expect(performance.now() - started).toBeGreaterThan(0.75 * (40 + 80) - 5);
    },
  );
  proves(
    [
      'mci:http:retry-attempts-at-least-1',
      'mci:http:retry-backoff-not-negative',
      'mci:http:retry-backoff-default',
    ],
    'numbers are checked',
    async () => {
      expect(await refused({ attempts: 0 })).toContain(
        'attempts must be a whole number that is at least 1',
      );
      expect(await refused({ backoff_ms: -1 })).toContain(
        'backoff_ms must be a whole number that is at least 0',
      );
      const started = performance.now();
      await tried(status(500), { retries: { attempts: 2 } });
      expect(performance.now() - started).toBeGreaterThan(0.75 * 500 - 5);
      expect(MCI_LIMITS.backoffMs.value).toBe(500);
    },
  );
});

describe('pauses', () => {
  proves(
    'mci-decision:retries:exponential-backoff',
    'double with each try, with some jitter',
    async () => {
      const started = performance.now();
      expect((await tried(status(503), retries(4, 40))).times).toBe(4);
      const took = performance.now() - started;
      expect(took).toBeGreaterThan(0.75 * (40 + 80 + 160) - 5);
      for (const [before, plainMs] of [100, 200, 400, 800].entries()) {
        const pauses = Array.from({ length: 200 }, () => backoffPauseMs(100, before + 1));
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0.75 * plainMs);
        expect(Math.max(...pauses)).toBeLessThanOrEqual(1.25 * plainMs);
        expect(new Set(pauses).size).toBeGreaterThan(1);
      }
    },
  );
  proves(
    'mci-decision:retries:retry-after-honoured',
    'are as long as the server asks',
    async () => {
      const started = performance.now();
      const give = inTurn(status(429, { 'retry-after': '1' }), answer());
      expect(await tried(give, retries(2))).toMatchObject({ times: 2, isError: false });
      expect(performance.now() - started).toBeGreaterThan(995);
      const now = Date.parse('2026-01-01T00:00:00Z');
      expect(retryAfterMs('Thu, 01 Jan 2026 00:00:02 GMT', now)).toBe(2_000);
      expect(retryAfterMs('nonsense', now)).toBe(0);
      expect(retryAfterMs(undefined, now)).toBe(0);
    },
  );
  test('that do not fit into the time of the call are not begun', async () => {
    const started = performance.now();
    const give = status(429, { 'retry-after': '60' });
    expect(await tried(give, { ...retries(3), timeout_ms: 5_000 })).toMatchObject({
      times: 1,
      error: 'HTTP request failed: 429 Too Many Requests',
    });
    expect(
      await tried(status(503, { 'retry-after': '9999' }), { ...retries(3), timeout_ms: 0 }),
    ).toMatchObject({ times: 1 });
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});

/** A forward proxy that notes what it was asked for. */
async function proxyFixture(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const onward = httpRequest(
      request.url ?? '',
      { headers: request.headers, method: request.method },
      (answered) => answered.pipe(response),
    );
    request.pipe(onward);
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe('proxies', () => {
  test('are asked as the environment says, except for NO_PROXY', async () => {
    const proxy = await proxyFixture();
    const server = await httpFixture();
    const execution = { type: 'http', url: `${server.url}/x` };
    const through = await clientOfTool(execution, { env: { HTTP_PROXY: proxy.url } });
    expect((await through.execute('t')).isError).toBe(false);
    expect(proxy.asked).toHaveLength(1);
    expect(server.asked).toHaveLength(1);
    const around = await clientOfTool(execution, {
      env: { http_proxy: proxy.url, NO_PROXY: '127.0.0.1' },
    });
    expect((await around.execute('t')).isError).toBe(false);
    expect(proxy.asked).toHaveLength(1);
    expect(server.asked).toHaveLength(2);
  });

  test('can be named without a scheme', async () => {
    const proxy = await proxyFixture();
    const server = await httpFixture();
    const env = { HTTP_PROXY: proxy.url.replace('http://', '') };
    const client = await clientOfTool({ type: 'http', url: server.url }, { env });
    expect((await client.execute('t')).isError).toBe(false);
    expect(proxy.asked).toHaveLength(1);
  });

  test.each(['no address', 'ftp://user:secret@proxy'])(
    'that are none are told by the name of their variable: %s',
    async (https_proxy) => {
      const url = await deadAddress();
      const client = await clientOfTool({ type: 'http', url }, { env: { https_proxy } });
      const { error } = await client.execute('t');
      expect(error).toBe(
        'Error in config https_proxy: must be the address of an HTTP proxy, such as http://127.0.0.1:3128',
      );
    },
  );
});
