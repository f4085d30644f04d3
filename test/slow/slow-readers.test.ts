// Clients that ask for much and read little: they are cut, in bounded memory, while others are served.
import { describe, expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { startFaultServer, type FaultServer } from './support/fault-server.ts';
import { headersFor, HttpClient, textOf } from './support/http-client.ts';
import { legacyRequest, modernRequest, toolCall, type Asked } from './support/messages.ts';
import { HAS_PROC, openDescriptors, residentBytes } from './support/processes.ts';
import { postHead, RawSocket } from './support/raw-socket.ts';

const MIB = 1024 * 1024;
/** More than the system's own buffers take for a connection, so that the server has to keep the rest. */
const LARGE = { bytes: 4 * MIB };
/** What may wait unread (256 MiB), what V8 has not collected yet in its bounded heap, and the program. */
const MAX_RESIDENT_MIB = 1024;
const READERS = 1_000;
const WAVE = 25;
const CUT_WITHIN_MS = 90_000;

function requestText(asked: Asked): string {
  const message = modernRequest(1, asked);
  const body = JSON.stringify(message);
  return postHead({ ...headersFor(message), 'content-length': body.length }) + body;
}

/** A client that stops reading at once, or after the first bytes. */
function startSlowReader(port: number, request: string, takesSome: boolean): RawSocket {
  const reader = new RawSocket(port);
  onTestFinished(() => reader[Symbol.dispose]());
  if (takesSome) reader.socket.once('data', () => reader.socket.pause());
  else reader.socket.pause();
  reader.write(request);
  return reader;
}

/** How the server fares: another client is answered, and the memory is within its bound. */
async function fateOf({ pid, complaints }: FaultServer, client: HttpClient) {
  const echo = modernRequest('other', toolCall('echo', { message: 'served' }));
  const other = (await client.post(echo)).map(textOf);
  const residentMib = Math.round(residentBytes(pid) / MIB);
  const isBounded = residentMib < MAX_RESIDENT_MIB || `${residentMib} MiB`;
  return { other, isBounded, complaints: complaints() };
}

const SERVING = { other: ['served'], isBounded: true, complaints: [] };

async function untilAllCut({ pid }: FaultServer, descriptors: number): Promise<void> {
  await waitUntil(() => openDescriptors(pid) <= descriptors, CUT_WITHIN_MS);
}

describe.runIf(HAS_PROC)('clients that do not read', () => {
  test('1,000 of them take neither the memory nor the time of others', async () => {
    await using server = await startFaultServer({ writeTimeoutMs: 5_000 });
    using client = new HttpClient(server.port);
    expect(await fateOf(server, client)).toEqual(SERVING);
    const descriptors = openDescriptors(server.pid);
    const request = requestText(toolCall('large', LARGE));
    for (let wave = 0; wave < READERS / WAVE; wave += 1) {
      for (let at = 0; at < WAVE; at += 1) startSlowReader(server.port, request, at % 2 === 0);
      expect(await fateOf(server, client)).toEqual(SERVING);
    }
    await untilAllCut(server, descriptors);
    expect(await fateOf(server, client)).toEqual(SERVING);
  });

  test('200 of them before whom a stream piles up are cut likewise', async () => {
    await using server = await startFaultServer({ writeTimeoutMs: 5_000 });
    using client = new HttpClient(server.port);
    expect(await fateOf(server, client)).toEqual(SERVING);
    const descriptors = openDescriptors(server.pid);
    const chatty = toolCall('chatty', { messages: 200, bytes: 64 * 1024 });
    const request = requestText({ ...chatty, progressToken: 1 });
    for (let wave = 0; wave < 200 / WAVE; wave += 1) {
      for (let at = 0; at < WAVE; at += 1) startSlowReader(server.port, request, at % 2 === 0);
      expect(await fateOf(server, client)).toEqual(SERVING);
    }
    await untilAllCut(server, descriptors);
    expect(await fateOf(server, client)).toEqual(SERVING);
  });

  test('without any option they are cut too, in plain answers, ended streams and open ones', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    expect(await fateOf(server, client)).toEqual(SERVING);
    const descriptors = openDescriptors(server.pid);
    const requests = [
      requestText(toolCall('large', LARGE)),
      requestText({ ...toolCall('large', LARGE), progressToken: 1 }),
      requestText({ ...toolCall('chatty', { messages: 80, bytes: 64 * 1024 }), progressToken: 1 }),
    ];
    for (const request of requests) startSlowReader(server.port, request, false);
    await waitUntil(() => openDescriptors(server.pid) >= descriptors + requests.length);
    await untilAllCut(server, descriptors);
    expect(await fateOf(server, client)).toEqual(SERVING);
  });

  test('calls sent behind each other on a connection end with it', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const behind = new RawSocket(server.port);
    const waits = Array.from({ length: 20 }, (_, at) =>
      requestText(toolCall('wait', { key: `${at}` })),
    );
    behind.write(waits.join(''));
    const counts = async () => {
      const [answer] = await client.post(modernRequest(1, toolCall('counts')));
      return answer?.['result'];
    };
    const count = (name: string, value: number) =>
      waitUntil(async () => JSON.stringify(await counts()).includes(`"${name}":${value}`));
    await count('started', 20);
    behind.socket.destroy();
    await count('aborted', 20);
    expect(server.complaints()).toEqual([]);
  });
});

describe.runIf(HAS_PROC)('clients that read slowly', () => {
  test.each([
    ['a plain answer', modernRequest(1, toolCall('large', { bytes: 12 * MIB }))],
    ['a stream', modernRequest(1, { ...toolCall('large', { bytes: 12 * MIB }), progressToken: 1 })],
  ])('but steadily get all of %s, however long it takes', async (_, message) => {
    await using server = await startFaultServer({ writeTimeoutMs: 1_000 });
    const reader = new RawSocket(server.port);
    const body = JSON.stringify(message);
    reader.socket.pause();
    reader.write(postHead({ ...headersFor(message), 'content-length': body.length }) + body);
    // At this pace the answer takes several times as long as a client may read nothing.
    reader.socket.on('data', () => reader.socket.pause());
    const pace = setInterval(() => reader.socket.resume(), 20);
    onTestFinished(() => clearInterval(pace));
    const isWhole = () => reader.receivedBytes > 12 * MIB && /\}\s*(0\s*)?$/u.test(reader.received);
    await waitUntil(() => reader.socket.closed || isWhole(), CUT_WITHIN_MS);
    expect(isWhole(), `${reader.receivedBytes} bytes came`).toBe(true);
    reader.socket.destroy();
    expect(server.complaints()).toEqual([]);
  });

  test('a result of 12 MB after a notification is one message and arrives whole', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const asked = { ...toolCall('large', { bytes: 12 * MIB }), progressToken: 1 };
    const session = await client.openSession();
    const modern = await client.post(modernRequest(1, asked));
    const legacy = await client.post(legacyRequest(1, asked), session);
    for (const messages of [modern, legacy]) {
      const answers = messages.filter((message) => message['id'] === 1);
      expect(answers.map((answer) => String(textOf(answer)).length)).toEqual([12 * MIB]);
    }
  });
});
