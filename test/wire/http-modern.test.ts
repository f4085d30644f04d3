// Requests of 2026-07-28 on HTTP: each describes itself, in its body and in its headers, or is refused.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { SUPPORTED_VERSIONS } from '../../src/mcp/wire/revisions.ts';
import { serveHttp } from '../../src/surfaces/http/serve-http.ts';
import { httpStage, type HttpStage } from '../support/http-stage.ts';
import { JSON_HEADERS, rawPost, rawRequest, type RawRequest } from '../support/raw-http.ts';
import {
  logLevelMeta,
  modernHeaders,
  modernMeta,
  modernMetaWith,
  modernPost,
  modernRequest,
  request,
  SERVER_INFO,
} from '../support/raw-mcp.ts';
import { waitUntil } from '../support/wait-until.ts';

const ECHO = { name: 'echo', arguments: { message: 'hi' } };
const CALL = modernRequest(1, 'tools/call', ECHO);

let stage: HttpStage;

beforeEach(async () => {
  stage = await httpStage();
});

const discover = (params: JsonObject | undefined) =>
  modernPost(stage.url, request(7, 'server/discover', params));

describe('_meta', () => {
  test.each<[string, JsonObject | undefined]>([
    ['no params', undefined],
    ['none', {}],
    ['one that is no object', { _meta: 'x' }],
    ['no version', { _meta: modernMetaWith('protocolVersion') }],
    ['a version that is no string', { _meta: modernMetaWith('protocolVersion', {}) }],
    ['no capabilities', { _meta: modernMetaWith('clientCapabilities') }],
    ['capabilities that are no object', { _meta: modernMetaWith('clientCapabilities', 'all') }],
    ['an unknown log level', { _meta: modernMeta(logLevelMeta('loud')) }],
  ])('%s: 400, invalid params', async (_, params) => {
    const answer = await discover(params);
    expect(answer.status).toBe(400);
    expect(await answer.message()).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  test('without a name of the client is enough', async () => {
    expect((await discover({ _meta: modernMetaWith('clientInfo') })).status).toBe(200);
  });

  test('an unknown version: 400, and what is known', async () => {
    const _meta = modernMetaWith('protocolVersion', 'v999');
    const message = request(7, 'server/discover', { _meta });
    const answer = await modernPost(stage.url, message, { 'mcp-protocol-version': 'v999' });
    expect(answer.status).toBe(400);
    expect(await answer.message()).toMatchObject({
      id: 7,
      error: { code: -32022, data: { requested: 'v999', supported: SUPPORTED_VERSIONS } },
    });
  });

  test('a 2025 version is not spoken in this way', async () => {
    const _meta = modernMetaWith('protocolVersion', '2025-11-25');
    const message = request(7, 'server/discover', { _meta });
    const answer = await modernPost(stage.url, message, { 'mcp-protocol-version': '2025-11-25' });
    const { error } = await answer.message();
    expect(error?.code).toBe(-32022);
    expect(error?.data?.['supported']).not.toContain('2025-11-25');
  });
});

describe('headers that repeat the body', () => {
  test.each<[string, RawRequest['headers']]>([
    ['no version', { 'mcp-protocol-version': undefined }],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['an unknown version', { 'mcp-protocol-version': 'v999' }],
    ['no method', { 'mcp-method': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
    ['no name', { 'mcp-name': undefined }],
    ['another name', { 'mcp-name': 'kinds' }],
    ['the name in capitals', { 'mcp-name': 'ECHO' }],
    ['a name badly encoded', { 'mcp-name': '=?base64?ZWNobw?=' }],
    ['two names', { 'mcp-name': ['echo', 'echo'] }],
  ])('%s: 400, header mismatch', async (_, headers) => {
    const answer = await modernPost(stage.url, CALL, headers);
    expect(answer.status).toBe(400);
    const { id, error } = await answer.message();
    expect(id).toBe(1);
    expect(error?.code).toBe(-32020);
    expect(error?.message).toMatch(/^Header mismatch: M/u);
  });

  test('the first thing wrong is the version', async () => {
    const _meta = modernMetaWith('protocolVersion', 'v999');
    const answer = await modernPost(stage.url, request(1, 'tools/call', { ...ECHO, _meta }), {
      'mcp-method': 'x',
    });
    expect((await answer.message()).error?.code).toBe(-32020);
  });

  test('names may be spelled and padded in any way, values may be encoded', async () => {
    const headers = {
      'MCP-METHOD': '  tools/call  ',
      'mCp-NaMe': '=?base64?ZWNobw==?=',
      'MCP-Protocol-Version': '2026-07-28',
    };
    expect((await rawPost(stage.url, CALL, headers)).status).toBe(200);
  });

  test('a URI no header can carry comes encoded', async () => {
    const uri = 'item://grüße';
    const message = modernRequest(1, 'resources/read', { uri });
    const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`;
    const answer = await modernPost(stage.url, message, { 'mcp-name': encoded });
    expect((await answer.message()).result).toMatchObject({ contents: [{ text: 'grüße' }] });
  });

  test('prompts and resources are named too', async () => {
    const prompt = modernRequest(1, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } });
    const resource = modernRequest(1, 'resources/read', { uri: 'note://text' });
    for (const message of [prompt, resource]) {
      expect((await modernPost(stage.url, message)).status).toBe(200);
      expect((await modernPost(stage.url, message, { 'mcp-name': undefined })).status).toBe(400);
    }
  });
});

describe('parameters that repeat the arguments', () => {
  const source = defineTools({
    name: 'mirrored',
    tools: {
      where: {
        inputSchema: {
          type: 'object',
          properties: {
            region: { type: 'string', 'x-mcp-header': 'Region' },
            level: { type: 'integer', 'x-mcp-header': 'Level' },
            dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
          },
        },
        call: (args) => JSON.stringify(args),
      },
      plain: { call: () => 'plain' },
    },
  });
  let url: string;

  beforeEach(async () => {
    const server = await serveHttp(source, { port: 0 });
    onTestFinished(() => server[Symbol.asyncDispose]());
    ({ url } = server);
  });

  const send = (args: JsonObject, headers: RawRequest['headers'] = {}) =>
    modernPost(url, modernRequest(1, 'tools/call', { name: 'where', arguments: args }), headers);

  test.each<[JsonObject, RawRequest['headers']]>([
    [{}, {}],
    [{ region: null }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    [{ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
    [{ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    [{ level: 42 }, { 'Mcp-Param-LEVEL': '42.0' }],
    [{ dry: false }, { 'mcp-param-dry': 'false' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu', 'mcp-param-other': 'x' }],
  ])('%j with %j: accepted', async (args, headers) => {
    const answer = await send(args, headers);
    expect(answer.status).toBe(200);
    expect((await answer.message()).result).toMatchObject({
      content: [{ text: JSON.stringify(args) }],
    });
  });

  test.each<[JsonObject, RawRequest['headers']]>([
    [{ region: 'eu' }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
    [{ level: 42 }, { 'mcp-param-level': 'many' }],
    [{ level: 0 }, { 'mcp-param-level': '' }],
    [{ dry: true }, { 'mcp-param-dry': 'TRUE' }],
    [{ region: '' }, {}],
  ])('%j with %j: 400, header mismatch', async (args, headers) => {
    const answer = await send(args, headers);
    expect(answer.status).toBe(400);
    expect(await answer.message()).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  test('a tool without marks needs none', async () => {
    const message = modernRequest(1, 'tools/call', { name: 'plain', arguments: { region: 'eu' } });
    expect((await modernPost(url, message)).status).toBe(200);
  });
});

describe('statuses', () => {
  test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'x', 'constructor'])(
    '%s is no method of this revision: 404',
    async (method) => {
      const answer = await modernPost(stage.url, modernRequest(5, method));
      expect(answer.status).toBe(404);
      expect(await answer.message()).toMatchObject({ id: 5, error: { code: -32601 } });
    },
  );

  test('a capability the client has not: 400', async () => {
    const _meta = modernMetaWith('clientCapabilities', {});
    const message = request(1, 'tools/call', { name: 'samples', _meta });
    const answer = await modernPost(stage.url, message);
    expect(answer.status).toBe(400);
    expect((await answer.message()).error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  test.each<[string, JsonObject, number]>([
    ['tools/call', { name: 'nonesuch' }, -32602],
    ['resources/read', { uri: 'note://gone' }, -32602],
    ['tools/call', { name: 'crashes' }, -32603],
    ['tools/list', { cursor: 'x' }, -32602],
    ['tools/call', {}, -32602],
  ])('%s with %j: 200 and an error', async (method, params, code) => {
    const answer = await modernPost(stage.url, modernRequest(1, method, params));
    expect(answer.status).toBe(200);
    expect((await answer.message()).error?.code).toBe(code);
  });

  test('GET and DELETE have no meaning', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', accept: 'text/event-stream' };
    expect((await rawRequest(stage.url, { method: 'GET', headers })).status).toBe(405);
    expect((await rawRequest(stage.url, { method: 'DELETE', headers })).status).toBeGreaterThan(
      399,
    );
  });
});

describe('results', () => {
  test.each<[string, JsonObject, boolean]>([
    ['server/discover', {}, true],
    ['tools/list', {}, true],
    ['resources/list', {}, true],
    ['resources/templates/list', {}, true],
    ['prompts/list', {}, true],
    ['resources/read', { uri: 'note://text' }, true],
    ['tools/call', ECHO, false],
    ['prompts/get', { name: 'greet', arguments: { who: 'x' } }, false],
  ])(
    'of %s carry their type, the server, and how long they are good',
    async (method, params, isKept) => {
      const answer = await modernPost(stage.url, modernRequest(1, method, params));
      const { result } = await answer.message();
      expect(result).toMatchObject({
        resultType: 'complete',
        _meta: { [SERVER_INFO]: { name: 'matrix', version: '1.2.3' } },
      });
      expect(Number.isInteger(result?.['ttlMs'])).toBe(isKept);
      expect(result?.['cacheScope']).toBe(isKept ? 'private' : undefined);
    },
  );

  test('carry no session, whatever the client sends', async () => {
    const headers = { 'mcp-session-id': 'mine', 'last-event-id': '0-1' };
    const answer = await modernPost(stage.url, CALL, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  test('the same id may be in flight many times: requests know nothing of each other', async () => {
    const names = ['a', 'b', 'c'];
    const answers = names.map((name) =>
      modernPost(stage.url, modernRequest(1, 'tools/call', { name: 'wait', arguments: { name } })),
    );
    await waitUntil(() => stage.waiting().length === 3);
    for (const name of names.toReversed()) stage.letGo(name);
    for (const [at, answer] of answers.entries()) {
      const { id, result } = await (await answer).message();
      expect(id).toBe(1);
      expect(result).toMatchObject({ content: [{ text: `waited for ${names[at]}` }] });
    }
  });
});

describe('streams', () => {
  test('carry no event ids, because they cannot be resumed', async () => {
    const message = modernRequest(1, 'tools/call', { name: 'counts', _meta: { progressToken: 0 } });
    const answer = await modernPost(stage.url, message);
    expect(answer.isStream).toBe(true);
    expect(answer.headers['x-accel-buffering']).toBe('no');
    await answer.body;
    expect(answer.events.all.map(({ id }) => id)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(answer.messages.all[0]?.params).toMatchObject({ progressToken: 0, progress: 1 });
  });

  test('are not opened for progress and logs nobody asked for', async () => {
    for (const name of ['counts', 'logs']) {
      const answer = await modernPost(stage.url, modernRequest(1, 'tools/call', { name }));
      expect(answer.isStream).toBe(false);
    }
  });

  test('a client that hangs up before anything came has cancelled', async () => {
    const message = modernRequest(1, 'tools/call', { name: 'hangs' });
    const controller = new AbortController();
    const answer = rawRequest(stage.url, {
      headers: { ...modernHeaders(message), ...JSON_HEADERS },
      body: message,
      signal: controller.signal,
    });
    await waitUntil(() => stage.begun() === 1);
    controller.abort();
    await expect(answer).rejects.toThrow('abort');
    await waitUntil(() => stage.stopped() === 1);
  });

  test('every header after the first byte is too late: an error then is a message', async () => {
    const source = defineTools({
      name: 'late',
      tools: {
        late: {
          call: (_, ctx) => {
            ctx.progress({ progress: 1 });
            return ctx.sample({}).then(() => 'never');
          },
        },
      },
    });
    await using server = await serveHttp(source, { port: 0 });
    const _meta = { ...modernMetaWith('clientCapabilities', {}), progressToken: 1 };
    const answer = await modernPost(server.url, request(1, 'tools/call', { name: 'late', _meta }));
    expect(answer.status).toBe(200);
    await answer.body;
    expect(answer.messages.all.at(-1)).toMatchObject({ id: 1, error: { code: -32021 } });
  });
});
