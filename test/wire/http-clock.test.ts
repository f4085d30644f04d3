// What time does to connections: signs of life, late answers, sessions and questions that expire.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { modernPost, modernRequest, openRawSession, request } from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let stage: HttpStage;

// Only what the kernel itself asks for: the clock and its timers; sockets go on as always.
const FAKED = ['Date', 'setInterval', 'clearInterval'] as const;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...FAKED] });
  stage = await httpStage();
});

afterEach(() => {
  vi.useRealTimers();
});

const wait = (name: string) => ({ name: 'wait', arguments: { name } });

describe('a session', () => {
  test('is gone after half an hour without traffic', async () => {
    const session = await openRawSession(stage.url);
    vi.advanceTimersByTime(29 * MINUTE);
    expect((await session.ask('ping')).status).toBe(200);
    vi.advanceTimersByTime(31 * MINUTE);
    expect((await session.ask('ping')).status).toBe(404);
  });

  test('stays while its stream is open', async () => {
    const session = await openRawSession(stage.url);
    await session.listen();
    vi.advanceTimersByTime(120 * MINUTE);
    expect((await session.ask('ping')).status).toBe(200);
  });

  test('stays while a call of it runs', async () => {
    const session = await openRawSession(stage.url);
    const answer = session.post(request(1, 'tools/call', wait('long')));
    await waitUntil(() => stage.waiting().includes('long'));
    vi.advanceTimersByTime(120 * MINUTE);
    stage.letGo('long');
    expect((await (await answer).messages.next()).result).toBeDefined();
    expect((await session.ask('ping')).status).toBe(200);
  });
});

describe('a silent stream', () => {
  test('of a session shows signs of life', async () => {
    const session = await openRawSession(stage.url, { revision: '2025-06-18' });
    const stream = await session.listen();
    vi.advanceTimersByTime(60 * SECOND);
    stage.announce('tools');
    await stream.messages.next();
    await session.close();
    expect((await stream.body).match(/^: keep-alive$/gmu)).toHaveLength(4);
  });

  test('of a subscription does too', async () => {
    const message = modernRequest(1, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    const stream = await modernPost(stage.url, message);
    vi.advanceTimersByTime(30 * SECOND);
    stage.announce('tools');
    await stream.messages.next(({ method }) => method === 'notifications/tools/list_changed');
    await stage.server[Symbol.asyncDispose]();
    expect((await stream.body).match(/^: keep-alive$/gmu)).toHaveLength(2);
  });
});

describe('an answer that takes long becomes a stream, so that the client knows we are alive', () => {
  test('2025', async () => {
    const session = await openRawSession(stage.url);
    const answer = session.post(request(1, 'tools/call', wait('slow')));
    await waitUntil(() => stage.waiting().includes('slow'));
    vi.advanceTimersByTime(20 * SECOND);
    const { isStream, messages, events } = await answer;
    expect(isStream).toBe(true);
    expect(await events.next()).toMatchObject({ data: '' });
    stage.letGo('slow');
    expect(await messages.next()).toMatchObject({ id: 1, result: {} });
  });

  test('2026', async () => {
    const answer = modernPost(stage.url, modernRequest(1, 'tools/call', wait('slow')));
    await waitUntil(() => stage.waiting().includes('slow'));
    vi.advanceTimersByTime(20 * SECOND);
    const { isStream, messages, body } = await answer;
    expect(isStream).toBe(true);
    stage.letGo('slow');
    expect(await messages.next()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
    await body;
  });

  test('and a quick one does not', async () => {
    const answer = await modernPost(
      stage.url,
      modernRequest(1, 'tools/call', { name: 'echo', arguments: { message: 'hi' } }),
    );
    expect(answer.isStream).toBe(false);
  });
});

test('a question nobody answers is given up after ten minutes', async () => {
  vi.useFakeTimers({ toFake: [...FAKED, 'setTimeout', 'clearTimeout'] });
  const call = { name: 'elicits', arguments: {} };
  const asked = await (await modernPost(stage.url, modernRequest(1, 'tools/call', call))).message();
  const requestState = asked.result?.['requestState'] ?? '';
  vi.advanceTimersByTime(11 * MINUTE);
  const answer = await modernPost(
    stage.url,
    modernRequest(2, 'tools/call', { ...call, requestState }),
  );
  expect((await answer.message()).error).toMatchObject({ code: -32602 });
});

test('so it is in a session, which may then end', async () => {
  const session = await openRawSession(stage.url, { capabilities: { elicitation: {} } });
  vi.useFakeTimers({ toFake: [...FAKED, 'setTimeout', 'clearTimeout'] });
  const answer = await session.post(request(1, 'tools/call', { name: 'elicits', arguments: {} }));
  const asked = await answer.messages.next(({ method }) => method === 'elicitation/create');
  vi.advanceTimersByTime(11 * MINUTE);
  expect(await answer.messages.next(({ id }) => id === 1)).toMatchObject({
    result: { isError: true },
  });
  expect(asked.id).toBeDefined();
});
