// What an HTTP tool sends: method, address, query, headers and body, with values put in safely.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { httpFixture, type Asked } from './support/http-fixture.ts';
import { clientOfTool, refusalOf } from './support/project.ts';
import { proves } from './support/proves.ts';

interface Sending {
  readonly props?: JsonObject;
  readonly env?: Record<string, string>;
  readonly declared?: readonly string[];
}

/** What the server was asked; `SERVER` in the execution stands for its address. */
async function sent(
  execution: object,
  { props = {}, env = {}, declared = [] }: Sending = {},
): Promise<Asked> {
  const server = await httpFixture();
  const text = JSON.stringify({ type: 'http', ...execution }).replaceAll('SERVER', server.url);
  const properties = Object.fromEntries(declared.map((name) => [name, {}]));
  const client = await clientOfTool(JSON.parse(text) as object, {
    env: { ...env, BASE: server.url },
    tool: { inputSchema: { type: 'object', properties } },
  });
  const result = await client.execute('t', props);
  expect(result.error).toBeUndefined();
  const [asked] = server.asked;
  if (!asked) throw new Error('nothing was asked');
  return asked;
}

/** Why a request is not sent. */
async function notSent(execution: object, props: JsonObject = {}): Promise<string> {
  const client = await clientOfTool({ type: 'http', ...execution }, { env: { HOST: 'h' } });
  const { error = '' } = await client.execute('t', props);
  return error;
}

const refused = async (execution: object) =>
  (await refusalOf({ tools: [{ name: 't', execution: { type: 'http', ...execution } }] })).message;

describe('method and address', () => {
  proves('mci:http:method-default-get', 'GET unless the author says otherwise', async () => {
    expect(await sent({ url: 'SERVER/x' })).toMatchObject({ method: 'GET', url: '/x', body: '' });
  });
  proves('mci:http:methods', 'all seven methods, in any case', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'post'];
    for (const method of methods) {
      expect((await sent({ method, url: 'SERVER' })).method).toBe(method.toUpperCase());
    }
    expect(await refused({ method: 'BREW', url: 'http://x' })).toContain(
      'method must be one of: GET',
    );
  });
  proves(['mci:http:url-required', 'mci:http:type-required'], 'a URL must be there', async () => {
    expect(await refused({})).toContain("execution 'url' is required");
    const noType = await refusalOf({ tools: [{ name: 't', execution: { url: 'http://x' } }] });
    expect(noType.message).toContain("execution 'type' is required");
  });
  test('only http and https are spoken, and a wrong address is shown as written', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://x/y', '{{env.HOST}}:80/x', 'nonsense']) {
      expect(await notSent({ url })).toContain(
        `execution.url is not an http or https address: ${url}`,
      );
    }
  });
  proves(
    ['mci:template:in-execution-configuration', 'mci:placeholder:several-fields-example'],
    'templates work in the address, headers, params and body',
    async () => {
      const asked = await sent(
        {
          method: 'POST',
          url: 'SERVER/users/{{props.user_id}}',
          headers: {
            Authorization: 'Bearer {{env.ACCESS_TOKEN}}',
            'X-Request-ID': '{{props.request_id}}',
          },
          params: { v: '@if(props.user_id > 3)new@else old@endif' },
          body: { type: 'raw', content: 'user {{input.user_id}}' },
        },
        { props: { user_id: 7, request_id: 'r-1' }, env: { ACCESS_TOKEN: 'tok' } },
      );
      expect(asked).toMatchObject({ url: '/users/7?v=new', body: 'user 7' });
      expect(asked.headers).toMatchObject({ authorization: 'Bearer tok', 'x-request-id': 'r-1' });
    },
  );
});

describe('values in the address', () => {
  proves(
    'mci-decision:url:props-in-path-encoded',
    'a property stays one segment of the path',
    async () => {
      const url = 'SERVER/files/{{props.p}}/x';
      expect((await sent({ url }, { props: { p: 'a/../../admin?role=1#é ' } })).url).toBe(
        '/files/a%2F..%2F..%2Fadmin%3Frole%3D1%23%C3%A9%20/x',
      );
      for (const p of ['.', '..']) {
        expect(await notSent({ url: 'http://127.0.0.1/files/{{props.p}}/x' }, { p })).toContain(
          'cannot stand alone in the path',
        );
        expect(await notSent({ url: 'http://127.0.0.1/files/{{props.p}}' }, { p })).toContain(
          'cannot stand alone',
        );
      }
      const halves = { a: '.', b: '.' };
      expect(await notSent({ url: 'http://127.0.0.1/{{props.a}}{{props.b}}/' }, halves)).toContain(
        'cannot stand',
      );
      expect((await sent({ url: 'SERVER/v.{{props.p}}' }, { props: { p: '..' } })).url).toBe(
        '/v...',
      );
    },
  );
  proves(
    'mci-decision:url:props-in-query-encoded',
    'a property stays one value of the query',
    async () => {
      const asked = await sent(
        { url: 'SERVER/s?q={{props.q}}&n=1' },
        { props: { q: 'a&b=c#d e' } },
      );
      expect(asked.url).toBe('/s?q=a%26b%3Dc%23d%20e&n=1');
      const loop = await sent(
        { url: 'SERVER/s?@foreach(x in props.l)x={{x}}&@endforeach' },
        { props: { l: ['1&2', '/'] } },
      );
      expect(loop.url).toBe('/s?x=1%262&x=%2F&');
    },
  );
  proves(
    'mci-decision:url:base-address-not-encoded',
    'a property at the start is a base address',
    async () => {
      const server = await httpFixture();
      const client = await clientOfTool({ type: 'http', url: '{{props.base}}/x/{{props.p}}' });
      await client.execute('t', { base: `${server.url}/v1`, p: 'a/b' });
      expect(server.asked[0]?.url).toBe('/v1/x/a%2Fb');
    },
  );
  proves(
    'mci-decision:url:env-not-encoded',
    'a variable of the environment is taken as it is',
    async () => {
      const asked = await sent(
        { url: '{{env.BASE}}/{{env.PATH_PART}}/x' },
        { env: { PATH_PART: 'a/b' } },
      );
      expect(asked.url).toBe('/a/b/x');
    },
  );
  proves(
    'mci-decision:url:authority-one-label-or-port',
    'in the host only a label or a port',
    async () => {
      const server = await httpFixture();
      const { port } = new URL(server.url);
      const client = await clientOfTool({
        type: 'http',
        url: 'http://{{props.h}}:{{props.port}}/',
      });
      expect(
        (await client.execute('t', { h: 'localhost', port: Number(port) })).error,
      ).toBeUndefined();
      for (const h of ['evil.example', 'a@b', 'x/', 'x#', 'x?y', 'a:b', '', '⒈']) {
        const error = await notSent({ url: 'https://{{props.h}}.example.com/' }, { h });
        expect(error).toMatch(/cannot stand in the host|is not an http/u);
      }
    },
  );
  test('a host that is not there is not taken from the path', async () => {
    const tool = { inputSchema: { type: 'object', properties: { h: {} } } };
    const client = await clientOfTool(
      { type: 'http', url: 'http://{{props.h}}/{{props.p}}' },
      { tool },
    );
    expect((await client.execute('t', { p: 'evil.example' })).error).toContain(
      'The host of a URL is empty',
    );
  });
  test('half a character is refused, not a crash', async () => {
    expect(await notSent({ url: 'http://127.0.0.1/{{props.p}}' }, { p: '\uD800' })).toContain(
      'not well-formed',
    );
  });
});

describe('query parameters', () => {
  proves(
    ['mci:http:params-templating', 'mci:http:example-get-with-query'],
    'the example: parameters are encoded and come after a query that is there',
    async () => {
      const asked = await sent(
        {
          method: 'GET',
          url: 'SERVER/weather',
          params: { location: '{{props.location}}', units: 'metric' },
          headers: { Accept: 'application/json' },
          timeout_ms: 5000,
        },
        { props: { location: 'São Paulo & more' } },
      );
      expect(asked.url).toBe('/weather?location=S%C3%A3o%20Paulo%20%26%20more&units=metric');
      expect(asked.headers.accept).toBe('application/json');
      expect((await sent({ url: 'SERVER/w?a=1', params: { b: 2 } })).url).toBe('/w?a=1&b=2');
    },
  );
  proves(
    'mci-decision:native:everywhere-a-native-value-can-stand',
    'lists repeat, null and absent send nothing',
    async () => {
      const params = {
        l: '{!!props.l!!}',
        n: '{!!props.n!!}',
        o: '{!!props.o!!}',
        t: '{!!props.t!!}',
      };
      const asked = await sent(
        { url: 'SERVER/', params },
        { props: { l: [1, 'b'], n: null, t: true }, declared: ['o'] },
      );
      expect(asked.url).toBe('/?l=1&l=b&t=true');
    },
  );
});

describe('headers', () => {
  proves('mci:http:headers-templating', 'names in any case, values of any kind', async () => {
    const { headers } = await sent(
      {
        url: 'SERVER/',
        headers: {
          'X-A': '{{props.a}}',
          'x-n': 5,
          'X-Native': '{!!props.n!!}',
          'User-Agent': 'mine',
          'X-U': 'é',
        },
      },
      { props: { a: 'v', n: 7 } },
    );
    expect(headers).toMatchObject({
      'x-a': 'v',
      'x-n': '5',
      'x-native': '7',
      'user-agent': 'mine',
    });
    expect(Buffer.from(String(headers['x-u']), 'latin1').toString()).toBe('é');
  });
  test('a line break in a value is refused', async () => {
    const error = await notSent(
      { url: 'http://127.0.0.1/', headers: { 'X-A': '{{props.a}}' } },
      { a: 'x\r\nEvil: 1' },
    );
    expect(error).toContain("The value for the header 'X-A' holds a control character");
  });
});

test('a tool cannot say how its message travels, and so hide a second one in it', async () => {
  const server = await httpFixture();
  const headers = {
    'Content-Length': '{{props.length}}',
    'Transfer-Encoding': 'chunked',
    Connection: 'close',
    Expect: '100-continue',
    'X-Own': 'kept',
  };
  const body = { type: 'raw', content: 'GET /hidden HTTP/1.1\r\n\r\n' };
  const client = await clientOfTool({
    type: 'http',
    method: 'POST',
    url: server.url,
    headers,
    body,
  });
  expect(await client.execute('t', { length: 0 })).toMatchObject({ isError: false });
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]).toMatchObject({
    body: body.content,
    headers: { 'content-length': String(body.content.length), 'x-own': 'kept' },
  });
  expect(server.asked[0]?.headers).not.toHaveProperty('transfer-encoding');
});

describe('bodies', () => {
  proves(['mci:http:body-json', 'mci:http:example-post-json'], 'the JSON example', async () => {
    const asked = await sent(
      {
        method: 'POST',
        url: 'SERVER/reports',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: {
          type: 'json',
          content: {
            title: '{{props.title}}',
            content: '{{props.content}}',
            timestamp: '{{env.CURRENT_TIMESTAMP}}',
          },
        },
        timeout_ms: 10_000,
      },
      { props: { title: 'a "b"', content: 'x\n' }, env: { CURRENT_TIMESTAMP: 'now' } },
    );
    expect(asked.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked.body)).toEqual({ title: 'a "b"', content: 'x\n', timestamp: 'now' });
  });
  proves(['mci:http:body-form', 'mci:http:example-post-form'], 'the form example', async () => {
    const asked = await sent(
      {
        method: 'POST',
        url: 'SERVER/upload',
        body: {
          type: 'form',
          content: { filename: '{{props.filename}}', category: 'documents', l: '{!!props.l!!}' },
        },
      },
      { props: { filename: 'a b&c.txt', l: ['1', '2'] } },
    );
    expect(asked.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(asked.body).toBe('filename=a+b%26c.txt&category=documents&l=1&l=2');
  });
  proves(
    'mci:http:body-raw',
    'a raw body is sent as it is, with the type its author says',
    async () => {
      const body = { type: 'raw', content: '<a>{{props.x}}</a>' };
      const plain = await sent({ method: 'PUT', url: 'SERVER/', body }, { props: { x: 'é' } });
      expect(plain).toMatchObject({ body: '<a>é</a>' });
      expect(plain.headers['content-type']).toBe('text/plain; charset=utf-8');
      const xml = await sent(
        { method: 'PUT', url: 'SERVER/', headers: { 'content-type': 'text/xml' }, body },
        { props: { x: 1 } },
      );
      expect(xml.headers['content-type']).toBe('text/xml');
    },
  );
  proves(
    ['mci:http:body-type-required', 'mci:http:body-content-kinds'],
    'mistakes are refused',
    async () => {
      const url = 'http://x';
      expect(await refused({ url, body: { content: {} } })).toContain("body 'type' is required");
      expect(await refused({ url, body: { type: 'xml', content: '' } })).toContain(
        'must be one of: json, form, raw',
      );
      expect(await refused({ url, body: { type: 'json' } })).toContain(
        "body 'content' is required",
      );
      expect(await refused({ url, body: { type: 'form', content: 'a=1' } })).toContain(
        'must be an object',
      );
      expect(await refused({ url, body: { type: 'raw', content: {} } })).toContain(
        'must be a string',
      );
    },
  );

  const natives: readonly [id: string, content: JsonObject, props: JsonObject, body: JsonObject][] =
    [
      [
        'example-booleans',
        {
          include_images: '{!!props.include_images!!}',
          case_sensitive: '{!!props.case_sensitive!!}',
        },
        { include_images: true, case_sensitive: false },
        { include_images: true, case_sensitive: false },
      ],
      [
        'example-arrays',
        { urls: '{!!props.urls!!}', tags: '{!!props.tags!!}' },
        { urls: ['https://a.com', 'https://b.com'], tags: ['urgent', 'review'] },
        { urls: ['https://a.com', 'https://b.com'], tags: ['urgent', 'review'] },
      ],
      [
        'example-objects',
        { config: '{!!props.config!!}', metadata: '{!!props.metadata!!}' },
        { config: { debug: false, retries: 3 }, metadata: { version: '1.0' } },
        { config: { debug: false, retries: 3 }, metadata: { version: '1.0' } },
      ],
      [
        'example-numbers',
        { max_results: '{!!props.max_results!!}', quality: '{!!props.quality!!}' },
        { max_results: 100, quality: 0.95 },
        { max_results: 100, quality: 0.95 },
      ],
      [
        'example-mixed-native-and-string',
        {
          enabled: '{!!props.enabled!!}',
          count: '{!!props.count!!}',
          name: '{{props.name}}',
          description: 'Search for {{props.query}}',
        },
        { enabled: true, count: 50, name: 'My Search', query: 'testing' },
        { enabled: true, count: 50, name: 'My Search', description: 'Search for testing' },
      ],
    ];
  for (const [id, content, props, body] of natives) {
    proves(`mci:native:${id}`, 'the example', async () => {
      const execution = { method: 'POST', url: 'SERVER/', body: { type: 'json', content } };
      expect(JSON.parse((await sent(execution, { props })).body)).toEqual(body);
    });
  }
  test('a whole body can be native, of any kind, and a hostile key stays a key', async () => {
    const body = { type: 'json', content: '{!!props.all!!}' };
    const all = JSON.parse(
      '[1, {"__proto__": {"x": 1}, "{{env.BASE}}": "{{env.BASE}}"}]',
    ) as JsonObject[];
    const asked = await sent({ method: 'POST', url: 'SERVER/', body }, { props: { all } });
    expect(asked.body).toBe('[1,{"__proto__":{"x":1},"{{env.BASE}}":"{{env.BASE}}"}]');
  });
});

test('what one call filled in is not seen by the next', async () => {
  const server = await httpFixture();
  const client = await clientOfTool({
    type: 'http',
    method: 'POST',
    url: `${server.url}/{{props.a}}`,
    headers: { 'X-A': '{{props.a}}' },
    body: { type: 'json', content: { a: '{{props.a}}' } },
  });
  await Promise.all(['1', '2', '3'].map((a) => client.execute('t', { a })));
  const seen = server.asked.map(
    ({ url, headers, body }) => `${url} ${String(headers['x-a'])} ${body}`,
  );
  expect(seen.toSorted()).toEqual(['1', '2', '3'].map((a) => `/${a} ${a} {"a":"${a}"}`));
});
