// Requests that stop half-way, lie about their length or come in crumbs: each is ended or answered.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { startFaultServer, STDIO_SERVER, type FaultServer } from './support/fault-server.ts';
import { headersFor, HttpClient, POST_HEADERS, textOf } from './support/http-client.ts';
import { readLines } from './support/line-reader.ts';
import { modernRequest, toolCall } from './support/messages.ts';
import { HAS_PROC, openDescriptors, residentBytes } from './support/processes.ts';
import { postHead, RawSocket } from './support/raw-socket.ts';

const ECHO = modernRequest(1, toolCall('echo', { message: 'whole' }));
const BODY = JSON.stringify(ECHO);
const HEADERS = headersFor(ECHO);
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const HALF_BYTES = MAX_BODY_BYTES - 256 * 1024;
const BASELINE_WITHIN_MS = 10_000;

/** What the server suffered: it must answer others, complain of nothing, hold no connection more. */
async function harmOf(server: FaultServer, descriptors: number): Promise<readonly unknown[]> {
  const answers = await askOther(server);
  await waitUntil(() => openDescriptors(server.pid) <= descriptors, BASELINE_WITHIN_MS);
  return [...server.complaints(), ...answers.filter((answer) => answer !== 'whole')];
}

async function askOther({ port }: FaultServer): Promise<readonly unknown[]> {
  using client = new HttpClient(port);
  return (await client.post(ECHO)).map(textOf);
}

describe.runIf(HAS_PROC)('half a request', () => {
  test('half a line and then nothing ends a stdio server, after the answers', async () => {
    const [command, ...args] = STDIO_SERVER;
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = readLines(child.stdout);
    const call = modernRequest(1, toolCall('meet', { message: 'whole', afterMs: 300 }));
    child.stdin.end(`${JSON.stringify(call)}\n${BODY.slice(0, BODY.length / 2)}`);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(answers.byId.get(1)?.map(textOf)).toEqual(['whole']);
    expect(answers.unreadable).toEqual([]);
  });

  test.each([
    ['headers', 'POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-'],
    ['a body', postHead({ ...HEADERS, 'content-length': BODY.length }) + BODY.slice(0, 20)],
    [
      'a chunk',
      `${postHead({ ...HEADERS, 'transfer-encoding': 'chunked' })}ff\r\n${BODY.slice(0, 20)}`,
    ],
    [
      'a body said to be longer',
      postHead({ ...HEADERS, 'content-length': BODY.length + 1 }) + BODY,
    ],
  ])('a client that stalls after half of %s is ended by the time limit', async (_, half) => {
    await using server = await startFaultServer({ readTimeoutMs: 1_000 });
    const descriptors = openDescriptors(server.pid);
    const stalled = Array.from({ length: 20 }, () => new RawSocket(server.port));
    for (const raw of stalled) raw.write(half);
    await Promise.all(stalled.map((raw) => raw.untilClosed()));
    expect(new Set(stalled.flatMap((raw) => raw.statuses))).toEqual(new Set([408]));
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test('a client that drips its body byte by byte is ended by the same limit', async () => {
    await using server = await startFaultServer({ readTimeoutMs: 1_000 });
    const descriptors = openDescriptors(server.pid);
    const raw = new RawSocket(server.port);
    raw.write(postHead({ ...HEADERS, 'content-length': 100_000 }));
    const drip = setInterval(() => raw.write(' '), 20);
    await raw.untilClosed();
    clearInterval(drip);
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test('100 large halves at once take only their share of the memory', async () => {
    await using server = await startFaultServer({ readTimeoutMs: 20_000 });
    const descriptors = openDescriptors(server.pid);
    const half =
      postHead({ ...HEADERS, 'content-length': MAX_BODY_BYTES }) + ' '.repeat(HALF_BYTES);
    const holders = Array.from({ length: 100 }, () => new RawSocket(server.port));
    for (const raw of holders) raw.write(half);
    // 256 MiB have room for 68 of them.
    await waitUntil(() => holders.filter((raw) => raw.socket.closed).length >= 32, 15_000);
    expect(residentBytes(server.pid)).toBeLessThan(700 * 1024 * 1024);
    expect(await askOther(server)).toEqual(['whole']);
    for (const raw of holders) raw.socket.destroy();
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test('200 clients that reset the connection in the middle leave nothing behind', async () => {
    await using server = await startFaultServer();
    const descriptors = openDescriptors(server.pid);
    const cuts = [10, 100, 400, 450];
    const whole = postHead({ ...HEADERS, 'content-length': BODY.length }) + BODY;
    for (let round = 0; round < 50; round += 1) {
      const clients = cuts.map((cut) => ({ raw: new RawSocket(server.port), cut }));
      await Promise.all(clients.map(({ raw }) => once(raw.socket, 'connect')));
      for (const { raw, cut } of clients) {
        raw.socket.write(whole.slice(0, cut), () => raw.socket.resetAndDestroy());
      }
      await Promise.all(clients.map(({ raw }) => raw.untilClosed()));
    }
    expect(await harmOf(server, descriptors)).toEqual([]);
  });
});

describe.runIf(HAS_PROC)('lies about lengths', () => {
  test.each([
    ['a length that is no number', { 'content-length': '1e3' }],
    ['a negative length', { 'content-length': '-1' }],
    ['a length beside chunks', { 'content-length': '10', 'transfer-encoding': 'chunked' }],
    ['an unknown encoding', { 'transfer-encoding': 'gzip, identity' }],
  ])('%s is refused and the connection closed', async (_, headers) => {
    await using server = await startFaultServer();
    const descriptors = openDescriptors(server.pid);
    const raw = new RawSocket(server.port);
    raw.write(postHead({ ...HEADERS, ...headers }) + BODY);
    await raw.untilClosed();
    expect(raw.statuses).toEqual([400]);
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test('what follows a body said to be shorter is no part of it', async () => {
    await using server = await startFaultServer();
    const descriptors = openDescriptors(server.pid);
    const raw = new RawSocket(server.port);
    raw.write(postHead({ ...HEADERS, 'content-length': BODY.length }) + BODY);
    await raw.untilStatus(200);
    raw.write('{"more":1}');
    await raw.untilClosed();
    expect(raw.statuses).toEqual([200, 400]);
    expect(raw.received).toContain('whole');
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test('a body in chunks of one byte is a body like any other', async () => {
    await using server = await startFaultServer();
    using raw = new RawSocket(server.port);
    raw.socket.setNoDelay(true);
    raw.write(postHead({ ...HEADERS, 'transfer-encoding': 'chunked' }));
    for (const char of BODY) raw.write(`1\r\n${char}\r\n`);
    raw.write('0\r\n\r\n');
    await raw.untilStatus(200);
    await waitUntil(() => raw.received.includes('whole'));
    expect(raw.statuses).toEqual([200]);
  });
});

describe.runIf(HAS_PROC)('too much of something', () => {
  test('more than 16 KB of headers is refused with 431', async () => {
    await using server = await startFaultServer();
    const descriptors = openDescriptors(server.pid);
    const raw = new RawSocket(server.port);
    const flood = Object.fromEntries(
      Array.from({ length: 200 }, (__, at) => [`x-flood-${at}`, 'x'.repeat(100)]),
    );
    raw.write(postHead({ ...HEADERS, ...flood, 'content-length': BODY.length }) + BODY);
    await raw.untilClosed();
    expect(raw.statuses).toEqual([431]);
    expect(await harmOf(server, descriptors)).toEqual([]);
  });

  test.each([
    ['its length told before', (bytes: number) => ({ 'content-length': String(bytes) })],
    ['in chunks', () => ({ 'transfer-encoding': 'chunked' })],
  ])(
    'a body over the limit, %s, is answered with 413 however much follows',
    async (_, lengthOf) => {
      await using server = await startFaultServer();
      const descriptors = openDescriptors(server.pid);
      const body = Buffer.alloc(64 * 1024 * 1024, 'x');
      using client = new HttpClient(server.port);
      // Several times, because a lost answer would be a matter of luck.
      for (let time = 0; time < 10; time += 1) {
        const headers = { ...POST_HEADERS, ...lengthOf(body.length) };
        const { status, text } = await client.ask({ headers, body, setsLength: false });
        expect([status, JSON.parse(text)]).toMatchObject([413, { error: { code: -32600 } }]);
      }
      expect((await client.post(ECHO)).map(textOf)).toEqual(['whole']);
      client[Symbol.dispose]();
      expect(residentBytes(server.pid)).toBeLessThan(300 * 1024 * 1024);
      expect(await harmOf(server, descriptors)).toEqual([]);
    },
  );

  test('a body of exactly the limit is read', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const { status } = await client.ask({ headers: HEADERS, body: BODY.padEnd(MAX_BODY_BYTES) });
    expect(status).toBe(200);
  });

  test('300 requests sent at once on one connection are answered in their order', async () => {
    await using server = await startFaultServer();
    using raw = new RawSocket(server.port);
    const requests = Array.from({ length: 300 }, (__, at) => {
      // Later ones are ready sooner, so that only the order of the connection can sort them.
      const call = toolCall('meet', { message: `number ${at}.`, afterMs: at < 150 ? 20 : 0 });
      const message = modernRequest(at, call);
      const body = JSON.stringify(message);
      return postHead({ ...headersFor(message), 'content-length': body.length }) + body;
    });
    raw.write(requests.join(''));
    await waitUntil(() => raw.statuses.length === 300, BASELINE_WITHIN_MS);
    await waitUntil(() => raw.received.includes('number 299.'), BASELINE_WITHIN_MS);
    const order = [...raw.received.matchAll(/number (\d+)\./gu)].map(([, at]) => Number(at));
    expect(order).toEqual(Array.from({ length: 300 }, (__, at) => at));
    expect(server.complaints()).toEqual([]);
  });
});
