// How an HTTP server ends: what runs is finished, what hangs is stopped, and no connection stays.
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import type { RawAnswer } from '../support/raw-http.ts';
import { rawRequest } from '../support/raw-http.ts';
import { modernPost, modernRequest, openRawSession, request } from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const GRACE_MS = 5_000;

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage({ legacySse: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const close = () => stage.server[Symbol.asyncDispose]();
const wait = (name: string) => ({ name: 'wait', arguments: { name } });
const HANG = { name: 'hangs', _meta: { progressToken: 1 } };

interface Era {
  readonly name: string;
  call(params: typeof HANG | ReturnType<typeof wait>): Promise<RawAnswer>;
}

const ERAS: readonly Era[] = [
  {
    name: '2025',
    call: async (params) => {
      const session = await openRawSession(stage.url);
      return session.post(request('c', 'tools/call', params));
    },
  },
  {
    name: '2026',
    call: (params) => modernPost(stage.url, modernRequest('c', 'tools/call', params)),
  },
];

describe.each(ERAS)('$name', ({ call }) => {
  test('what runs is finished and answered', async () => {
    const answer = call(wait('last'));
    await waitUntil(() => stage.waiting().includes('last'));
    const closed = close();
    stage.letGo('last');
    expect((await (await answer).messages.next()).result).toMatchObject({
      content: [{ text: 'waited for last' }],
    });
    await closed;
  });

  test('what hangs is stopped after a moment, and its stream ends without an answer', async () => {
    const answer = await call(HANG);
    await answer.messages.next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const closed = close();
    await vi.advanceTimersByTimeAsync(GRACE_MS - 100);
    expect(stage.stopped()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(stage.stopped()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
    expect(await answer.body).not.toContain('"id":"c"');
  });
});

test('streams that wait for news end, and nothing keeps the server', async () => {
  const session = await openRawSession(stage.url);
  const listened = await session.listen();
  const old = await rawRequest(stage.at('/sse'), { method: 'GET' });
  const subscribed = await modernPost(
    stage.url,
    modernRequest(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
  );
  await close();
  expect(await Promise.all([listened.body, old.body, subscribed.body])).toHaveLength(3);
});

test('a connection that says nothing does not keep the server', async () => {
  const socket = connect(stage.server.port, '127.0.0.1');
  await once(socket, 'connect');
  await close();
  await once(socket.resume(), 'close');
  expect(socket.destroyed).toBe(true);
});

test('afterwards nobody listens', async () => {
  await close();
  await expect(rawRequest(stage.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('closing twice is closing once', async () => {
  expect(await Promise.all([close(), close()])).toEqual([undefined, undefined]);
  await close();
});
