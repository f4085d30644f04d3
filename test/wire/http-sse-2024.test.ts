// The HTTP+SSE transport of 2024-11-05: one stream out, POSTs in, and nothing of other sessions.
import { beforeEach, describe, expect, test } from 'vitest';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { rawPost, rawRequest, type RawAnswer, type RawRequest } from '../support/raw-http.ts';
import { initializeParams, notification, request } from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage({ legacySse: true });
});

interface OldClient {
  readonly stream: RawAnswer;
  readonly endpoint: string;
  post(message: unknown): Promise<RawAnswer>;
}

async function open(headers: RawRequest['headers'] = {}): Promise<OldClient> {
  const stream = await rawRequest(stage.at('/sse'), {
    method: 'GET',
    headers: { accept: 'text/event-stream', ...headers },
  });
  const { event, data } = await stream.events.next();
  expect(event).toBe('endpoint');
  const endpoint = stage.at(data ?? '');
  const post = (message: unknown) => rawPost(endpoint, message, headers);
  return { stream, endpoint, post };
}

async function openInitialized(): Promise<OldClient> {
  const client = await open();
  await client.post(request('init', 'initialize', initializeParams('2024-11-05')));
  await client.stream.messages.next();
  await client.post(notification('notifications/initialized'));
  return client;
}

describe('the stream', () => {
  test('tells first where to post', async () => {
    const { stream, endpoint } = await open();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    expect(endpoint).toMatch(/\/messages\?sessionId=[\w-]+$/u);
  });

  test('brings answers as message events; the POST gets 202', async () => {
    const { stream, post } = await open();
    const answer = await post(request(1, 'initialize', initializeParams('2024-11-05')));
    expect(answer.status).toBe(202);
    expect(await answer.body).toBe('');
    const { event, data, id } = await stream.events.next();
    expect(event).toBe('message');
    expect(id).toBeUndefined();
    expect(JSON.parse(data ?? '')).toMatchObject({
      id: 1,
      result: { protocolVersion: '2024-11-05' },
    });
  });

  test('may agree on a newer revision', async () => {
    const { stream, post } = await open();
    await post(request(1, 'initialize', initializeParams('2025-06-18')));
    expect((await stream.messages.next()).result).toMatchObject({ protocolVersion: '2025-06-18' });
  });

  test('brings errors, batches and news', async () => {
    const { stream, post } = await openInitialized();
    await post(request(1, 'tools/nonsense'));
    expect(await stream.messages.next()).toMatchObject({ id: 1, error: { code: -32601 } });
    await post([request(2, 'ping'), notification('x')]);
    expect(
      JSON.parse(
        (await stream.events.next(({ data }) => data?.startsWith('[') === true)).data ?? '',
      ),
    ).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
    stage.announce('tools');
    const news = await stream.messages.next(({ method }) => method !== undefined);
    expect(news.method).toBe('notifications/tools/list_changed');
  });

  test('is the session: whoever hangs up has ended it', async () => {
    const { stream, post } = await openInitialized();
    await post(request(1, 'tools/call', { name: 'hangs', _meta: { progressToken: 1 } }));
    await stream.messages.next();
    stream.hangUp();
    await waitUntil(() => stage.stopped() === 1);
    expect((await post(request(2, 'ping'))).status).toBe(404);
  });

  test('ends when the server closes', async () => {
    const { stream } = await openInitialized();
    await stage.server[Symbol.asyncDispose]();
    expect(await stream.body).toContain('event: endpoint');
  });
});

describe('a message', () => {
  test.each(['', '?sessionId=', '?sessionId=unknown'])('to %j: 404', async (query) => {
    expect((await rawPost(stage.at(`/messages${query}`), request(1, 'ping'))).status).toBe(404);
  });

  test.each(['{', ''])('that is no JSON, %j: 400, and the session lives', async (body) => {
    const { stream, post, endpoint } = await openInitialized();
    const answer = await rawPost(endpoint, body);
    expect(answer.status).toBe(400);
    expect(await answer.message()).toMatchObject({ id: null, error: { code: -32700 } });
    await post(request(1, 'ping'));
    expect(await stream.messages.next()).toMatchObject({ id: 1, result: {} });
  });

  test.each<[unknown, unknown]>([
    [42, null],
    [{ jsonrpc: '2.0', id: 'x' }, 'x'],
    [[], null],
  ])('that is none, %j: an error on the stream', async (message, id) => {
    const { stream, post } = await openInitialized();
    expect((await post(message)).status).toBe(202);
    expect(await stream.messages.next()).toMatchObject({ id, error: { code: -32600 } });
  });

  test('that is too long: 413', async () => {
    const { endpoint } = await openInitialized();
    const answer = await rawPost(endpoint, 'x'.repeat(5 * 1024 * 1024));
    expect(answer.status).toBe(413);
    expect((await answer.message()).error?.message).toBe('The body exceeds 4194304 bytes');
  });

  test('reaches its own session only', async () => {
    const [one, two] = await Promise.all([openInitialized(), openInitialized()]);
    await one.post(request(1, 'ping'));
    await one.stream.messages.next();
    expect(two.stream.messages.all).toHaveLength(1);
  });

  test('of somebody else is refused', async () => {
    const wall = {
      challenge: 'Test',
      check: (headers: Readonly<Record<string, unknown>>) => String(headers['x-user']),
    };
    stage = await httpStage({ legacySse: true, wall });
    const { endpoint } = await open({ 'x-user': 'ann' });
    expect((await rawPost(endpoint, request(1, 'ping'), { 'x-user': 'bob' })).status).toBe(404);
    expect((await rawPost(endpoint, request(1, 'ping'), { 'x-user': 'ann' })).status).toBe(202);
  });
});

describe('a client that tries another transport first', () => {
  test('and posts to the stream is told to get it', async () => {
    const message = request(1, 'initialize', initializeParams('2025-11-25'));
    const answer = await rawPost(stage.at('/sse'), message);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET');
  });

  test('and gets the place for messages is told to post', async () => {
    const answer = await rawRequest(stage.at('/messages'), { method: 'GET' });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });
});

test('is not there unless asked for', async () => {
  const plain = await httpStage();
  expect((await rawRequest(plain.at('/sse'), { method: 'GET' })).status).toBe(404);
  expect((await rawPost(plain.at('/messages'), request(1, 'ping'))).status).toBe(404);
});
