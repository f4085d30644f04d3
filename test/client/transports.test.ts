// How servers are reached: processes, HTTP of every era, and what they are given.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import { serveHttp } from '../../src/app/serve.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { fixture, fixtureFile, stage } from './stage.ts';

interface Surroundings {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
}

const look = (stdout: string) => JSON.parse(stdout) as Surroundings;

describe('stdio', () => {
  test('[mcplug:stdio:spawn] [mcplug:stdio:json-rpc] [mcplug:intent:transports-connect] with its command and arguments', async () => {
    const { run } = await stage({ mock: fixture('mock', 'one', 'two words') });
    expect(look((await run(['mock.surroundings'])).stdout).args).toEqual(['one', 'two words']);
  });

  test('[mcplug:stdio:environment] [client:isolated-environment] its environment is ours and its own, never another’s', async () => {
    const { run } = await stage({
      one: { ...fixture('mock'), env: { ONLY_ONE: 'secret', BOTH: '1' } },
      two: { ...fixture('mock'), env: { BOTH: '2' } },
    });
    const env = { FROM_SHELL: 'yes', BOTH: 'shell', PLUGBOARD_TOKEN: 'ours' };
    const names = 'names:["FROM_SHELL","BOTH","ONLY_ONE","PLUGBOARD_TOKEN"]';
    const [one, two] = await Promise.all([
      run(['one.surroundings', names], { env }),
      run(['two.surroundings', names], { env }),
    ]);
    expect(look(one.stdout).env).toEqual({
      FROM_SHELL: 'yes',
      BOTH: '1',
      ONLY_ONE: 'secret',
      PLUGBOARD_TOKEN: null,
    });
    expect(look(two.stdout).env).toMatchObject({ BOTH: '2', ONLY_ONE: null });
  });

  test('[mcplug:stdio:working-directory] [mcplug:stdio:cwd-flag] [mcplug:stdio:root-flag] where it runs', async () => {
    const { run, cwd } = await stage({ mock: fixture('mock') });
    const other = await tempFolder();
    const where = async (...flags: string[]) =>
      look((await run(['mock.surroundings', ...flags])).stdout).cwd;
    expect(await where()).toBe(join(cwd, 'config'));
    expect(await where('--cwd', other)).toBe(other);
    const elsewhere = await run(['--root', cwd, 'mock.surroundings'], { cwd: other });
    expect(look(elsewhere.stdout).cwd).toBe(cwd);
  });

  test.each([
    ['only-2024-11-05', '2024\n'],
    ['only-2026-07-28', '2026\n'],
  ])('[client:revisions] a server that speaks %s', async (name, stdout) => {
    const { run } = await stage({ server: fixture(name) });
    expect(await run(['server.year'])).toEqual({ exit: 0, stdout, stderr: '' });
    // The second time what was learned is used.
    expect(await run(['server.year'])).toEqual({ exit: 0, stdout, stderr: '' });
  });

  test('[client:revisions] a server that changed since is asked again', async () => {
    const { run, cwd } = await stage({ server: { command: process.execPath, args: ['../s.mjs'] } });
    const turnInto = async (name: string) => {
      const text = await readFile(fixtureFile(name), 'utf8');
      const lines = fixtureFile('lines');
      await writeFile(join(cwd, 's.mjs'), text.replace('./lines.mjs', lines));
    };
    await turnInto('only-2026-07-28');
    expect((await run(['server.year'])).stdout).toBe('2026\n');
    await turnInto('only-2024-11-05');
    expect((await run(['server.year'])).stdout).toBe('2024\n');
    await turnInto('only-2026-07-28');
    expect((await run(['server.year'])).stdout).toBe('2026\n');
  });
});

describe('HTTP', () => {
  const clock = defineTools({
    name: 'clock',
    version: '1.2.3',
    tools: {
      now: { call: () => 'now' },
      count: {
        call: async (_, ctx) => {
          ctx.progress({ progress: 1, total: 2, message: 'half' });
          return 'counted';
        },
      },
    },
  });

  test('[mcplug:http:base-url] [mcplug:http:sse] a configured server, its answers streamed', async () => {
    await using server = await serveHttp(clock, { port: 0 });
    const { run } = await stage({ clock: { baseUrl: server.url } });
    expect(await run(['clock.now'])).toEqual({ exit: 0, stdout: 'now\n', stderr: '' });
    const { stderr } = await run(['clock.count'], { isTty: true });
    expect(stderr).toContain('50% half');
  });

  test('[mcplug:http:headers] headers of the entry go with every request', async () => {
    await using server = await serveHttp(clock, { port: 0 });
    const { address, seen } = await proxyTo(server.url);
    const { run } = await stage({
      clock: {
        baseUrl: address,
        headers: { 'X-Team': '$env:TEAM', Authorization: 'Bearer ${TOKEN}' },
      },
    });
    const env = { TEAM: 'blue', TOKEN: 'abc' };
    expect((await run(['clock.now'], { env })).stdout).toBe('now\n');
    expect(seen.length).toBeGreaterThan(0);
    for (const headers of seen) {
      expect(headers).toMatchObject({ 'x-team': 'blue', authorization: 'Bearer abc' });
    }
  });

  test.each([
    ['the program', {}, expect.stringMatching(/^plugboard\/\d/u)],
    ['the entry', { 'user-agent': 'mine/1' }, 'mine/1'],
  ])('%s says who asks', async (_, headers, agent) => {
    await using server = await serveHttp(clock, { port: 0 });
    const { address, seen } = await proxyTo(server.url);
    const { run } = await stage({ clock: { baseUrl: address, headers } });
    expect((await run(['clock.now'])).stdout).toBe('now\n');
    expect(seen.length).toBeGreaterThan(0);
    for (const said of seen) expect(said).toMatchObject({ 'user-agent': agent });
  });

  test('the second time a modern server is not asked what it is', async () => {
    await using server = await serveHttp(clock, { port: 0 });
    const { address, seen } = await proxyTo(server.url);
    const { run } = await stage({ clock: { baseUrl: address } });
    const methods = async () => {
      seen.length = 0;
      expect((await run(['clock.now'])).stdout).toBe('now\n');
      return seen.map((headers) => headers['mcp-method']);
    };
    expect(await methods()).toEqual(['server/discover', 'tools/list', 'tools/call']);
    expect(await methods()).toEqual(['tools/list', 'tools/call']);
  });

  test('[mcplug:http:cleartext] [mcplug:ad-hoc:allow-http] [mcplug:decision:allow-http-entry] cleartext to others only where it is allowed', async () => {
    const { run } = await stage({
      open: { baseUrl: 'http://192.0.2.1:1/mcp' },
      allowed: { baseUrl: 'http://192.0.2.1:1/mcp', allowHttp: true },
    });
    const said = "cleartext HTTP is not allowed for 'http://192.0.2.1:1'\n";
    expect((await run(['open.x'])).stderr).toContain(`Cannot connect to open: ${said}`);
    const adHoc = ['call', '--http-url', 'http://192.0.2.1:1/mcp', 'x'];
    expect((await run(adHoc)).stderr).toContain(said);
    const flags = ['--timeout', '300'];
    for (const args of [['allowed.x'], ['open.x', '--allow-http'], [...adHoc, '--allow-http']]) {
      expect((await run([...args, ...flags])).stderr).not.toContain('cleartext');
    }
  });

  test('[client:fallback] a server of HTTP+SSE alone is found out', async () => {
    await using server = await serveHttp(clock, { port: 0, legacySse: true });
    const { run } = await stage({ clock: { baseUrl: server.url.replace(/mcp$/u, 'sse') } });
    expect((await run(['clock.now'])).stdout).toBe('now\n');
    expect((await run(['clock.now'])).stdout).toBe('now\n');
  });
});

/** Hands requests on and keeps their headers. */
async function proxyTo(url: string) {
  const seen: IncomingHttpHeaders[] = [];
  const target = new URL(url);
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const { host: _, ...headers } = request.headers;
    const onward = send(target, { method: request.method ?? 'GET', headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/mcp`, seen };
}

describe('local tools and filters', () => {
  test('a directory of scripts is a server without a process of its own', async () => {
    const { run, json } = await stage({ mine: { scripts: `${process.cwd()}/examples/scripts` } });
    expect(await run(['mine.hello'])).toMatchObject({ exit: 0, stdout: 'Hello, World!\n' });
    expect((await json(['list'])).value).toMatchObject({
      servers: [{ name: 'mine', status: 'ok' }],
    });
  });

  test('only the tools an entry allows are shown and called', async () => {
    const { run } = await stage({
      few: { ...fixture('mock'), allowedTools: ['add', 'echo'] },
      most: { ...fixture('mock'), blockedTools: ['add'] },
    });
    expect((await run(['list', 'few'])).stdout).toBe(
      '  add(a: number, b: number)\n    Add two numbers\n  echo(input: string)\n    Echo the input\n',
    );
    expect((await run(['few.counter'])).stderr).toContain("Tool 'counter' not found on few.\n");
    expect((await run(['most.add(1, 2)'])).stderr).toContain("Tool 'add' not found on most.\n");
  });

  test('a server that is switched off is not used', async () => {
    const { run, json } = await stage({ off: { ...fixture('mock'), enabled: false } });
    expect((await json(['list'])).value).toMatchObject({ total: 0 });
    expect((await run(['list', 'off'])).stderr).toMatch(
      /^Server 'off' not found\.\nhint: It is switched off in .*mcplug\.json\n$/u,
    );
  });
});
