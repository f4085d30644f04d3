// The https provider against a real TLS server; only where names lead is said by the test.
import { readFile } from 'node:fs/promises';
import { createServer, type RequestOptions } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getPinned } from '../../../platform/pinned-https.ts';
import { readHttps, type HttpsDoors, type HttpsRules } from './https-provider.ts';

const TLS = join(import.meta.dirname, '../../../../test/mcpd/tls');
const PUBLIC = ['93.184.216.34'];

const RULES: HttpsRules = {
  hosts: { allow: ['example.com'], deny: [], allowAll: false },
  timeoutMs: 2_000,
  maxBytes: 1_000,
  userAgent: 'tester',
};

const signal = new AbortController().signal;

function read(uri: string, doors: HttpsDoors, rules: Partial<HttpsRules> = {}) {
  return readHttps({ uri, isDeclared: false, rules: { ...RULES, ...rules } }, { signal }, doors);
}

/** Whatever public host is asked for, this server answers. */
async function serve(listener: RequestListener): Promise<HttpsDoors> {
  const [cert, key] = await Promise.all(
    ['cert.pem', 'key.pem'].map((name) => readFile(join(TLS, name), 'utf8')),
  );
  const options: RequestOptions = { cert, key };
  const server = createServer(options, listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    resolve: async () => PUBLIC,
    get: (request) => {
      expect(request.addresses).toEqual(PUBLIC);
      const url = new URL(`https://localhost:${port}${request.url.pathname}`);
      return getPinned({ ...request, url, addresses: ['127.0.0.1'], ...(cert && { ca: cert }) });
    },
  };
}

const NO_NETWORK: HttpsDoors = {
  resolve: () => Promise.reject(new Error('nobody may be asked')),
  get: () => Promise.reject(new Error('nobody may be asked')),
};

describe('[bash-content:provider:https] an allowed host', () => {
  test('is read whole, under the name the rules say', async () => {
    const doors = await serve((request, response) => {
      response.end(`${request.url} for ${request.headers['user-agent']}`);
    });
    expect((await read('https://example.com/a', doors)).toString()).toBe('/a for tester');
  });

  test('[bash-content:provider:https-redirects] may not send us elsewhere', async () => {
    const doors = await serve((_, response) => {
      response.writeHead(302, { location: 'https://other.example/' }).end();
    });
    await expect(read('https://example.com/', doors)).rejects.toMatchObject({
      message: 'redirect:https://other.example/',
      wire: -32603,
      data: { exitCode: 7 },
    });
  });

  test('[bash-content:provider:https-exits] fails with 5 for errors, 6 for too much', async () => {
    const doors = await serve((request, response) => {
      if (request.url === '/missing') response.writeHead(404).end();
      else response.end('x'.repeat(1_001));
    });
    const failed = { wire: -32603, data: { exitCode: 5 } };
    await expect(read('https://example.com/missing', doors)).rejects.toMatchObject(failed);
    const large = { wire: -32603, data: { exitCode: 6 } };
    await expect(read('https://example.com/large', doors)).rejects.toMatchObject(large);
  });

  test('that never answers times out', async () => {
    const doors = await serve(() => {});
    await expect(read('https://example.com/', doors, { timeoutMs: 50 })).rejects.toMatchObject({
      message: expect.stringContaining('Timeout after 0.05s'),
      data: { exitCode: 5 },
    });
  });
});

describe('refused before anybody is asked', () => {
  test.each([
    ['http://example.com/', 'Not an https:// address'],
    ['ftp://example.com/', 'Not an https:// address'],
    ['https://', 'Not an https:// address'],
    ['https://user:secret@example.com/', 'with a user'],
    ['https://other.example/', 'not in the list'],
    ['https://127.0.0.1/', 'private or local'],
    ['https://[::ffff:7f00:1]/', 'private or local'],
    ['https://0x08080808/', 'disguised'],
    ['https://134744072/', 'disguised'],
  ])('[bash-content:provider:https-exits] %s: 4, -32602', async (uri, words) => {
    await expect(read(uri, NO_NETWORK)).rejects.toMatchObject({
      message: expect.stringContaining(words),
      wire: -32602,
      data: { exitCode: 4 },
    });
  });

  test('secrets of an address are not repeated', async () => {
    const error = await read('https://user:secret@example.com/', NO_NETWORK).catch((e) => e);
    expect(JSON.stringify([error.message, error.data])).not.toContain('secret');
  });

  test('[bash-content:provider:https-private] a public name that leads inside', async () => {
    const doors = { ...NO_NETWORK, resolve: async () => ['8.8.8.8', '10.0.0.1'] };
    await expect(read('https://example.com/', doors)).rejects.toMatchObject({
      message: expect.stringContaining('private or local'),
      data: { exitCode: 4 },
    });
  });
});

test('[bash-content:provider:https-pinned] the name is not looked up a second time', async () => {
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = new URL(`https://no-such-host.invalid:${port}/`);
  const limits = { headers: {}, timeoutMs: 2_000, maxBytes: 10, signal };
  // The handshake fails, since the server has no certificate; but it was this server.
  await expect(getPinned({ url, addresses: ['127.0.0.1'], ...limits })).rejects.toMatchObject({
    code: 'connection_refused',
  });
  expect(connections).toBe(1);
});
