// Servers behind a proxy: which variable counts, and what a proxy gets to see.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as listenBare, type AddressInfo, type Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveHttp } from '../../src/app/serve.ts';
import { defineTools } from '../../src/core/define-tools.ts';
import { stage } from './stage.ts';

const FAR = 'http://far.example/mcp';
const clock = defineTools({ name: 'clock', tools: { now: { call: () => 'now' } } });

interface Proxy {
  readonly host: string;
  /** Whom it was asked to connect to. */
  readonly asked: readonly string[];
}

test.each(['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'])(
  '[mcplug:decision:proxies] %s names the proxy that is asked',
  async (variable) => {
    await using server = await serveHttp(clock, { port: 0, allowedHosts: ['far.example'] });
    const { host, asked } = await httpProxyTo(portOf(server.url));
    expect(await callFar({ [variable]: `http://${host}` })).toMatchObject({ stdout: 'now\n' });
    expect(new Set(asked)).toEqual(new Set(['far.example:80']));
  },
);

test('[mcplug:decision:proxies] ALL_PROXY may be a SOCKS proxy, and gives way to the variable of the kind', async () => {
  await using server = await serveHttp(clock, { port: 0, allowedHosts: ['far.example'] });
  const socks = await socksProxyTo(portOf(server.url));
  const http = await httpProxyTo(portOf(server.url));
  const all = { ALL_PROXY: `socks5://${socks.host}` };
  expect(await callFar(all)).toMatchObject({ stdout: 'now\n' });
  expect(new Set(socks.asked)).toEqual(new Set(['far.example:80']));
  const before = socks.asked.length;
  await callFar({ ...all, HTTP_PROXY: `http://${http.host}` });
  expect([socks.asked.length, http.asked.length > 0]).toEqual([before, true]);
});

test.each([{ NO_PROXY: 'other.example,far.example' }, { no_proxy: '*' }])(
  '[mcplug:decision:proxies] %o is reached without one',
  async (exceptions) => {
    const { host, asked } = await httpProxyTo(1);
    const { stderr } = await callFar({ ALL_PROXY: `http://${host}`, ...exceptions });
    expect(stderr).toMatch(/^(?:Cannot connect to far:|Timeout)/u);
    expect(asked).toEqual([]);
  },
);

test('a host that only begins like this machine is asked through the proxy', async () => {
  const host = 'localhost.far.example';
  await using server = await serveHttp(clock, { port: 0, allowedHosts: [host] });
  const proxy = await httpProxyTo(portOf(server.url));
  const variables = { HTTP_PROXY: `http://${proxy.host}` };
  expect(await callFar(variables, `http://${host}/mcp`)).toMatchObject({ stdout: 'now\n' });
  expect(new Set(proxy.asked)).toEqual(new Set([`${host}:80`]));
});

test('what is no proxy is told by the name of its variable, and its password by nobody', async () => {
  expect((await callFar({ ALL_PROXY: 'ftp://me:hush@proxy.example' })).stderr).toBe(
    'Error in config ALL_PROXY: must be the address of an HTTP proxy, such as http://127.0.0.1:3128\n',
  );
});

async function callFar(variables: Readonly<Record<string, string>>, baseUrl = FAR) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { run } = await stage({ far: { baseUrl, allowHttp: true } });
  const ran = await run(['far.now', '--timeout', '10000']);
  vi.unstubAllEnvs();
  return ran;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Connects whoever asks, for whatever host, to one port of this machine. */
async function httpProxyTo(port: number): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer().on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    join(socket, port, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  });
  return { host: await listening(server), asked };
}

/** The same in SOCKS 5, without a password: a greeting, a request that names a host, then bytes. */
async function socksProxyTo(port: number): Promise<Proxy> {
  const asked: string[] = [];
  const server = listenBare((socket) => {
    socket.once('data', () => {
      socket.write(Uint8Array.of(5, 0));
      socket.once('data', (request: Buffer) => {
        const end = 5 + (request[4] ?? 0);
        asked.push(`${request.subarray(5, end).toString()}:${request.readUInt16BE(end)}`);
        join(socket, port, () => socket.write(Uint8Array.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0)));
      });
    });
  });
  return { host: await listening(server), asked };
}

function join(socket: Duplex, port: number, onReady: () => void): void {
  const onward = connect(port, '127.0.0.1', () => {
    onReady();
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
}

async function listening(server: Server): Promise<string> {
  const open = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => open.add(socket));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
