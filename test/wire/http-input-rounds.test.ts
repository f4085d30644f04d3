// Questions of 2026-07-28: the call waits, the client comes back with answers and the state it was given.
import { beforeEach, describe, expect, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import type { WireMessage } from '../support/inbox.ts';
import { FORM, SAMPLE } from '../support/matrix-source.ts';
import type { RawRequest } from '../support/raw-http.ts';
import { serveRawLines } from '../support/raw-lines.ts';
import { modernMetaWith, modernPost, modernRequest, request, textIn } from '../support/raw-mcp.ts';

const ADA = { action: 'accept', content: { name: 'Ada' } };
const PARIS = { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'test' };
const ROOTS = { roots: [{ uri: 'file:///work' }] };

let stage: HttpStage;
let lastId = 0;

beforeEach(async () => {
  stage = await httpStage();
});

interface Where {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: RawRequest['headers'];
}

async function send(
  params: JsonObject,
  { method = 'tools/call', url = stage.url, headers }: Where = {},
): Promise<WireMessage> {
  lastId += 1;
  const answer = await modernPost(url, modernRequest(lastId, method, params), headers);
  const message = await answer.message();
  expect(message.id).toBe(lastId);
  return message;
}

/** Calls a tool that asks, and gives what it asked and the state to come back with. */
async function ask(name: string, more: JsonObject = {}) {
  const { result } = await send({ name, arguments: {}, ...more });
  expect(result?.['resultType']).toBe('input_required');
  return {
    asked: result?.['inputRequests'] as Record<string, JsonObject>,
    requestState: textIn(result?.['requestState']),
  };
}

const textOf = ({ result }: WireMessage) =>
  (result?.['content'] as { text: string }[] | undefined)?.[0]?.text;

describe('a question', () => {
  test('is a request without its envelope, under a key', async () => {
    const { asked } = await ask('elicits');
    expect(Object.values(asked)).toEqual([{ method: 'elicitation/create', params: FORM }]);
  });

  test('of roots needs no params', async () => {
    const { asked } = await ask('roots');
    expect(Object.values(asked)).toEqual([{ method: 'roots/list' }]);
  });

  test('goes out with all that were asked with it, under the keys the tool gave', async () => {
    const { asked } = await ask('asks_all');
    expect(asked).toEqual({
      who: { method: 'elicitation/create', params: FORM },
      what: { method: 'sampling/createMessage', params: SAMPLE },
      where: { method: 'roots/list' },
    });
  });

  test('is answered with the same request and its state', async () => {
    const { requestState } = await ask('asks_all');
    const inputResponses = { who: ADA, what: PARIS, where: ROOTS };
    const answer = await send({ name: 'asks_all', arguments: {}, requestState, inputResponses });
    expect(answer.result?.['resultType']).toBe('complete');
    expect(JSON.parse(textOf(answer) ?? '')).toEqual(inputResponses);
  });

  test('that was not answered is asked again, alone, with a new state', async () => {
    const { requestState } = await ask('asks_all');
    const first = { inputResponses: { who: ADA, extra: 7, where: { roots: 'none' } } };
    const again = await ask('asks_all', { ...first, requestState });
    expect(Object.keys(again.asked)).toEqual(['what', 'where']);
    expect(again.requestState).not.toBe(requestState);
    const answer = await send({
      name: 'asks_all',
      arguments: {},
      requestState: again.requestState,
      inputResponses: { what: PARIS, where: ROOTS },
    });
    expect(JSON.parse(textOf(answer) ?? '')).toEqual({ who: ADA, what: PARIS, where: ROOTS });
  });

  test('that nobody answered is asked again', async () => {
    const { asked, requestState } = await ask('elicits');
    expect((await ask('elicits', { requestState })).asked).toEqual(asked);
  });

  test('may follow another, each round with a state of its own', async () => {
    const first = await ask('asks_twice');
    const [key] = Object.keys(first.asked);
    const second = await ask('asks_twice', {
      requestState: first.requestState,
      inputResponses: { [key ?? '']: { ...ADA, content: { round: 1 } } },
    });
    const [next] = Object.keys(second.asked);
    expect(next).not.toBe(key);
    expect(second.requestState).not.toBe(first.requestState);
    const answer = await send({
      name: 'asks_twice',
      arguments: {},
      requestState: second.requestState,
      inputResponses: { [next ?? '']: { ...ADA, content: { round: 2 } } },
    });
    expect(textOf(answer)).toBe('[{"round":1},{"round":2}]');
  });
});

describe('answers that come before the question', () => {
  test('are taken, and what is not asked is passed over', async () => {
    const inputResponses = { who: ADA, what: PARIS, where: ROOTS, extra: 7 };
    const answer = await send({ name: 'asks_all', arguments: {}, inputResponses });
    expect(answer.result?.['resultType']).toBe('complete');
  });

  test('spare only the questions they answer', async () => {
    const { asked } = await ask('asks_all', { inputResponses: { who: ADA, wrong: ADA } });
    expect(Object.keys(asked)).toEqual(['what', 'where']);
  });

  test.each([12_345, 'yes', { action: 'maybe' }, [], null])('%j is no answer', async (answer) => {
    const { asked } = await ask('asks_all', { inputResponses: { who: answer } });
    expect(Object.keys(asked)).toContain('who');
  });

  test.each([null, 7, 'x', []])('%j in their place: invalid params', async (inputResponses) => {
    const { error } = await send({ name: 'asks_all', arguments: {}, inputResponses });
    expect(error).toMatchObject({ code: -32602 });
  });
});

describe('a state', () => {
  const refused = { code: -32602, message: 'requestState is not valid for this request' };

  test.each<[string, (state: string) => JsonObject[string]]>([
    ['with something added', (state) => `${state}-TAMPERED`],
    ['with another signature', (state) => `${state.slice(0, -1)}*`],
    ['with another ticket', (state) => (state.startsWith('0') ? '1' : '0') + state.slice(1)],
    ['without its signature', (state) => state.split('.')[0] ?? ''],
    ['that is empty', () => ''],
    ['that is no string', () => 7],
    ['that is null', () => null],
    ['in two parts too many', (state) => `${state}.${state}`],
  ])('%s is refused, and the right one still works', async (_, forge) => {
    const { asked, requestState } = await ask('elicits');
    const [key = ''] = Object.keys(asked);
    const params = { name: 'elicits', arguments: {}, inputResponses: { [key]: ADA } };
    expect((await send({ ...params, requestState: forge(requestState) })).error).toMatchObject(
      refused,
    );
    expect((await send({ ...params, requestState })).result?.['resultType']).toBe('complete');
  });

  test('is good once', async () => {
    const { asked, requestState } = await ask('elicits');
    const [key = ''] = Object.keys(asked);
    const params = { name: 'elicits', arguments: {}, requestState, inputResponses: { [key]: ADA } };
    expect((await send(params)).result).toBeDefined();
    expect((await send(params)).error).toMatchObject(refused);
  });

  test('is good for the request it was given to, and for no other', async () => {
    const { requestState } = await ask('elicits');
    const others = [
      { name: 'elicits', arguments: { more: 1 } },
      { name: 'samples', arguments: {} },
      { name: 'elicits' },
    ];
    for (const params of others) {
      expect((await send({ ...params, requestState })).error).toMatchObject(refused);
    }
    const asPrompt = { method: 'prompts/get' };
    const { error } = await send({ name: 'elicits', arguments: {}, requestState }, asPrompt);
    expect(error).toMatchObject(refused);
    expect((await ask('elicits', { requestState })).requestState).not.toBe(requestState);
  });

  test('does not mind in which order the request is written, nor its progress token', async () => {
    const params = { arguments: { b: { d: 1, c: 2 }, a: 1 }, name: 'elicits' };
    const { result } = await send({ ...params, _meta: { progressToken: 1 } });
    const again = { name: 'elicits', arguments: { a: 1, b: { c: 2, d: 1 } } };
    const [key = ''] = Object.keys(result?.['inputRequests'] as object);
    const answer = await send({
      ...again,
      _meta: { progressToken: 2 },
      requestState: textIn(result?.['requestState']),
      inputResponses: { [key]: ADA },
    });
    expect(answer.result?.['resultType']).toBe('complete');
  });

  test('of another server is refused', async () => {
    const other = await httpStage();
    const { requestState } = await ask('elicits');
    const params = { name: 'elicits', arguments: {}, requestState };
    expect((await send(params, { url: other.url })).error).toMatchObject(refused);
  });

  test('of another principal is refused', async () => {
    const wall = {
      challenge: 'Test',
      check: (headers: Readonly<Record<string, unknown>>) => String(headers['x-user']),
    };
    const walled = await httpStage({ wall });
    const as = (user: string) => ({ url: walled.url, headers: { 'x-user': user } });
    const call = { name: 'elicits', arguments: {} };
    const { result } = await send(call, as('ann'));
    const requestState = textIn(result?.['requestState']);
    const [key = ''] = Object.keys(result?.['inputRequests'] as object);
    const params = { ...call, requestState, inputResponses: { [key]: ADA } };
    expect((await send(params, as('bob'))).error).toMatchObject(refused);
    expect((await send(params, as('ann'))).result?.['resultType']).toBe('complete');
  });

  test('is of no use where nothing can be asked', async () => {
    const { requestState } = await ask('elicits');
    const { result } = await send({ requestState }, { method: 'tools/list' });
    expect(result?.['tools']).toBeDefined();
  });
});

describe('who may be asked', () => {
  test('is asked only what it said it can answer', async () => {
    const _meta = modernMetaWith('clientCapabilities', { elicitation: {} });
    const message = request(1, 'tools/call', { name: 'asks_all', _meta });
    const answer = await modernPost(stage.url, message);
    expect(answer.status).toBe(400);
    expect((await answer.message()).error?.code).toBe(-32021);
  });

  test.each([
    [{ elicitation: {} }, 400],
    [{ elicitation: { form: {} } }, 400],
    [{ elicitation: { url: {} } }, 200],
  ])('%j: a question by URL is answered %i', async (capabilities, status) => {
    const source = defineTools({
      name: 'by-url',
      tools: {
        open: {
          call: async (_, ctx) =>
            JSON.stringify(await ctx.elicit({ mode: 'url', url: 'https://x', message: 'm' })),
        },
      },
    });
    await using server = await serveHttp(source, { port: 0 });
    const _meta = modernMetaWith('clientCapabilities', capabilities);
    const answer = await modernPost(server.url, request(1, 'tools/call', { name: 'open', _meta }));
    expect(answer.status).toBe(status);
  });
});

describe('prompts and resources', () => {
  const source = defineTools({
    name: 'asking',
    resources: {
      'ask://1': {
        name: 'asks',
        read: async (ctx) => ({
          contents: [{ uri: 'ask://1', text: JSON.stringify(await ctx.roots()) }],
        }),
      },
    },
    prompts: {
      asks: {
        get: async (_, ctx) => {
          const { content = {} } = await ctx.elicit(FORM);
          return {
            messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(content) } }],
          };
        },
      },
    },
  });

  interface Case {
    readonly method: string;
    readonly params: JsonObject;
    readonly answer: JsonObject;
    readonly expected: JsonObject;
  }

  const cases: Case[] = [
    {
      method: 'prompts/get',
      params: { name: 'asks' },
      answer: ADA,
      expected: {
        messages: [{ role: 'user', content: { type: 'text', text: '{"name":"Ada"}' } }],
      },
    },
    {
      method: 'resources/read',
      params: { uri: 'ask://1' },
      answer: ROOTS,
      expected: { contents: [{ uri: 'ask://1', text: '[{"uri":"file:///work"}]' }] },
    },
  ];

  test.each(cases)('$method may ask too', async ({ method, params, answer, expected }) => {
    await using server = await serveHttp(source, { port: 0 });
    const at = { method, url: server.url };
    const { result } = await send(params, at);
    const [key = ''] = Object.keys(result?.['inputRequests'] as object);
    const requestState = textIn(result?.['requestState']);
    const done = await send({ ...params, requestState, inputResponses: { [key]: answer } }, at);
    expect(done.result).toMatchObject({ resultType: 'complete', ...expected });
  });
});

test('over lines the call goes on in the same way, and waiting costs no id', async () => {
  await using lines = await serveRawLines(stage.source);
  const call = { name: 'elicits', arguments: {} };
  const first = await lines.client.answerTo(modernRequest(7, 'tools/call', call));
  const [key = ''] = Object.keys(first.result?.['inputRequests'] as object);
  const requestState = textIn(first.result?.['requestState']);
  const second = await lines.client.answerTo(
    modernRequest(7, 'tools/call', { ...call, requestState, inputResponses: { [key]: ADA } }),
  );
  expect(JSON.parse(textOf(second) ?? '')).toEqual(ADA);
});

test('a tool that goes on talking between two rounds is not heard, and harms nobody', async () => {
  let talked = 0;
  const source = defineTools({
    name: 'talkative',
    tools: {
      talks: {
        call: async (_, ctx) => {
          const answer = ctx.elicit(FORM);
          const timer = setInterval(() => {
            ctx.progress({ progress: (talked += 1) });
            ctx.log('error', 'still here');
          }, 1);
          await answer;
          clearInterval(timer);
          return 'done';
        },
      },
    },
  });
  await using server = await serveHttp(source, { port: 0 });
  const call = { name: 'talks', arguments: {} };
  const { result } = await send(call, { url: server.url });
  const heardSoFar = talked;
  await expect.poll(() => talked).toBeGreaterThan(heardSoFar + 3);
  const [key = ''] = Object.keys(result?.['inputRequests'] as object);
  const requestState = textIn(result?.['requestState']);
  const params = { ...call, requestState, inputResponses: { [key]: ADA } };
  expect(textOf(await send(params, { url: server.url }))).toBe('done');
});

test('a question that cannot be written fails the call, not the server', async () => {
  const source = defineTools({
    name: 'odd',
    tools: {
      odd: { call: async (_, ctx) => JSON.stringify(await ctx.elicit({ big: 1n as never })) },
    },
  });
  await using server = await serveHttp(source, { port: 0 });
  const { error } = await send({ name: 'odd', arguments: {} }, { url: server.url });
  expect(error).toMatchObject({ code: -32603 });
});

test('calls that wait for an answer are given up when the server closes', async () => {
  let outcome: unknown;
  const source = defineTools({
    name: 'waiting',
    tools: {
      waits: {
        call: async (_, ctx) => {
          outcome = await ctx.elicit(FORM).catch((thrown: unknown) => thrown);
          return 'x';
        },
      },
    },
  });
  const server = await serveHttp(source, { port: 0 });
  await send({ name: 'waits', arguments: {} }, { url: server.url });
  await server[Symbol.asyncDispose]();
  await expect.poll(() => outcome).toMatchObject({ code: 'cancelled' });
});
