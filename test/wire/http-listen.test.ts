// subscriptions/listen of 2026-07-28: acknowledged first, filtered, and ended with a result.
import { beforeEach, describe, expect, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import type { RawAnswer } from '../support/raw-http.ts';
import { serveRawLines } from '../support/raw-lines.ts';
import { modernPost, modernRequest, SUBSCRIPTION_ID } from '../support/raw-mcp.ts';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['note://text'],
};

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage();
});

function listen(notifications: JsonObject, id: number | string = 'sub'): Promise<RawAnswer> {
  return modernPost(stage.url, modernRequest(id, 'subscriptions/listen', { notifications }));
}

const methodsOf = ({ messages }: RawAnswer) => messages.all.map(({ method }) => method);

describe('the acknowledgment', () => {
  test('comes at once and says what was granted', async () => {
    const stream = await listen(EVERYTHING);
    expect(stream.status).toBe(200);
    expect(await stream.messages.next()).toEqual({
      jsonrpc: '2.0',
      method: ACKNOWLEDGED,
      params: { _meta: { [SUBSCRIPTION_ID]: 'sub' }, notifications: EVERYTHING },
    });
  });

  test.each<[JsonObject, JsonObject]>([
    [{}, {}],
    [{ toolsListChanged: true }, { toolsListChanged: true }],
    [{ toolsListChanged: false, promptsListChanged: true }, { promptsListChanged: true }],
    [{ toolsListChanged: 'yes', nonsense: true }, {}],
    [{ resourceSubscriptions: [] }, {}],
    [{ resourceSubscriptions: ['a', 'a', 7, null] }, { resourceSubscriptions: ['a'] }],
  ])('of %j is %j', async (asked, granted) => {
    const stream = await listen(asked);
    expect((await stream.messages.next()).params?.['notifications']).toEqual(granted);
  });

  test('grants nothing a source cannot do', async () => {
    const plain = defineTools({ name: 'plain', tools: {} });
    const { onChange: _, ...silent } = plain;
    await using server = await serveHttp(silent, { port: 0 });
    const message = modernRequest(1, 'subscriptions/listen', { notifications: EVERYTHING });
    const stream = await modernPost(server.url, message);
    expect((await stream.messages.next()).params?.['notifications']).toEqual({});
  });

  test('comes before an update that happened while it was made', async () => {
    const plain = defineTools({ name: 'hasty', resources: {} });
    const source = {
      ...plain,
      resources: {
        ...plain.resources,
        subscribe: async (_: string, onUpdate: () => void) => {
          onUpdate();
          return { [Symbol.asyncDispose]: async () => {} };
        },
      } as NonNullable<typeof plain.resources>,
    };
    await using server = await serveHttp(source, { port: 0 });
    const filter = { resourceSubscriptions: ['hasty://1', 'hasty://2'] };
    const message = modernRequest(1, 'subscriptions/listen', { notifications: filter });
    const { messages } = await modernPost(server.url, message);
    expect((await messages.next()).method).toBe(ACKNOWLEDGED);
    expect((await messages.next()).params).toMatchObject({ uri: 'hasty://1' });
    expect((await messages.next()).params).toMatchObject({ uri: 'hasty://2' });
  });

  test('comes before a list change that happened while it was made', async () => {
    const plain = defineTools({ name: 'restless', tools: {}, resources: {} });
    const source = {
      ...plain,
      resources: {
        ...plain.resources,
        subscribe: async () => {
          plain.announce('tools');
          plain.announce('tools');
          return { [Symbol.asyncDispose]: async () => {} };
        },
      } as NonNullable<typeof plain.resources>,
    };
    await using server = await serveHttp(source, { port: 0 });
    const filter = { toolsListChanged: true, resourceSubscriptions: ['restless://1'] };
    const message = modernRequest(1, 'subscriptions/listen', { notifications: filter });
    const { messages } = await modernPost(server.url, message);
    expect((await messages.next()).method).toBe(ACKNOWLEDGED);
    expect((await messages.next()).method).toBe('notifications/tools/list_changed');
    expect(messages.all).toHaveLength(2);
  });

  test('leaves out a resource that cannot be watched', async () => {
    const plain = defineTools({ name: 'picky', resources: {} });
    const source = {
      ...plain,
      resources: {
        ...plain.resources,
        subscribe: async (uri: string) => {
          if (uri === 'bad://') throw new Error('no');
          return { [Symbol.asyncDispose]: async () => {} };
        },
      } as NonNullable<typeof plain.resources>,
    };
    await using server = await serveHttp(source, { port: 0 });
    const filter = { resourceSubscriptions: ['bad://', 'good://'] };
    const message = modernRequest(1, 'subscriptions/listen', { notifications: filter });
    const { messages } = await modernPost(server.url, message);
    expect((await messages.next()).params?.['notifications']).toEqual({
      resourceSubscriptions: ['good://'],
    });
  });
});

describe('the stream', () => {
  test('carries what was asked for, marked with its subscription, and nothing else', async () => {
    const tools = await listen({ toolsListChanged: true }, 1);
    const prompts = await listen({ promptsListChanged: true }, 2);
    const text = await listen({ resourceSubscriptions: ['note://text'] }, 3);
    for (const stream of [tools, prompts, text]) await stream.messages.next();
    stage.announce('tools');
    stage.announce('prompts');
    stage.announce('resources');
    stage.announceUpdate('note://blob');
    stage.announceUpdate('note://text');
    expect(await tools.messages.next()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [SUBSCRIPTION_ID]: 1 } },
    });
    expect(await prompts.messages.next()).toMatchObject({
      method: 'notifications/prompts/list_changed',
      params: { _meta: { [SUBSCRIPTION_ID]: 2 } },
    });
    expect(await text.messages.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { _meta: { [SUBSCRIPTION_ID]: 3 }, uri: 'note://text' },
    });
    for (const stream of [tools, prompts, text]) expect(stream.messages.all).toHaveLength(2);
  });

  test('ends with a result when the server closes', async () => {
    const streams = await Promise.all([listen(EVERYTHING, 'one'), listen({}, 2)]);
    for (const stream of streams) await stream.messages.next();
    await stage.server[Symbol.asyncDispose]();
    for (const [at, stream] of streams.entries()) {
      const id = ['one', 2][at];
      await stream.body;
      expect(methodsOf(stream)).toEqual([ACKNOWLEDGED, undefined]);
      expect(stream.messages.all[1]).toMatchObject({
        id,
        result: { resultType: 'complete', _meta: { [SUBSCRIPTION_ID]: id } },
      });
    }
  });

  test('that is hung up on costs nothing, and the others go on', async () => {
    const gone = await listen(EVERYTHING, 1);
    const stays = await listen(EVERYTHING, 2);
    await gone.messages.next();
    await stays.messages.next();
    gone.hangUp();
    stage.announce('tools');
    expect((await stays.messages.next()).method).toBe('notifications/tools/list_changed');
  });
});

describe('what is no filter', () => {
  test.each<[string, JsonObject]>([
    ['none', {}],
    ['a list', { notifications: [] }],
    ['a string', { notifications: 'all' }],
    ['resources that are no list', { notifications: { resourceSubscriptions: 'note://text' } }],
  ])('%s: invalid params', async (_, params) => {
    const answer = await modernPost(stage.url, modernRequest(1, 'subscriptions/listen', params));
    expect((await answer.message()).error).toMatchObject({ code: -32602 });
  });

  test('takes no place from those that come later', async () => {
    const wrong = modernRequest(1, 'subscriptions/listen', {
      notifications: { resourceSubscriptions: 7 },
    });
    const many = Array.from({ length: 1_100 }, () => wrong);
    await using lines = await serveRawLines(stage.source);
    for (const [id, message] of many.entries()) lines.client.send({ ...message, id });
    await lines.client.next(({ id }) => id === many.length - 1);
    lines.client.send(modernRequest('last', 'subscriptions/listen', { notifications: {} }));
    expect((await lines.client.next(({ error }) => !error)).method).toBe(ACKNOWLEDGED);
  });
});
