// The sessions of the 2025 revisions on HTTP: opened, used, pushed to, closed; batches where they exist.
import { beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { rawPost, rawRequest } from '../support/raw-http.ts';
import {
  initializeParams,
  LEGACY_REVISIONS,
  modernPost,
  modernRequest,
  notification,
  openRawSession,
  request,
} from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const ECHO = { name: 'echo', arguments: { message: 'hi' } };
const SAID_HI = { content: [{ type: 'text', text: 'hi' }] };

const wait = (name: string): JsonObject => ({ name: 'wait', arguments: { name } });

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage();
});

describe('initialize', () => {
  test.each(LEGACY_REVISIONS)('agrees on %s and gives a session', async (revision) => {
    const session = await openRawSession(stage.url, { revision });
    expect(session.opened.result).toMatchObject({
      protocolVersion: revision,
      serverInfo: { name: 'matrix', version: '1.2.3' },
      instructions: 'For tests.',
    });
    expect(session.id).toMatch(/^[\u0021-\u007e]+$/u);
    expect(await (await session.ask('ping')).message()).toMatchObject({ result: {} });
  });

  test.each(['1999-01-01', '2026-07-28', ''])(
    'answers the newest it has for %j',
    async (revision) => {
      const session = await openRawSession(stage.url, { revision });
      expect(session.opened.result?.['protocolVersion']).toBe('2025-11-25');
    },
  );

  test('gives every client a session of its own', async () => {
    const [one, two] = await Promise.all([openRawSession(stage.url), openRawSession(stage.url)]);
    expect(one.id).not.toBe(two.id);
  });

  test('tells the session once', async () => {
    const session = await openRawSession(stage.url);
    expect((await session.ask('ping')).headers['mcp-session-id']).toBeUndefined();
  });

  test('may name its version in the header too', async () => {
    const message = request(1, 'initialize', initializeParams('2025-11-25'));
    const answer = await rawPost(stage.url, message, { 'mcp-protocol-version': '2025-11-25' });
    expect(answer.status).toBe(200);
  });

  test('within a session opens another one and leaves the first alone', async () => {
    const session = await openRawSession(stage.url);
    const answer = await session.post(request(1, 'initialize', initializeParams('2025-06-18')));
    expect(answer.headers['mcp-session-id']).not.toBe(session.id);
    expect((await session.ask('ping')).status).toBe(200);
  });
});

describe('the session id', () => {
  test('missing: 400, and the way out', async () => {
    const answer = await rawPost(stage.url, request(1, 'tools/list'));
    expect(answer.status).toBe(400);
    expect((await answer.message()).error?.message).toContain('initialize');
  });

  test.each(['GET', 'POST', 'DELETE'])('%s with an unknown one: 404', async (method) => {
    const headers = {
      'mcp-session-id': 'unknown',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const body = method === 'POST' ? { body: request(1, 'ping') } : {};
    expect((await rawRequest(stage.url, { method, headers, ...body })).status).toBe(404);
  });

  test('is of no use after DELETE', async () => {
    const session = await openRawSession(stage.url);
    expect((await session.close()).status).toBe(204);
    for (const answer of [
      await session.ask('ping'),
      await session.listen(),
      await session.close(),
    ]) {
      expect(answer.status).toBe(404);
    }
  });

  test('DELETE stops what runs and ends its streams', async () => {
    const session = await openRawSession(stage.url);
    const stream = await session.listen();
    const running = await session.post(
      request('h', 'tools/call', { name: 'hangs', _meta: { progressToken: 1 } }),
    );
    await session.close();
    await waitUntil(() => stage.stopped() === 1);
    expect(await running.body).not.toContain('"id":"h"');
    await stream.body;
  });

  test('does nothing for a 2026 request', async () => {
    const session = await openRawSession(stage.url);
    const message = modernRequest(1, 'tools/call', ECHO);
    const answer = await modernPost(stage.url, message, { 'mcp-session-id': session.id });
    expect((await answer.message()).result).toMatchObject(SAID_HI);
  });
});

describe('MCP-Protocol-Version', () => {
  test.each([undefined, ...LEGACY_REVISIONS])('%s goes with any session', async (version) => {
    const session = await openRawSession(stage.url, { revision: '2025-06-18' });
    const answer = await session.post(request(1, 'ping'), { 'mcp-protocol-version': version });
    expect(answer.status).toBe(200);
  });

  test.each(['1999-01-01', 'x', '2026-07-28'])('%s is refused: 400', async (version) => {
    const session = await openRawSession(stage.url);
    const answer = await session.post(request(1, 'ping'), { 'mcp-protocol-version': version });
    expect(answer.status).toBe(400);
    expect((await session.ask('ping')).status).toBe(200);
  });
});

describe('answers', () => {
  test('are JSON where nothing comes before them', async () => {
    const session = await openRawSession(stage.url);
    const answer = await session.call('echo', { message: 'hi' });
    expect(answer.headers['content-type']).toBe('application/json');
    expect((await answer.message()).result).toEqual(SAID_HI);
  });

  test('are a stream where something does, and the stream ends with them', async () => {
    const session = await openRawSession(stage.url, { revision: '2025-06-18' });
    const params = { name: 'counts', _meta: { progressToken: 'p' } };
    const answer = await session.ask('tools/call', params);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    await answer.body;
    expect(answer.messages.all.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
  });

  test('errors of methods are 200 with an error in them', async () => {
    const session = await openRawSession(stage.url);
    const answer = await session.ask('tools/nonsense');
    expect(answer.status).toBe(200);
    expect((await answer.message()).error?.code).toBe(-32601);
  });

  test('an id in flight cannot be used again, and its own answer still comes', async () => {
    const session = await openRawSession(stage.url);
    const first = session.post(request(7, 'tools/call', wait('first')));
    await waitUntil(() => stage.waiting().includes('first'));
    const second = await session.post(request(7, 'tools/call', wait('second')));
    expect((await second.message()).error).toMatchObject({ code: -32600 });
    stage.letGo('first');
    expect((await (await first).message()).result).toMatchObject({
      content: [{ text: 'waited for first' }],
    });
  });

  test('the same id in two sessions are two requests', async () => {
    const sessions = await Promise.all([openRawSession(stage.url), openRawSession(stage.url)]);
    const answers = sessions.map((session, at) =>
      session.post(request(1, 'tools/call', { name: 'wait', arguments: { name: `s${at}` } })),
    );
    await waitUntil(() => stage.waiting().length === 2);
    stage.letGo('s1');
    stage.letGo('s0');
    for (const [at, answer] of answers.entries()) {
      const { result } = await (await answer).message();
      expect(result).toMatchObject({ content: [{ text: `waited for s${at}` }] });
    }
  });

  test('a client that hangs up has not cancelled', async () => {
    const session = await openRawSession(stage.url);
    const answer = await session.ask('tools/call', { name: 'hangs', _meta: { progressToken: 1 } });
    await answer.messages.next();
    answer.hangUp();
    expect((await session.ask('ping')).status).toBe(200);
    expect(stage.stopped()).toBe(0);
    await session.post(notification('notifications/cancelled', { requestId: 1 }));
    await waitUntil(() => stage.stopped() === 1);
  });
});

describe('the stream that belongs to no request', () => {
  test('carries pushes, and each once', async () => {
    const session = await openRawSession(stage.url);
    const stream = await session.listen();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('text/event-stream');
    stage.announce('tools');
    stage.announce('prompts');
    expect((await stream.messages.next()).method).toBe('notifications/tools/list_changed');
    expect((await stream.messages.next()).method).toBe('notifications/prompts/list_changed');
    expect(stream.messages.all).toHaveLength(2);
  });

  test('brings what was pushed while nobody listened', async () => {
    const session = await openRawSession(stage.url);
    stage.announce('tools');
    const stream = await session.listen();
    expect((await stream.messages.next()).method).toBe('notifications/tools/list_changed');
  });

  test('is pushed to for its own session only', async () => {
    const [one, two] = await Promise.all([openRawSession(stage.url), openRawSession(stage.url)]);
    const [first, second] = await Promise.all([one.listen(), two.listen()]);
    await one.ask('resources/subscribe', { uri: 'note://text' });
    stage.announceUpdate('note://text');
    stage.announce('tools');
    expect((await first.messages.next()).params).toEqual({ uri: 'note://text' });
    expect((await second.messages.next()).method).toBe('notifications/tools/list_changed');
  });

  test('tells of a resource until it is unsubscribed from', async () => {
    const session = await openRawSession(stage.url);
    const stream = await session.listen();
    const uri = 'note://text';
    expect((await (await session.ask('resources/subscribe', { uri })).message()).result).toEqual(
      {},
    );
    await session.ask('resources/subscribe', { uri });
    stage.announceUpdate(uri);
    expect(await stream.messages.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri },
    });
    expect((await (await session.ask('resources/unsubscribe', { uri })).message()).result).toEqual(
      {},
    );
    stage.announceUpdate(uri);
    stage.announce('tools');
    expect((await stream.messages.next()).method).toBe('notifications/tools/list_changed');
  });

  test('is not there before notifications/initialized has said so', async () => {
    const message = request(1, 'initialize', initializeParams('2025-11-25'));
    const opened = await rawPost(stage.url, message);
    const headers = { 'mcp-session-id': String(opened.headers['mcp-session-id']) };
    stage.announce('tools');
    await rawPost(stage.url, notification('notifications/initialized'), headers);
    stage.announce('prompts');
    const stream = await rawRequest(stage.url, {
      method: 'GET',
      headers: { ...headers, accept: 'text/event-stream' },
    });
    expect((await stream.messages.next()).method).toBe('notifications/prompts/list_changed');
  });

  test('of 2025-11-25 opens with an event that has an id and no data', async () => {
    const session = await openRawSession(stage.url);
    const { id, data } = await (await session.listen()).events.next();
    expect(id).toMatch(/^[\u0021-\u007e]+$/u);
    expect(data).toBe('');
  });

  test('questions of a call come on the stream of the call', async () => {
    const session = await openRawSession(stage.url);
    const stream = await session.listen();
    const answer = await session.call('elicits');
    const question = await answer.messages.next();
    expect(question).toMatchObject({ method: 'elicitation/create' });
    const result = { action: 'cancel' };
    expect((await session.post({ jsonrpc: '2.0', id: question.id, result })).status).toBe(202);
    expect((await answer.messages.next()).result).toMatchObject({
      content: [{ text: '{"action":"cancel"}' }],
    });
    expect(stream.messages.all).toEqual([]);
  });

  test('another session cannot answer', async () => {
    const [one, two] = await Promise.all([openRawSession(stage.url), openRawSession(stage.url)]);
    const answer = await one.call('elicits');
    const { id } = await answer.messages.next();
    const result = { action: 'accept', content: { name: 'Mallory' } };
    expect((await two.post({ jsonrpc: '2.0', id, result })).status).toBe(202);
    await one.post({ jsonrpc: '2.0', id, result: { action: 'decline' } });
    expect((await answer.messages.next()).result).toMatchObject({
      content: [{ text: '{"action":"decline"}' }],
    });
  });
});

describe('batches', () => {
  const batch = [request(1, 'ping'), request(2, 'tools/call', ECHO), notification('x')];

  test('2025-03-26: one array in, one array out', async () => {
    const session = await openRawSession(stage.url, { revision: '2025-03-26' });
    const answer = await session.post(batch);
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.body)).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 2, result: SAID_HI },
      ]),
    );
  });

  test('2025-03-26: a stream where something comes before the array', async () => {
    const session = await openRawSession(stage.url, { revision: '2025-03-26' });
    const counts = request(9, 'tools/call', { name: 'counts', _meta: { progressToken: 1 } });
    const answer = await session.post([counts, request(1, 'ping')]);
    expect(answer.isStream).toBe(true);
    await answer.body;
    const last = answer.events.all.at(-1)?.data ?? '';
    expect(
      (JSON.parse(last) as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b),
    ).toEqual([1, 9]);
  });

  test('2025-03-26: 202 where nothing needs an answer', async () => {
    const session = await openRawSession(stage.url, { revision: '2025-03-26' });
    const answer = await session.post([notification('x'), { jsonrpc: '2.0', id: 'q', result: {} }]);
    expect(answer.status).toBe(202);
    expect(await answer.body).toBe('');
  });

  test.each([[[]], [[request(1, 'initialize')]], [[7, 'x']]])(
    '2025-03-26: %j is answered with errors',
    async (values) => {
      const session = await openRawSession(stage.url, { revision: '2025-03-26' });
      const body = await (await session.post(values)).body;
      expect(body).toContain('"error"');
      expect(body).toContain('-32600');
    },
  );

  test.each(['2025-06-18', '2025-11-25'])('%s: 400', async (revision) => {
    const session = await openRawSession(stage.url, { revision });
    const answer = await session.post(batch);
    expect(answer.status).toBe(400);
    expect((await answer.message()).error?.message).toContain(revision);
  });

  test('2026-07-28 and without a session: 400', async () => {
    for (const headers of [{ 'mcp-protocol-version': '2026-07-28' }, {}]) {
      expect((await rawPost(stage.url, batch, headers)).status).toBe(400);
    }
  });
});
