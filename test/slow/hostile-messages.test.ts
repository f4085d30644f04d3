// Messages and results made to break the server: each is answered as an error, and only its sender hears of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  recordLines,
  startFaultServer,
  STDIO_SERVER,
  type FaultServer,
} from './support/fault-server.ts';
import { headersFor, HttpClient, textOf } from './support/http-client.ts';
import { readLines } from './support/line-reader.ts';
import { legacyRequest, MODERN, modernRequest, toolCall } from './support/messages.ts';
import { postHead, RawSocket } from './support/raw-socket.ts';

const DEPTH = 20_000;
const DEEP_LIST = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const ANSWERED_WITHIN_MS = 10_000;

/** A message whose text `"@deep"` stands for a list that no recursion survives. */
const deepen = (message: JsonObject) => JSON.stringify(message).replace('"@deep"', DEEP_LIST);

/** The server as a child on stdio, and what it said so far. */
function startStdio() {
  const [command, ...args] = STDIO_SERVER;
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = recordLines(child);
  return {
    child,
    said,
    send: (text: string) => child.stdin.write(`${text}\n`),
    complaints: () => said().filter((line) => /^(UNHANDLED|WARNING)/u.test(line)),
  };
}

/** How the server fares after all. */
async function fateOf(server: FaultServer, client: HttpClient) {
  const echo = modernRequest(1, toolCall('echo', { message: 'still here' }));
  const says = (await client.post(echo)).map(textOf);
  return { says, complaints: server.complaints() };
}

const UNHARMED = { says: ['still here'], complaints: [] };

describe('messages that go deeper than any recursion', () => {
  const response = { jsonrpc: '2.0', id: 1, error: { code: 1, message: '@deep' } };

  test('as the words of an error, on HTTP', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const session = await client.openSession();
    const body = deepen(response);
    expect((await client.ask({ headers: session, body })).status).toBe(202);
    const headers = { ...headersFor(response), 'mcp-protocol-version': MODERN };
    expect((await client.ask({ headers, body })).status).toBe(400);
    expect(await fateOf(server, client)).toEqual(UNHARMED);
  });

  test('as the words of an error, on stdio', async () => {
    const { child, send, complaints } = startStdio();
    const answers = readLines(child.stdout);
    send(deepen(response));
    send(JSON.stringify(modernRequest(2, toolCall('echo', { message: 'still here' }))));
    await waitUntil(() => answers.byId.has(2), ANSWERED_WITHIN_MS);
    expect(complaints()).toEqual([]);
  });

  test('as a progress token, which is left alone', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const message = modernRequest(1, {
      ...toolCall('meet', { message: 'met' }),
      progressToken: '@deep',
    });
    const { text } = await client.ask({ headers: headersFor(message), body: deepen(message) });
    expect(textOf(JSON.parse(text) as JsonObject)).toBe('met');
    expect(await fateOf(server, client)).toEqual(UNHARMED);
  });

  test('as arguments of a call that asks back: its id is free again', async () => {
    const { child, send, complaints } = startStdio();
    const answers = readLines(child.stdout);
    const params = { name: 'ask', arguments: { a: '@deep' }, inputResponses: { none: {} } };
    const body = deepen(modernRequest(7, { method: 'tools/call', params }));
    for (const count of [1, 2]) {
      send(body);
      await waitUntil(() => answers.byId.get(7)?.length === count, ANSWERED_WITHIN_MS);
    }
    const codes = answers.byId.get(7)?.map(({ error }) => (error as JsonObject)['code']);
    expect(codes).toEqual([-32603, -32603]);
    const endedAtMs = Date.now();
    child.stdin.end();
    await once(child, 'exit');
    expect(Date.now() - endedAtMs, 'something was still in flight').toBeLessThan(4_000);
    expect(complaints()).toEqual([]);
  });
});

describe('results that are none', () => {
  test.each(['list', 'number', 'bigint', 'ring', 'deep'])('%s', async (what) => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const session = await client.openSession();
    const asked = toolCall('broken', { what });
    const modern = await client.post(modernRequest(1, asked));
    const legacy = await client.post(legacyRequest(1, asked), session);
    for (const answers of [modern, legacy]) {
      expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    }
    expect(await fateOf(server, client)).toEqual(UNHARMED);
  });
});

describe('answers nobody waits for any more', () => {
  test('a call goes on reporting progress while its question is with the client', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    const call = { ...toolCall('restless'), progressToken: 1 };
    const asked = (await client.post(modernRequest(1, call))).at(-1)?.['result'] as JsonObject;
    expect(asked['resultType']).toBe('input_required');
    expect(await fateOf(server, client)).toEqual(UNHARMED);
    const [key = ''] = Object.keys(asked['inputRequests'] as JsonObject);
    const params = {
      ...call.params,
      requestState: asked['requestState'] ?? null,
      inputResponses: { [key]: { action: 'decline' } },
    };
    const answers = await client.post(modernRequest(2, { ...call, params }));
    expect(textOf(answers.at(-1))).toBe('decline');
    expect(await fateOf(server, client)).toEqual(UNHARMED);
  });

  test('a request is refused while the answer to an earlier one on its connection is awaited', async () => {
    await using server = await startFaultServer();
    using client = new HttpClient(server.port);
    using raw = new RawSocket(server.port);
    const refused = { name: 'ask', arguments: {}, requestState: 'not ours' };
    for (const asked of [
      toolCall('wait', { key: 'long' }),
      { method: 'tools/call', params: refused },
    ]) {
      const message = modernRequest(1, asked);
      const body = JSON.stringify(message);
      raw.write(postHead({ ...headersFor(message), 'content-length': body.length }) + body);
    }
    // After 15 s a reply that is still awaited becomes a stream; the refused one must not.
    await raw.untilStatus(200);
    await client.post(modernRequest(1, toolCall('release', { key: 'long' })));
    await raw.untilStatus(400);
    expect(await fateOf(server, client)).toEqual(UNHARMED);
  });
});

describe('a stdio client that reads nothing', () => {
  test('gets everything when it reads again', async () => {
    const { child, send, said, complaints } = startStdio();
    const answers = readLines(child.stdout);
    child.stdout.pause();
    const chatty = toolCall('chatty', { messages: 200, bytes: 64 * 1024 });
    send(JSON.stringify(modernRequest(1, { ...chatty, progressToken: 1 })));
    await waitUntil(() => said().includes('SAID'), ANSWERED_WITHIN_MS);
    send(JSON.stringify(modernRequest(2, toolCall('echo', { message: 'next' }))));
    child.stdout.resume();
    await waitUntil(() => answers.byId.has(2), ANSWERED_WITHIN_MS);
    expect([1, 2].map((id) => answers.byId.get(id)?.map(textOf))).toEqual([['said'], ['next']]);
    expect(complaints()).toEqual([]);
  });
});
