// Subscriptions that take time to make: asked for twice, taken back, or left by their client.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { deferred, type Deferred } from '../../src/mcp/wire/deferred.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { JSON_HEADERS, rawRequest } from '../support/raw-http.ts';
import { serveRawLines } from '../support/raw-lines.ts';
import { modernHeaders, modernRequest, openRawSession } from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const uri = 'slow://1';

/** A source that subscribes when it is told to, and counts what it has open. */
class SlowSource {
  /** Subscriptions that wait to be made. */
  readonly pending: Deferred<void>[] = [];
  readonly listeners = new Set<() => void>();
  made = 0;
  readonly source: ToolSource;

  constructor() {
    const plain = defineTools({ name: 'slow', resources: {} });
    const { resources } = plain;
    if (!resources) throw new Error('no resources');
    this.source = {
      ...plain,
      resources: { ...resources, subscribe: (_, onUpdate) => this.#subscribe(onUpdate) },
    };
  }

  letAllGo(): void {
    for (const waiting of this.pending.splice(0)) waiting.resolve();
  }

  async #subscribe(onUpdate: () => void): Promise<AsyncDisposable> {
    const turn = deferred<void>();
    this.pending.push(turn);
    await turn.promise;
    this.listeners.add(onUpdate);
    this.made += 1;
    return {
      [Symbol.asyncDispose]: async () => {
        this.listeners.delete(onUpdate);
      },
    };
  }
}

let slow: SlowSource;
let url: string;

beforeEach(async () => {
  slow = new SlowSource();
  const server = await serveHttp(slow.source, { port: 0 });
  onTestFinished(() => server[Symbol.asyncDispose]());
  ({ url } = server);
});

describe('2025', () => {
  test('asked for twice at once is one subscription', async () => {
    const session = await openRawSession(url);
    const asked = [1, 2].map(() => session.ask('resources/subscribe', { uri }));
    await waitUntil(() => slow.pending.length > 0);
    await session.ask('ping');
    slow.letAllGo();
    await waitUntil(() => slow.listeners.size > 0);
    slow.letAllGo();
    for (const answer of asked) expect((await (await answer).message()).result).toEqual({});
    expect(slow.listeners.size).toBe(1);
    await session.ask('resources/unsubscribe', { uri });
    expect(slow.listeners.size).toBe(0);
  });

  test('whose client has left is given up', async () => {
    const session = await openRawSession(url);
    const asked = session.ask('resources/subscribe', { uri });
    await waitUntil(() => slow.pending.length === 1);
    await session.close();
    await asked;
    slow.letAllGo();
    // It is made all the same, and taken back at once.
    await waitUntil(() => slow.made === 1 && slow.listeners.size === 0);
    expect(slow.listeners.size).toBe(0);
  });

  test('that failed may be asked for again', async () => {
    let times = 0;
    const plain = defineTools({ name: 'flaky', resources: {} });
    const source = {
      ...plain,
      resources: {
        ...plain.resources,
        subscribe: async () => {
          times += 1;
          if (times === 1) throw new Error('not yet');
          return { [Symbol.asyncDispose]: async () => {} };
        },
      } as NonNullable<typeof plain.resources>,
    };
    await using lines = await serveRawLines(source);
    await lines.client.initialize('2025-11-25');
    expect((await lines.client.ask('resources/subscribe', { uri })).error?.code).toBe(-32603);
    expect((await lines.client.ask('resources/subscribe', { uri })).result).toEqual({});
    expect(times).toBe(2);
  });
});

test('2026: a client that hangs up while it is made leaves nothing behind', async () => {
  const message = modernRequest(1, 'subscriptions/listen', {
    notifications: { resourceSubscriptions: [uri] },
  });
  const controller = new AbortController();
  const answer = rawRequest(url, {
    headers: { ...JSON_HEADERS, ...modernHeaders(message) },
    body: message,
    signal: controller.signal,
  });
  await waitUntil(() => slow.pending.length === 1);
  controller.abort();
  await expect(answer).rejects.toThrow('abort');
  slow.letAllGo();
  await waitUntil(() => slow.made === 1 && slow.listeners.size === 0);
  expect(slow.listeners.size).toBe(0);
});
