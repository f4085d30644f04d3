// Authentication of HTTP tools, and where credentials never go.
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  answer,
  httpFixture,
  inTurn,
  type Answer,
  type HttpFixture,
} from './support/http-fixture.ts';
import { clientOfTool, refusalOf, schemaFolder, sourceOf } from './support/project.ts';
import { proves } from './support/proves.ts';

const ENV = {
  API_KEY: 'key-1234',
  BEARER_TOKEN: 'bearer-1234',
  USERNAME: 'ada',
  PASSWORD: 'pass:wörd',
  CLIENT_ID: 'id',
  CLIENT_SECRET: 'secret-1234',
};

async function sentWith(auth: object) {
  const server = await httpFixture();
  const client = await clientOfTool(
    { type: 'http', url: `${server.url}/data?a=1`, auth },
    { env: ENV },
  );
  const result = await client.execute('t');
  expect(result.error).toBeUndefined();
  return server.asked[0];
}

const refused = async (auth: object) =>
  (await refusalOf({ tools: [{ name: 't', execution: { type: 'http', url: 'http://x', auth } }] }))
    .message;

describe('kinds', () => {
  proves(
    [
      'mci:auth:api-key-header-example',
      'mci:auth:api-key-value-templating',
      'mci:overview:secrets-via-environment',
    ],
    'an API key in a header',
    async () => {
      const asked = await sentWith({
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        value: '{{env.API_KEY}}',
      });
      expect(asked?.headers['x-api-key']).toBe('key-1234');
    },
  );
  proves('mci:auth:api-key-query-example', 'an API key in the query', async () => {
    const asked = await sentWith({
      type: 'apiKey',
      in: 'query',
      name: 'api_key',
      value: '{{env.API_KEY}}',
    });
    expect(asked?.url).toBe('/data?a=1&api_key=key-1234');
  });
  proves(['mci:auth:bearer-header', 'mci:auth:bearer-example'], 'a bearer token', async () => {
    const asked = await sentWith({ type: 'bearer', token: '{{env.BEARER_TOKEN}}' });
    expect(asked?.headers.authorization).toBe('Bearer bearer-1234');
  });
  proves(['mci:auth:basic-header', 'mci:auth:basic-example'], 'a user and a password', async () => {
    const asked = await sentWith({
      type: 'basic',
      username: '{{env.USERNAME}}',
      password: '{{env.PASSWORD}}',
    });
    const encoded = asked?.headers.authorization?.replace('Basic ', '') ?? '';
    expect(Buffer.from(encoded, 'base64').toString()).toBe('ada:pass:wörd');
  });
  test('a user and a password in the address are the same', async () => {
    const server = await httpFixture();
    const url = server.url.replace('http://', 'http://u%40x:p%zz@');
    await (await clientOfTool({ type: 'http', url })).execute('t');
    const encoded = server.asked[0]?.headers.authorization?.replace('Basic ', '') ?? '';
    expect(Buffer.from(encoded, 'base64').toString()).toBe('u@x:p%zz');
  });
  proves(
    [
      'mci:auth:four-types',
      'mci:auth:api-key-in-required',
      'mci:auth:api-key-name-required',
      'mci:auth:bearer-token-required',
      'mci:auth:basic-username-required',
      'mci:auth:basic-password-required',
      'mci:auth:oauth2-flow-required',
      'mci:auth:oauth2-token-url-required',
    ],
    'what is missing or unknown is refused',
    async () => {
      expect(await refused({ type: 'magic' })).toContain(
        'must be one of: apiKey, bearer, basic, oauth2',
      );
      expect(await refused({ type: 'apiKey' })).toMatch(
        /'in' is required.*'name' is required.*'value' is/u,
      );
      expect(await refused({ type: 'apiKey', in: 'cookie', name: 'x', value: 'y' })).toContain(
        'one of: header, query',
      );
      expect(await refused({ type: 'bearer' })).toContain("'token' is required");
      expect(await refused({ type: 'basic' })).toMatch(
        /'username' is required.*'password' is required/u,
      );
      expect(await refused({ type: 'oauth2', clientId: 'a', clientSecret: 'b' })).toMatch(
        /'flow' is required.*'tokenUrl' is required/u,
      );
      const flow = {
        type: 'oauth2',
        flow: 'password',
        tokenUrl: 'x',
        clientId: 'a',
        clientSecret: 'b',
      };
      expect(await refused(flow)).toContain('flow must be one of: clientCredentials');
    },
  );
});

interface TokenStage {
  readonly tokens: HttpFixture;
  readonly api: HttpFixture;
  readonly client: Awaited<ReturnType<typeof clientOfTool>>;
}

const bearerOf = (authorization: string | undefined) => authorization?.replace('Bearer ', '');
const token = (value: string, expiresIn: unknown = 3600): Answer =>
  answer(JSON.stringify({ access_token: value, expires_in: expiresIn }), {
    'content-type': 'application/json',
  });

async function oauthStage(give: Answer, api: Answer = answer()): Promise<TokenStage> {
  const tokens = await httpFixture(give);
  const server = await httpFixture(api);
  const client = await clientOfTool(
    {
      type: 'http',
      method: 'GET',
      url: `${server.url}/weather`,
      auth: {
        type: 'oauth2',
        flow: 'clientCredentials',
        tokenUrl: '{{env.TOKEN_URL}}/token',
        clientId: '{{env.CLIENT_ID}}',
        clientSecret: '{{env.CLIENT_SECRET}}',
        scopes: ['read:weather', 'read:forecast'],
      },
    },
    { env: { ...ENV, TOKEN_URL: tokens.url } },
  );
  return { tokens, api: server, client };
}

describe('OAuth2', () => {
  proves(
    [
      'mci:auth:oauth2-client-credentials',
      'mci:auth:oauth2-example',
      'mci:auth:oauth2-client-id-templating',
      'mci:auth:oauth2-client-secret-templating',
      'mci:auth:oauth2-scopes-optional',
    ],
    'client credentials buy a token',
    async () => {
      const { tokens, api, client } = await oauthStage(token('tok-1'));
      expect((await client.execute('t')).isError).toBe(false);
      expect(tokens.asked[0]).toMatchObject({ method: 'POST', url: '/token' });
      expect(Object.fromEntries(new URLSearchParams(tokens.asked[0]?.body))).toEqual({
        grant_type: 'client_credentials',
        client_id: 'id',
        client_secret: 'secret-1234',
        scope: 'read:weather read:forecast',
      });
      expect(api.asked[0]?.headers.authorization).toBe('Bearer tok-1');
    },
  );
  proves(
    'mci-decision:oauth2:token-cached',
    'one token for many calls, also at once, until it ends',
    async () => {
      const { tokens, api, client } = await oauthStage(inTurn(token('a'), token('b')));
      await Promise.all([client.execute('t'), client.execute('t'), client.execute('t')]);
      await client.execute('t');
      expect(tokens.asked).toHaveLength(1);
      expect(api.asked.map(({ headers }) => bearerOf(headers.authorization))).toEqual([
        'a',
        'a',
        'a',
        'a',
      ]);
      const short = await oauthStage(inTurn(token('a', 29), token('b', 29)));
      await short.client.execute('t');
      await short.client.execute('t');
      expect(short.api.asked.map(({ headers }) => bearerOf(headers.authorization))).toEqual([
        'a',
        'b',
      ]);
      const unknown = await oauthStage(inTurn(token('a', null), token('b')));
      await unknown.client.execute('t');
      await unknown.client.execute('t');
      expect(unknown.tokens.asked).toHaveLength(1);
    },
  );
  test('a kept token that is no longer taken is replaced once', async () => {
    const stage = await oauthStage(
      inTurn(token('old'), token('new')),
      inTurn(answer(), answer('', { status: 401 }), answer('fine')),
    );
    await stage.client.execute('t');
    expect((await stage.client.execute('t')).content).toEqual([{ type: 'text', text: 'fine' }]);
    expect(stage.tokens.asked).toHaveLength(2);
    const fresh = await oauthStage(token('x'), answer('', { status: 401 }));
    expect((await fresh.client.execute('t')).error).toBe('HTTP request failed: 401 Unauthorized');
    expect(fresh.tokens.asked).toHaveLength(1);
  });
  test('whoever gives up does not take the token from others', async () => {
    const gate = new EventEmitter();
    const { client, tokens } = await oauthStage((response, asked, count) => {
      gate.once('open', () => token('late')(response, asked, count));
    });
    const impatient = new AbortController();
    const first = client.execute('t', {}, { signal: impatient.signal });
    const second = client.execute('t');
    await waitUntil(() => tokens.asked.length === 1);
    impatient.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    gate.emit('open');
    expect((await second).isError).toBe(false);
  });
  test('what goes wrong is said without the secret', async () => {
    const refusal = answer('{"error":"invalid_client","error_description":"bad secret-1234"}', {
      status: 400,
    });
    const wrong = await oauthStage(refusal);
    expect((await wrong.client.execute('t')).error).toBe(
      'OAuth2 token request failed: 400: invalid_client',
    );
    const empty = await oauthStage(answer('{}'));
    expect((await empty.client.execute('t')).error).toBe(
      'OAuth2 token response missing access_token',
    );
    const props = await clientOfTool({
      type: 'http',
      url: 'http://127.0.0.1:1',
      auth: {
        type: 'oauth2',
        flow: 'clientCredentials',
        tokenUrl: '{{props.u}}',
        clientId: 'a',
        clientSecret: 'b',
      },
    });
    expect((await props.execute('t', { u: 'http://evil' })).error).toContain('only {{env.NAME}}');
  });
});

async function redirectedTo(status: number, execution: object) {
  const other = await httpFixture();
  const first = await httpFixture((response, asked, count) => {
    const isElsewhere = asked.url.startsWith('/elsewhere');
    const location = isElsewhere ? `${other.url}/there` : '/here';
    const redirect = answer('', { status, location });
    (asked.url === '/here' ? answer('here') : redirect)(response, asked, count);
  });
  const client = async (path: string) =>
    clientOfTool({ type: 'http', url: `${first.url}${path}`, ...execution }, { env: ENV });
  return { first, other, client };
}

describe('redirects', () => {
  const AUTHS = {
    authorization: { type: 'bearer', token: '{{env.BEARER_TOKEN}}' },
    'x-api-key': { type: 'apiKey', in: 'header', name: 'X-API-Key', value: '{{env.API_KEY}}' },
  };
  const headers = { Cookie: 'session=1', 'X-Own-Key': '{{env.API_KEY}}', 'User-Agent': 'mine' };

  proves(
    [
      'mci-decision:secrets:authorization-stays-on-origin',
      'mci-decision:secrets:api-key-headers-stay-on-origin',
      'mci-decision:secrets:cookies-stay-on-origin',
    ],
    'credentials follow within the origin and never beyond it',
    async () => {
      for (const [name, auth] of Object.entries(AUTHS)) {
        const { first, other, client } = await redirectedTo(302, { auth, headers });
        await (await client('/start')).execute('t');
        expect(first.asked[1]?.url).toBe('/here');
        expect(Object.keys(first.asked[1]?.headers ?? {})).toContain(name);
        expect(first.asked[1]?.headers.cookie).toBe('session=1');
        await (await client('/elsewhere')).execute('t');
        const seen = Object.keys(other.asked[0]?.headers ?? {});
        expect(seen).not.toEqual(expect.arrayContaining([name]));
        expect(seen.filter((header) => /key|cookie|auth/u.test(header))).toEqual([]);
        expect(other.asked[0]?.headers['user-agent']).toBe('mine');
      }
    },
  );
  test('a POST becomes a GET by 301, 302 and 303, and stays one by 307 and 308', async () => {
    const body = { type: 'json', content: { a: 1 } };
    for (const [status, method, sent] of [
      [301, 'GET', ''],
      [302, 'GET', ''],
      [303, 'GET', ''],
      [307, 'POST', '{"a":1}'],
      [308, 'POST', '{"a":1}'],
    ] as const) {
      const { first, client } = await redirectedTo(status, { method: 'POST', body });
      await (await client('/start')).execute('t');
      expect(first.asked[1]).toMatchObject({ method, body: sent });
      expect(first.asked[1]?.headers['content-type']).toBe(
        sent === '' ? undefined : 'application/json',
      );
    }
  });
  test('a body with variables of the environment does not go to another origin', async () => {
    const body = { type: 'form', content: { key: '{{env.API_KEY}}' } };
    const { other, client } = await redirectedTo(307, { method: 'POST', body });
    expect((await (await client('/elsewhere')).execute('t')).error).toContain('is another origin');
    expect(other.asked).toEqual([]);
  });
  test('a ring of redirects ends, and so does one to another scheme', async () => {
    const ring = await httpFixture(answer('', { status: 302, location: '/again' }));
    const client = await clientOfTool({ type: 'http', url: ring.url });
    expect((await client.execute('t')).error).toBe('HTTP request failed: more than 20 redirects');
    expect(ring.asked).toHaveLength(21);
    const file = await httpFixture(answer('', { status: 302, location: 'file:///etc/passwd' }));
    const other = await clientOfTool({ type: 'http', url: file.url });
    expect((await other.execute('t')).error).toContain('no http address');
  });
});

describe('secrets', () => {
  proves(
    ['mci-decision:secrets:not-in-error-texts', 'mci-decision:secrets:not-in-logs'],
    'no error and no log repeats one, whatever the server says',
    async () => {
      const echo = await httpFixture((response, { headers, url }, count) => {
        const seen = JSON.stringify([headers['authorization'], headers['x-k'], url]);
        answer(`refused: ${seen}`, { status: 403 })(
          response,
          { method: '', url, headers, body: '' },
          count,
        );
      });
      const auths = [
        { type: 'bearer', token: '{{env.BEARER_TOKEN}}' },
        { type: 'apiKey', in: 'header', name: 'X-K', value: '{{env.API_KEY}}' },
        { type: 'apiKey', in: 'query', name: 'k', value: '{{env.API_KEY}}' },
        { type: 'basic', username: '{{env.USERNAME}}', password: '{{env.PASSWORD}}' },
      ];
      const tools = auths.flatMap((auth, at) => [
        { name: `echo${at}`, execution: { type: 'http', url: echo.url, auth } },
        { name: `dead${at}`, execution: { type: 'http', url: 'http://127.0.0.1:1/', auth } },
        { name: `bad${at}`, execution: { type: 'http', url: 'x{{env.API_KEY}}', auth } },
      ]);
      const logged: unknown[] = [];
      const ctx = localContext({ onLog: (...line) => logged.push(line) });
      const source = await sourceOf(await schemaFolder({ tools }), { env: ENV });
      const said: unknown[] = [];
      for (const { name } of tools) {
        said.push(
          await source.tools
            .call(name, {}, ctx)
            .catch((error: Error) => [error.message, error.cause]),
        );
      }
      const secrets = /key-1234|bearer-1234|pass:w|secret-1234|YWRhOnBhc3M6/u;
      expect(said).toHaveLength(12);
      expect(JSON.stringify([said, logged])).not.toMatch(secrets);
      expect(JSON.stringify(said)).toContain('refused: ');
    },
  );
});
