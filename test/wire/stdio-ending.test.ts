// How a conversation over lines ends: what runs is finished, what hangs is stopped, nothing is left.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import { matrixStage, type MatrixStage } from '../support/matrix-source.ts';
import { serveRawLines, type LinesStage, type RawLines } from '../support/raw-lines.ts';
import { modernRequest, notification, request, SUBSCRIPTION_ID } from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const GRACE_MS = 5_000;

let stage: MatrixStage;
let lines: LinesStage;
let client: RawLines;

beforeEach(async () => {
  stage = matrixStage();
  lines = await serveRawLines(stage.source);
  ({ client } = lines);
});

afterEach(async () => {
  vi.useRealTimers();
  await lines[Symbol.asyncDispose]();
});

/** Sends a call that waits until it is let go. */
async function startWaiting(era: 'legacy' | 'modern'): Promise<void> {
  if (era === 'legacy') await client.initialize('2025-11-25');
  const make = era === 'legacy' ? request : modernRequest;
  client.send(make('w', 'tools/call', { name: 'wait', arguments: { name: era } }));
  await waitUntil(() => stage.waiting().includes(era));
}

describe.each(['legacy', 'modern'] as const)('%s', (era) => {
  test.each<[string, () => unknown]>([
    ['the client ends its side', () => client.end()],
    ['the server is closed', () => void lines.server[Symbol.asyncDispose]()],
  ])('%s: what runs is finished and answered', async (_, end) => {
    await startWaiting(era);
    end();
    stage.letGo(era);
    const answer = await client.next(({ id }) => id === 'w');
    expect(answer.result).toMatchObject({ content: [{ text: `waited for ${era}` }] });
    await lines.server.ended;
  });

  test('what hangs is stopped after a moment', async () => {
    const make = era === 'legacy' ? request : modernRequest;
    if (era === 'legacy') await client.initialize('2025-11-25');
    client.send(make('h', 'tools/call', { name: 'hangs', _meta: { progressToken: 1 } }));
    await client.next(({ method }) => method === 'notifications/progress');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const closed = lines.server[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(GRACE_MS - 100);
    expect(stage.stopped()).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    await closed;
    expect(stage.stopped()).toBe(1);
    expect(client.inbox.all.filter((entry) => 'id' in entry && entry.id === 'h')).toEqual([]);
  });

  test('a client that is gone stops what runs', async () => {
    const make = era === 'legacy' ? request : modernRequest;
    if (era === 'legacy') await client.initialize('2025-11-25');
    client.send(make('h', 'tools/call', { name: 'hangs', _meta: { progressToken: 1 } }));
    await client.next(({ method }) => method === 'notifications/progress');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    lines.socket.resetAndDestroy();
    for (let turn = 0; turn < 100 && stage.stopped() === 0; turn += 1) {
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(stage.stopped()).toBe(1);
    await lines.server.ended;
  });
});

test('an open subscription ends with its result', async () => {
  client.send(
    modernRequest('sub', 'subscriptions/listen', { notifications: { promptsListChanged: true } }),
  );
  expect(await client.next()).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: { [SUBSCRIPTION_ID]: 'sub' }, notifications: { promptsListChanged: true } },
  });
  await lines.server[Symbol.asyncDispose]();
  expect(await client.next()).toMatchObject({
    id: 'sub',
    result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: 'sub' } },
  });
});

test('a cancelled subscription hears nothing more', async () => {
  const filter = { notifications: { toolsListChanged: true } };
  client.send(modernRequest('one', 'subscriptions/listen', filter));
  client.send(modernRequest('two', 'subscriptions/listen', filter));
  await client.next();
  await client.next();
  client.send(notification('notifications/cancelled', { requestId: 'one' }));
  await client.askModern('server/discover');
  stage.announce('tools');
  const told = await client.next();
  expect(told).toMatchObject({
    method: 'notifications/tools/list_changed',
    params: { _meta: { [SUBSCRIPTION_ID]: 'two' } },
  });
  await client.askModern('server/discover');
  expect(client.inbox.all).toHaveLength(5);
});

test('closing twice is closing once, and a closed server hears nothing', async () => {
  await client.initialize('2025-11-25');
  await lines.server[Symbol.asyncDispose]();
  await lines.server[Symbol.asyncDispose]();
  stage.announce('tools');
  client.send(request(1, 'ping'));
  client.end();
  lines.socket.destroy();
  await client.ended.catch(() => {});
  expect(client.inbox.all).toHaveLength(1);
});

test('a source keeps no listener of a connection that has ended', async () => {
  const source = defineTools({ name: 'plain', resources: {} });
  let listeners = 0;
  const watched = {
    ...source,
    onChange: (listener: Parameters<NonNullable<typeof source.onChange>>[0]) => {
      listeners += 1;
      const watch = source.onChange?.(listener);
      return {
        [Symbol.dispose]: () => {
          listeners -= 1;
          watch?.[Symbol.dispose]();
        },
      };
    },
  };
  await using other = await serveRawLines(watched);
  await other.client.initialize('2025-11-25');
  expect(listeners).toBe(1);
  other.client.end();
  await other.server.ended;
  expect(listeners).toBe(0);
});
