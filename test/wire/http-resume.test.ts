// A client that lost a stream gets the rest of it, from where it was, and of no other stream.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import { deferred } from '../../src/mcp/wire/deferred.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import type { RawAnswer } from '../support/raw-http.ts';
import { openRawSession, request, type RawSession } from '../support/raw-mcp.ts';

let stage: HttpStage;
let session: RawSession;

beforeEach(async () => {
  stage = await httpStage();
  session = await openRawSession(stage.url);
});

// What is left hanging would keep the server from closing.
afterEach(() => session.close());

/** Starts `asks_twice`, which has something to say before and after each answer. */
async function startAsking(): Promise<{ answer: RawAnswer; lastEventId: string }> {
  const answer = await session.post(
    request('a', 'tools/call', { name: 'asks_twice', _meta: { progressToken: 'p' } }),
  );
  const question = await answer.events.next(({ data }) => data !== '');
  return { answer, lastEventId: question.id ?? '' };
}

const reply = (id: unknown) =>
  session.post({ jsonrpc: '2.0', id, result: { action: 'accept', content: { ok: true } } });

describe('events', () => {
  test('have ids that no other event of the session has', async () => {
    const listened = await session.listen();
    const streams = await Promise.all(
      [1, 2, 3].map((token) =>
        session.post(
          request(token, 'tools/call', { name: 'counts', _meta: { progressToken: token } }),
        ),
      ),
    );
    stage.announce('tools');
    await listened.messages.next();
    await Promise.all(streams.map(({ body }) => body));
    const ids = [listened, ...streams].flatMap(({ events }) => events.all.map(({ id }) => id));
    expect(ids).toHaveLength(2 + 3 * 5);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of a 2025-11-25 stream open with one that has no data and says when to come back', async () => {
    const { answer } = await startAsking();
    expect(answer.events.all[0]).toEqual({ id: expect.any(String), data: '', retry: '500' });
  });

  test('of older revisions have data from the first on', async () => {
    const older = await openRawSession(stage.url, { revision: '2025-06-18' });
    const answer = await older.call('elicits');
    expect((await answer.events.next()).data).toContain('elicitation/create');
    await older.close();
  });
});

describe('Last-Event-ID', () => {
  test('brings what came after it, then what comes live', async () => {
    const { answer, lastEventId } = await startAsking();
    answer.hangUp();
    await reply('plugboard-1');
    const rest = await session.listen(lastEventId);
    expect((await rest.messages.next()).method).toBe('notifications/progress');
    expect((await rest.messages.next()).method).toBe('elicitation/create');
    await reply('plugboard-2');
    expect(await rest.messages.next()).toMatchObject({
      id: 'a',
      result: { content: [{ text: '[{"ok":true},{"ok":true}]' }] },
    });
    await rest.body;
    expect(rest.messages.all).toHaveLength(3);
  });

  test('brings an answer that came while nobody was there', async () => {
    const { answer, lastEventId } = await startAsking();
    answer.hangUp();
    await reply('plugboard-1');
    const between = await session.listen(lastEventId);
    await between.messages.next(({ method }) => method === 'elicitation/create');
    between.hangUp();
    await reply('plugboard-2');
    const rest = await session.listen(lastEventId);
    await rest.body;
    expect(rest.messages.all.map(({ method, id }) => method ?? id)).toEqual([
      'notifications/progress',
      'elicitation/create',
      'a',
    ]);
  });

  test('brings nothing twice', async () => {
    const { answer, lastEventId } = await startAsking();
    await reply('plugboard-1');
    const progress = await answer.events.next(({ data }) => data?.includes('progress') === true);
    answer.hangUp();
    const rest = await session.listen(progress.id ?? '');
    expect((await rest.messages.next()).method).toBe('elicitation/create');
    expect(rest.messages.all).toHaveLength(1);
    expect(lastEventId).not.toBe(progress.id);
  });

  test('of one stream brings nothing of another', async () => {
    const listened = await session.listen();
    const { answer, lastEventId } = await startAsking();
    stage.announce('tools');
    await listened.messages.next();
    answer.hangUp();
    await reply('plugboard-1');
    const rest = await session.listen(lastEventId);
    expect((await rest.messages.next()).method).toBe('notifications/progress');
    expect(listened.messages.all.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
    ]);
    expect(rest.messages.all.map(({ method }) => method)).not.toContain(
      'notifications/tools/list_changed',
    );
    // The other stream is still open and pushed to.
    stage.announce('prompts');
    expect((await listened.messages.next()).method).toBe('notifications/prompts/list_changed');
  });

  test('of the stream that belongs to no request goes on there', async () => {
    const first = await session.listen();
    stage.announce('tools');
    const told = await first.events.next(({ data }) => data !== '');
    first.hangUp();
    stage.announce('prompts');
    const again = await session.listen(told.id);
    expect((await again.messages.next()).method).toBe('notifications/prompts/list_changed');
    expect(again.messages.all).toHaveLength(1);
  });

  test('of a stream that has ended brings its rest and ends', async () => {
    const answer = await session.post(
      request(1, 'tools/call', { name: 'counts', _meta: { progressToken: 1 } }),
    );
    await answer.body;
    const rest = await session.listen(answer.events.all[1]?.id ?? '');
    await rest.body;
    expect(rest.events.all).toEqual(answer.events.all.slice(2));
  });

  test.each(['nonsense', '99-1', '0-x', '', '-', '0-999999'])(
    '%j, which is none of ours, opens a stream all the same',
    async (lastEventId) => {
      const stream = await session.listen(lastEventId);
      expect(stream.status).toBe(200);
      stage.announce('tools');
      expect((await stream.messages.next()).method).toBe('notifications/tools/list_changed');
    },
  );

  test('of another session is of no use', async () => {
    const { lastEventId } = await startAsking();
    const other = await openRawSession(stage.url);
    const stream = await other.listen(lastEventId);
    stage.announce('tools');
    expect((await stream.messages.next()).method).toBe('notifications/tools/list_changed');
    expect(stream.messages.all).toHaveLength(1);
  });
});

test('a tool can let go of its stream, and the answer waits for the client', async () => {
  const goOn = deferred<void>();
  const source = defineTools({
    name: 'letting-go',
    tools: {
      lets_go: {
        call: async (_, ctx) => {
          ctx.releaseStream();
          ctx.progress({ progress: 1 });
          await goOn.promise;
          return 'done';
        },
      },
    },
  });
  await using server = await serveHttp(source, { port: 0 });
  const own = await openRawSession(server.url);
  const answer = await own.post(
    request(1, 'tools/call', { name: 'lets_go', _meta: { progressToken: 1 } }),
  );
  // The stream closes without the answer, after it told how to come back.
  await answer.body;
  expect(answer.events.all).toEqual([{ id: expect.any(String), data: '', retry: '500' }]);
  const rest = await own.listen(answer.events.all[0]?.id);
  expect((await rest.messages.next()).method).toBe('notifications/progress');
  goOn.resolve();
  expect(await rest.messages.next()).toMatchObject({
    id: 1,
    result: { content: [{ text: 'done' }] },
  });
  await rest.body;
});

test('a second listener takes the place of the first', async () => {
  const first = await session.listen();
  const second = await session.listen();
  await first.body;
  stage.announce('tools');
  expect((await second.messages.next()).method).toBe('notifications/tools/list_changed');
  expect(first.messages.all).toEqual([]);
});

test('a listener that starts anew hears nothing that was told before', async () => {
  const first = await session.listen();
  stage.announce('tools');
  await first.messages.next();
  const second = await session.listen();
  stage.announce('prompts');
  expect((await second.messages.next()).method).toBe('notifications/prompts/list_changed');
  expect(second.messages.all).toHaveLength(1);
});

test('a listener that hangs up costs nothing: what comes next waits', async () => {
  const first = await session.listen();
  await first.events.next();
  first.hangUp();
  stage.announce('tools');
  stage.announce('prompts');
  const second = await session.listen(first.events.all[0]?.id);
  expect((await second.messages.next()).method).toBe('notifications/tools/list_changed');
  expect((await second.messages.next()).method).toBe('notifications/prompts/list_changed');
});
