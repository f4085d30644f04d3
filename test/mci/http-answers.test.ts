// What becomes of the answers of a server: content by media type, errors, sizes, time.
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { localContext } from '../../src/core/local-context.ts';
import { MCI_LIMITS } from '../../src/sources/mci/limits.ts';
import { answer, deadAddress, httpFixture, type Answer } from './support/http-fixture.ts';
import { clientOfTool, refusalOf, schemaFolder, sourceOf } from './support/project.ts';
import { proves } from './support/proves.ts';

async function answered(give: Answer, execution: object = {}) {
  const server = await httpFixture(give);
  const client = await clientOfTool({ type: 'http', url: server.url, ...execution });
  return client.execute('t');
}

const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex');

describe('content', () => {
  proves(
    [
      'mci:result:example-http-success',
      'mci:result:http-status-code',
      'mci:result:http-response-time',
      'mci:result:content',
    ],
    'text with status and time',
    async () => {
      const weather = 'Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy';
      expect(
        await answered(answer(weather, { 'content-type': 'text/plain; charset=utf-8' })),
      ).toEqual({
        isError: false,
        content: [{ type: 'text', text: weather }],
        metadata: { status_code: 200, response_time_ms: expect.any(Number) },
      });
    },
  );

  const rows: readonly [
    name: string,
    contentType: string | undefined,
    body: Buffer | string,
    block: object,
  ][] = [
    [
      'JSON as it came',
      'application/json',
      '{"a":1.0, "n":12345678901234567890}',
      { type: 'text', text: '{"a":1.0, "n":12345678901234567890}' },
    ],
    ['other JSON', 'application/problem+json; charset=utf-8', '{}', { type: 'text', text: '{}' }],
    [
      'an image',
      'Image/PNG; x=1',
      PNG,
      { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
    ],
    [
      'audio',
      'audio/wav',
      PNG,
      { type: 'audio', data: PNG.toString('base64'), mimeType: 'audio/wav' },
    ],
    [
      'anything else',
      'application/pdf',
      PNG,
      {
        type: 'resource',
        resource: {
          uri: 'mci://t/response',
          mimeType: 'application/pdf',
          blob: PNG.toString('base64'),
        },
      },
    ],
    [
      'another charset',
      'text/plain; charset=ISO-8859-1',
      Buffer.from([0xe9]),
      { type: 'text', text: 'é' },
    ],
    ['a charset nobody knows', 'text/plain; charset=klingon', 'é', { type: 'text', text: 'é' }],
    ['no type, text', undefined, 'plain', { type: 'text', text: 'plain' }],
    ['nothing', 'application/octet-stream', '', { type: 'text', text: '' }],
  ];
  for (const [name, contentType, body, block] of rows) {
    test(`${name} becomes ${JSON.stringify(block).slice(0, 60)}`, async () => {
      expect((await answered(answer(body, { 'content-type': contentType }))).content).toEqual([
        block,
      ]);
    });
  }

  test('compressed answers are decoded, chunked ones joined', async () => {
    const long = 'x'.repeat(100_000);
    const encodings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
    for (const [name, compress] of Object.entries(encodings)) {
      const result = await answered(answer(compress(long), { 'content-encoding': name }));
      expect(result.content?.[0]?.['text']).toBe(long);
    }
    const chunked = await answered((response) => {
      response.setHeader('content-type', 'text/plain');
      for (let part = 0; part < 10; part += 1) response.write(`${part};`);
      response.end();
    });
    expect(chunked.content).toEqual([{ type: 'text', text: '0;1;2;3;4;5;6;7;8;9;' }]);
  });

  test('an answer over the cap is refused, also one that was small when compressed', async () => {
    const huge = await answered((response) => {
      const chunk = Buffer.alloc(1_048_576, 'x');
      const more = () => response.write(chunk) && setImmediate(more);
      response.on('drain', more);
      more();
    });
    expect(huge.error).toContain('Output exceeds 10485760 bytes');
    const bomb = gzipSync(Buffer.alloc(12_000_000));
    const small = await answered(answer(bomb, { 'content-encoding': 'gzip' }));
    expect(small.error).toContain('Output exceeds 10485760 bytes');
    const damaged = await answered(answer('not gzip', { 'content-encoding': 'gzip' }));
    expect(damaged.error).toContain('is damaged');
  });
});

describe('errors', () => {
  proves(
    [
      'mci:result:example-http-error',
      'mci-decision:result:http-error-keeps-status',
      'mci-decision:result:http-error-keeps-body',
      'mci-decision:result:texts-as-specified',
    ],
    'the example, with the body of the answer',
    async () => {
      expect(await answered(answer('no such page', { status: 404 }))).toEqual({
        isError: true,
        error: 'HTTP request failed: 404 Not Found',
        content: [{ type: 'text', text: 'no such page' }],
        metadata: {
          status_code: 404,
          response_time_ms: expect.any(Number),
          response_body: 'no such page',
        },
      });
      expect(await answered(answer('', { status: 599 }))).toEqual({
        isError: true,
        error: 'HTTP request failed: 599',
        metadata: { status_code: 599, response_time_ms: expect.any(Number) },
      });
      expect((await answered(answer('', { status: 304 }))).isError).toBe(false);
    },
  );

  proves(
    ['mci-decision:result:mcp-content-with-is-error', 'mci-decision:result:metadata-in-meta'],
    'on the wire the error is text and the metadata is _meta',
    async () => {
      const server = await httpFixture(answer('body', { status: 500 }));
      const tools = [{ name: 't', execution: { type: 'http', url: server.url } }];
      const source = await sourceOf(await schemaFolder({ tools }));
      expect(await source.tools.call('t', {}, localContext())).toEqual({
        isError: true,
        content: [
          { type: 'text', text: 'HTTP request failed: 500 Internal Server Error' },
          { type: 'text', text: 'body' },
        ],
        _meta: { status_code: 500, response_time_ms: expect.any(Number), response_body: 'body' },
      });
    },
  );

  test('a long error body is cut', async () => {
    const { metadata } = await answered(answer('x'.repeat(100_000), { status: 400 }));
    expect(metadata?.['response_body']).toHaveLength(65_536);
  });

  test('a server that is not there, or that hangs up, is named by its origin', async () => {
    const dead = await deadAddress();
    const client = await clientOfTool({ type: 'http', url: `${dead}/secret?key=abc` });
    expect((await client.execute('t')).error).toBe(`Cannot connect to ${dead}: ECONNREFUSED`);
    const dropped = await answered((response) => response.socket?.destroy());
    expect(dropped.error).toMatch(/^Cannot connect to http:\/\/127\.0\.0\.1:\d+: /u);
    const half = await answered((response) => {
      response.setHeader('content-length', 100);
      response.write('part');
      setImmediate(() => response.socket?.destroy());
    });
    expect(half.isError).toBe(true);
  });
});

const never: Answer = () => {};

const late: Answer = (response) => void setTimeout(() => response.end('late'), 100);

const refused = async (value: unknown) =>
  (
    await refusalOf({
      tools: [{ name: 't', execution: { type: 'http', url: 'http://x', timeout_ms: value } }],
    })
  ).message;

describe('time', () => {
  proves(
    ['mci-decision:timeout:exact', 'mci-decision:timeout:covers-whole-call'],
    'ends the call at the millisecond asked for',
    async () => {
      const started = performance.now();
      const { error } = await answered(never, { timeout_ms: 150 });
      const took = performance.now() - started;
      expect(error).toBe('Timeout after 0.15s calling t');
      expect(took).toBeGreaterThan(140);
      expect(took).toBeLessThan(3_000);
      const slowBody = await answered((response) => void response.write('part'), {
        timeout_ms: 100,
      });
      expect(slowBody.error).toContain('Timeout after 0.1s');
      const retried = await answered(answer('', { status: 503 }), {
        timeout_ms: 200,
        retries: { attempts: 100, backoff_ms: 60 },
      });
      expect(retried.isError).toBe(true);
    },
  );
  proves('mci-decision:timeout:zero-means-none', '0 sets no limit', async () => {
    expect((await answered(late, { timeout_ms: 0 })).isError).toBe(false);
  });
  proves(
    ['mci:http:timeout-default', 'mci:http:timeout-not-negative'],
    'must be a whole number',
    async () => {
      for (const value of [-1, 1.5, 'soon', null]) {
        expect(await refused(value)).toContain(
          'timeout_ms must be a whole number that is at least 0',
        );
      }
      expect((await answered(answer())).isError).toBe(false);
      expect(MCI_LIMITS.timeoutMs.value).toBe(30_000);
    },
  );
  test('can come from the environment, and from nowhere else', async () => {
    const server = await httpFixture(never);
    const execution = { type: 'http', url: server.url, timeout_ms: '{{env.T}}' };
    const client = await clientOfTool(execution, { env: { T: '50' } });
    expect((await client.execute('t')).error).toContain('Timeout after 0.05s');
    const wrong = await clientOfTool(execution, { env: { T: 'x' } });
    expect((await wrong.execute('t')).error).toContain('timeout_ms must be a whole number');
    const props = await clientOfTool({ ...execution, timeout_ms: '{{props.t}}' });
    expect((await props.execute('t', { t: 1 })).error).toContain(
      'only {{env.NAME}} can be used here',
    );
  });
  test('whoever cancels gets no result', async () => {
    const server = await httpFixture(never);
    const client = await clientOfTool({ type: 'http', url: server.url });
    const controller = new AbortController();
    const running = client.execute('t', {}, { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });
});
