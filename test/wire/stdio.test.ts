// Lines of JSON on stdio: what each revision agrees on, and that no message can end the conversation.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonValue } from '../../src/core/json.ts';
import { SUPPORTED_VERSIONS } from '../../src/mcp/wire/revisions.ts';
import type { WireMessage } from '../support/inbox.ts';
import { matrixStage, type MatrixStage } from '../support/matrix-source.ts';
import { serveRawLines, type RawLines } from '../support/raw-lines.ts';
import {
  initializeParams,
  LEGACY_REVISIONS,
  modernMetaWith,
  modernRequest,
  notification,
  request,
  SERVER_INFO,
} from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const ECHO = { name: 'echo', arguments: { message: 'hi' } };
const SAID_HI = { content: [{ type: 'text', text: 'hi' }] };

let stage: MatrixStage;
let client: RawLines;
let problems: string[];

beforeEach(async () => {
  stage = matrixStage();
  problems = [];
  const lines = await serveRawLines(stage.source, {
    onProblem: (message) => problems.push(message),
  });
  onTestFinished(() => lines[Symbol.asyncDispose]());
  ({ client } = lines);
});

/** The conversation goes on. */
async function expectAlive(): Promise<void> {
  expect(await client.askModern('tools/call', ECHO)).toMatchObject({ result: SAID_HI });
}

describe('negotiation', () => {
  test.each(LEGACY_REVISIONS)('agrees on %s', async (revision) => {
    expect((await client.initialize(revision)).result).toEqual({
      protocolVersion: revision,
      capabilities: {
        logging: {},
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: {},
      },
      serverInfo: { name: 'matrix', version: '1.2.3' },
      instructions: 'For tests.',
    });
  });

  test.each(['1999-01-01', '2026-07-28', '2099-01-01', ''])(
    'answers the newest it has when asked for %j',
    async (revision) => {
      const { result } = await client.initialize(revision);
      expect(result?.['protocolVersion']).toBe('2025-11-25');
    },
  );

  test('answers initialize without any params', async () => {
    const { result } = await client.ask('initialize');
    expect(result?.['protocolVersion']).toBe('2025-11-25');
  });

  test('refuses a second initialize and keeps the first', async () => {
    await client.initialize('2025-03-26');
    const again = await client.ask('initialize', initializeParams('2025-06-18'));
    expect(again.error).toMatchObject({ code: -32600 });
    client.send([request('b', 'ping')]);
    expect(await client.nextBatch()).toEqual([{ jsonrpc: '2.0', id: 'b', result: {} }]);
  });

  test('a 2026 client needs no handshake', async () => {
    const { result } = await client.askModern('server/discover');
    expect(result).toMatchObject({
      resultType: 'complete',
      supportedVersions: SUPPORTED_VERSIONS,
      instructions: 'For tests.',
      cacheScope: 'private',
      _meta: { [SERVER_INFO]: { name: 'matrix', version: '1.2.3' } },
    });
  });

  test('both eras share the channel', async () => {
    await client.initialize('2025-11-25');
    expect(await client.askModern('tools/call', ECHO)).toMatchObject({ result: SAID_HI });
    expect((await client.ask('tools/call', ECHO)).result).toEqual(SAID_HI);
  });
});

describe('messages before initialize', () => {
  test.each(['tools/list', 'tools/call', 'resources/subscribe', 'nonsense'])(
    'refuses %s and says what to send',
    async (method) => {
      const { error } = await client.ask(method, ECHO);
      expect(error).toMatchObject({ code: -32602, message: 'The session is not initialized' });
      expect(error?.data?.['hint']).toContain('initialize');
      await expectAlive();
    },
  );

  test('answers ping', async () => {
    expect(await client.ask('ping')).toMatchObject({ result: {} });
  });

  test('tells nobody of changes', async () => {
    stage.announce('tools');
    await client.ask('ping');
    expect(client.inbox.all).toHaveLength(1);
  });
});

test.each(LEGACY_REVISIONS)(
  '%s: ping and setLevel are answered with exactly {}',
  async (revision) => {
    await client.initialize(revision);
    expect((await client.ask('ping')).result).toEqual({});
    expect((await client.ask('logging/setLevel', { level: 'debug' })).result).toEqual({});
    expect((await client.ask('logging/setLevel', { level: 'loud' })).error).toMatchObject({
      code: -32602,
    });
  },
);

describe('the 2026 era', () => {
  test.each(['ping', 'logging/setLevel', 'resources/subscribe', 'initialize', 'tools/nonsense'])(
    'has no %s',
    async (method) => {
      expect((await client.askModern(method)).error).toMatchObject({ code: -32601 });
    },
  );

  test('refuses an unknown version and names the known ones', async () => {
    const _meta = modernMetaWith('protocolVersion', '2031-01-01');
    const { error } = await client.ask('tools/list', { _meta });
    expect(error).toMatchObject({
      code: -32022,
      data: { requested: '2031-01-01', supported: SUPPORTED_VERSIONS },
    });
  });

  test('refuses a request that does not say what its client can do', async () => {
    const _meta = modernMetaWith('clientCapabilities');
    expect((await client.ask('tools/list', { _meta })).error).toMatchObject({ code: -32602 });
  });

  test('takes a request that does not say who its client is', async () => {
    const _meta = modernMetaWith('clientInfo');
    expect((await client.ask('tools/list', { _meta })).result).toBeDefined();
  });

  test('reports a missing resource as 2026 does, and 2025 as 2025 did', async () => {
    const uri = 'note://gone';
    const modern = await client.askModern('resources/read', { uri });
    expect(modern.error).toMatchObject({ code: -32602, data: { uri } });
    await client.initialize('2025-11-25');
    const legacy = await client.ask('resources/read', { uri });
    expect(legacy.error).toMatchObject({ code: -32002, data: { uri } });
  });
});

describe('batches', () => {
  const batch = [
    request(1, 'ping'),
    notification('notifications/initialized'),
    request('two', 'tools/call', ECHO),
    request(3, 'tools/nonsense'),
  ];

  test.each(['2024-11-05', '2025-03-26'])('%s: one array in, one array out', async (revision) => {
    await client.initialize(revision);
    client.send(batch);
    const answers = await client.nextBatch();
    expect(answers.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toMatchObject([
      { id: 1, result: {} },
      { id: 3, error: { code: -32601 } },
      { id: 'two', result: SAID_HI },
    ]);
  });

  test.each(['2025-06-18', '2025-11-25'])('%s: refused as a whole', async (revision) => {
    await client.initialize(revision);
    client.send(batch);
    const { id, error } = await client.next();
    expect(error).toMatchObject({ code: -32600 });
    expect(id).toBe(revision === '2025-11-25' ? undefined : null);
    expect((await client.ask('ping')).result).toEqual({});
  });

  test('refused before initialize', async () => {
    client.send(batch);
    expect((await client.next()).error).toMatchObject({ code: -32600 });
    await expectAlive();
  });

  test('members that cannot be read are answered among the others', async () => {
    await client.initialize('2025-03-26');
    client.send([request(1, 'ping'), 42, { jsonrpc: '2.0', id: 'x' }]);
    const answers = await client.nextBatch();
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        { jsonrpc: '2.0', id: 1, result: {} },
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
        expect.objectContaining({ id: 'x', error: expect.objectContaining({ code: -32600 }) }),
      ]),
    );
  });

  test('members that cannot be read are answered also where they are alone', async () => {
    await client.initialize('2025-03-26');
    client.send([1, 2]);
    expect(await client.nextBatch()).toHaveLength(2);
  });

  test.each<[string, JsonValue[]]>([
    ['an empty batch', []],
    ['a batch that is too long', Array.from({ length: 101 }, () => 1)],
  ])('refuses %s', async (_, values) => {
    await client.initialize('2025-03-26');
    client.send(values);
    expect(await client.next()).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test('of notifications only are not answered', async () => {
    await client.initialize('2025-03-26');
    client.send([notification('notifications/initialized'), notification('notifications/x')]);
    expect((await client.ask('ping')).result).toEqual({});
    expect(client.inbox.all.filter(Array.isArray)).toEqual([]);
  });

  test('are answered without the members that were cancelled', async () => {
    await client.initialize('2025-03-26');
    client.send([request(1, 'tools/call', { name: 'hangs' }), request(2, 'ping')]);
    client.send(notification('notifications/cancelled', { requestId: 1 }));
    expect(await client.nextBatch()).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
  });
});

describe('ids', () => {
  test.each(['legacy', 'modern'])('%s: one in flight cannot be used again', async (era) => {
    await client.initialize('2025-11-25');
    const make = era === 'modern' ? modernRequest : request;
    const wait = (name: string): WireMessage =>
      make(7, 'tools/call', { name: 'wait', arguments: { name } });
    client.send(wait('first'));
    await waitUntil(() => stage.waiting().includes('first'));
    client.send(wait('second'));
    expect((await client.next(({ id }) => id === 7)).error).toMatchObject({
      code: -32600,
      message: 'id 7 is already in use',
    });
    stage.letGo('first');
    const { result } = await client.next(({ id }) => id === 7);
    expect(result).toMatchObject({ content: [{ text: 'waited for first' }] });
    expect(stage.waiting()).toEqual([]);
  });

  test('can be used again after their answer', async () => {
    await client.initialize('2025-11-25');
    for (const _ of [1, 2]) {
      expect(await client.answerTo(request(7, 'ping'))).toMatchObject({ id: 7, result: {} });
    }
  });

  test.each([0, -1, 9_007_199_254_740_991, '', 'ü"\n', '7'])(
    '%j comes back as it went',
    async (id) => {
      await client.initialize('2025-11-25');
      expect((await client.answerTo(request(id, 'ping'))).id).toBe(id);
    },
  );
});

describe('malformed messages', () => {
  const unreadable: [string, string][] = [
    ['no JSON', '{nope'],
    ['half a message', '{"jsonrpc":"2.0","id":1,'],
    ['bytes that are no text', '\u0000\u0001'],
    ['a bare word', 'hello'],
    ['a string', '"ping"'],
    ['a number', '42'],
    ['null', 'null'],
    ['no version', '{"method":"ping"}'],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
  ];

  test.each(unreadable)('%s: one error without an id, and the talk goes on', async (_, text) => {
    client.sendText(`${text}\n`);
    const { id, error } = await client.next();
    expect(id).toBeUndefined();
    expect([-32700, -32600]).toContain(error?.code);
    await expectAlive();
    expect(client.inbox.all).toHaveLength(2);
  });

  test.each(unreadable)('%s: up to 2025-06-18 the id is null', async (_, text) => {
    await client.initialize('2025-06-18');
    client.sendText(`${text}\n`);
    expect((await client.next()).id).toBeNull();
  });

  test.each<[string, object]>([
    ['a wrong version', { jsonrpc: '3.0', id: 'x', method: 'ping' }],
    ['a method that is a number', { jsonrpc: '2.0', id: 'x', method: 7 }],
    ['params in a list', { jsonrpc: '2.0', id: 'x', method: 'ping', params: [] }],
    ['neither method nor result', { jsonrpc: '2.0', id: 'x' }],
  ])('%s: an error for its id', async (_, message) => {
    client.send(message);
    expect(await client.next()).toMatchObject({ id: 'x', error: { code: -32600 } });
    await expectAlive();
  });

  test.each<[string, object]>([
    ['to nobody', { jsonrpc: '2.0', id: 'plugboard-99', result: {} }],
    ['without an id', { jsonrpc: '2.0', error: { code: -32700, message: 'what?' } }],
    ['with an id of null', { jsonrpc: '2.0', id: null, error: { code: -1, message: 'what?' } }],
    ['that holds nothing', { jsonrpc: '2.0', id: 'x', result: null }],
  ])('an answer %s is not answered', async (_, message) => {
    await client.initialize('2025-11-25');
    client.send(message);
    expect((await client.ask('ping')).result).toEqual({});
    expect(client.inbox.all).toHaveLength(2);
  });

  test.each([
    ['tools/call', {}],
    ['tools/call', { name: 7 }],
    ['tools/call', { name: 'echo', arguments: [] }],
    ['tools/call', { name: 'echo', arguments: 'x' }],
    ['resources/read', {}],
    ['resources/read', { uri: null }],
    ['prompts/get', { name: 'greet', arguments: { who: 7 } }],
    ['completion/complete', {}],
    ['completion/complete', { ref: {}, argument: 'x' }],
    ['completion/complete', { ref: {}, argument: { name: 'x' } }],
    ['resources/subscribe', {}],
  ])('%s with %j: invalid params', async (method, params) => {
    await client.initialize('2025-11-25');
    expect((await client.ask(method, params)).error).toMatchObject({ code: -32602 });
    expect((await client.ask('ping')).result).toEqual({});
  });

  test.each([
    ['notifications/cancelled', {}],
    ['notifications/cancelled', { requestId: {} }],
    ['notifications/cancelled', { requestId: 'unknown' }],
    ['notifications/nonsense', {}],
    ['tools/call', { name: 'echo' }],
  ])('the notification %s with %j is not answered', async (method, params) => {
    await client.initialize('2025-11-25');
    client.send(notification(method, params));
    expect((await client.ask('ping')).result).toEqual({});
    expect(client.inbox.all).toHaveLength(2);
  });

  test('a line over the limit is dropped, and what follows is read', async () => {
    const filler = 'x'.repeat(17 * 1024 * 1024);
    client.sendText(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"f":"${filler}"}}\n`);
    expect((await client.next()).error).toMatchObject({
      code: -32600,
      message: 'A message exceeds 16777216 bytes',
    });
    await expectAlive();
  });

  test('many messages in one write, with blank lines and carriage returns', async () => {
    const lines = [1, 2, 3].map((id) => JSON.stringify(modernRequest(id, 'tools/call', ECHO)));
    client.sendText(`\n\r\n${lines.join('\r\n\n')}\r\n`);
    for (const id of [1, 2, 3]) {
      expect(await client.next((message) => message.id === id)).toMatchObject({ result: SAID_HI });
    }
  });

  test('tell the operator nothing: they are no problem of the server', async () => {
    client.sendText('{nope\n42\n');
    await expectAlive();
    expect(problems).toEqual([]);
  });
});

test('an internal error is told to the operator, not to the client', async () => {
  const { error } = await client.askModern('tools/call', { name: 'crashes' });
  expect(error).toEqual({
    code: -32603,
    message: 'Internal error.',
    data: { code: 'internal' },
  });
  expect(problems).toEqual(['tools/call failed']);
});

describe('a client that cannot be asked', () => {
  test.each([
    ['elicits', 'elicitation'],
    ['samples', 'sampling'],
    ['roots', 'roots'],
  ])('%s: is told what it lacks', async (name, capability) => {
    const requiredCapabilities = { [capability]: {} };
    await client.initialize('2025-11-25', {});
    expect((await client.ask('tools/call', { name })).error).toMatchObject({
      code: -32601,
      data: { requiredCapabilities },
    });
    const _meta = modernMetaWith('clientCapabilities', {});
    expect((await client.ask('tools/call', { name, _meta })).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities },
    });
    expect(client.inbox.all).toHaveLength(3);
  });

  test('may answer that it will not', async () => {
    await client.initialize('2025-11-25');
    client.send(request(1, 'tools/call', { name: 'elicits' }));
    const question = await client.next(({ method }) => method === 'elicitation/create');
    client.send({ jsonrpc: '2.0', id: question.id, error: { code: -1, message: 'not now' } });
    expect((await client.next(({ id }) => id === 1)).result).toEqual({
      content: [{ type: 'text', text: 'The client answered: not now' }],
      isError: true,
      _meta: { code: 'tool_failed' },
    });
  });
});
