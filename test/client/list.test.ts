// `mcplug list`: all servers with their state, or the tools of one.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineTools } from '../../src/core/define-tools.ts';
import { serveHttp } from '../../src/app/serve.ts';
import { fixture, fixtureLine, stage } from './stage.ts';

/** A server that wants a login. */
async function lockedServer(): Promise<string> {
  const server = createServer((_, response) => response.writeHead(401).end()).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

describe('all servers', () => {
  test('[mcplug:list:all] [client:list:statuses] each with its state, sorted; a bad one hides no other', async () => {
    const { run } = await stage({
      mock: fixture('mock'),
      bad: { command: './nowhere' },
      far: { baseUrl: 'http://127.0.0.1:9/mcp' },
      locked: { baseUrl: await lockedServer() },
      unset: { command: '${NOT_SET_ANYWHERE}' },
    });
    const { exit, stdout } = await run(['list']);
    expect(exit).toBe(0);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(
      /^ {2}bad \[error\] - Cannot connect to bad: \.\/nowhere was not found/u,
    );
    expect(lines.slice(1, 4)).toEqual([
      '  far [offline] - Cannot connect to far: ECONNREFUSED',
      "  locked [auth] - Server 'locked' requires authentication. Run: mcplug auth locked",
      '  mock [ok] (v1.0.0) - 15 tools',
    ]);
    expect(lines[4]).toMatch(
      /^ {2}unset \[error\] - Environment variable 'NOT_SET_ANYWHERE' is not/u,
    );
  });

  test('[mcplug:list:json] [mcplug:list:status-auth] [mcplug:decision:list-shape] [mcplug:decision:mcporter-fields] counts and states', async () => {
    const { json } = await stage({
      mock: { ...fixture('mock'), description: 'A mock' },
      bad: { command: './nowhere' },
      locked: { baseUrl: await lockedServer() },
    });
    const { exit, value } = await json(['list']);
    expect(exit).toBe(0);
    expect(value).toMatchObject({
      mode: 'list',
      total: 3,
      reachable: 1,
      unreachable: 2,
      counts: { ok: 1, auth: 1, offline: 0, error: 1 },
      servers: [
        {
          name: 'bad',
          status: 'error',
          error: expect.stringMatching(/^Cannot connect to bad: /u),
          issue: { kind: 'offline' },
        },
        {
          name: 'locked',
          status: 'auth',
          authCommand: 'mcplug auth locked',
          issue: { kind: 'auth' },
        },
        {
          name: 'mock',
          status: 'ok',
          version: '1.0.0',
          description: 'A mock',
          durationMs: expect.any(Number),
          transport: expect.stringMatching(/^STDIO /u),
          source: { kind: 'local', path: expect.stringMatching(/mcplug\.json$/u) },
          tools: expect.arrayContaining([{ name: 'add', description: 'Add two numbers' }]),
        },
      ],
    });
  });

  test('a server that cannot be made ready still says where it is written', async () => {
    const { json, cwd } = await stage({
      unset: { command: 'run', args: ['${NOT_SET_ANYWHERE}'], description: 'Wants a variable' },
      wrong: { command: 7 },
    });
    const source = { kind: 'local', path: `${cwd}/config/mcplug.json` };
    expect((await json(['list'])).value).toMatchObject({
      servers: [
        {
          name: 'unset',
          description: 'Wants a variable',
          transport: 'STDIO run ${NOT_SET_ANYWHERE}',
          lifecycle: 'ephemeral',
          source,
        },
        { name: 'wrong', status: 'error', source },
      ],
    });
  });

  test('Ctrl-C ends it, and a wrong variable is said once', async () => {
    const { start, run } = await stage({ silent: fixture('silent') });
    const running = start(['list'], { isTty: true });
    await running.until('asking 1 servers');
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 1, stdout: '' });
    const wrong = await run(['list'], { env: { MCPLUG_LIST_TIMEOUT: 'soon' } });
    expect(wrong.stderr).toBe(
      "Cannot parse MCPLUG_LIST_TIMEOUT: expected milliseconds, got 'soon'\n",
    );
  });

  test('a tool of a server alone, by its name', async () => {
    const { run, json } = await stage({ mock: fixture('mock'), 'mock.two': fixture('mock') });
    const add = '  add(a: number, b: number)\n    Add two numbers\n';
    expect((await run(['list', 'mock.add'])).stdout).toBe(add);
    expect((await run(['list', 'mock.two.add'])).stdout).toBe(add);
    expect((await run(['list', 'mock.two'])).stdout).toContain('  echo(input: string)\n');
    expect((await json(['list', 'mock.add'])).value).toMatchObject({
      server: 'mock',
      tools: [{ name: 'add' }],
    });
    expect(await run(['list', 'mock.ad'])).toMatchObject({
      exit: 1,
      stderr: "Tool 'ad' not found on mock.\nhint: Did you mean `add`?\n",
    });
  });

  test('no servers is no error', async () => {
    const { run, json } = await stage();
    expect(await run(['list'])).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'No servers configured.\n',
    });
    expect((await json(['list'])).value).toMatchObject({
      reachable: 0,
      servers: [],
      total: 0,
      unreachable: 0,
    });
  });

  test('[client:list:parallel] [mcplug:list:timeout-variable] [mcplug:env:list-timeout] [mcplug:pattern:timeout] a silent server costs its own deadline once', async () => {
    const { run } = await stage({
      a: fixture('silent'),
      b: fixture('silent'),
      c: fixture('silent'),
      mock: fixture('mock'),
    });
    const startedMs = Date.now();
    const { stdout } = await run(['list'], { env: { MCPLUG_LIST_TIMEOUT: '1500' } });
    expect(Date.now() - startedMs).toBeLessThan(4000);
    expect(stdout).toContain('  b [offline] - Timeout after 1.5s calling b\n');
    expect(stdout).toContain('  mock [ok]');
  });

  test('[client:list:live-line] [mcplug:output:tty] a terminal sees colours, and how many have answered', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    const { stdout, stderr } = await run(['list'], { isTty: true, env: { NO_COLOR: '' } });
    expect(stdout).toContain('\u001B[32m[ok]\u001B[39m');
    expect(stderr).toContain('asking 1 servers, 0 answered');
    expect(stderr.endsWith('\r\u001B[K')).toBe(true);
  });
});

describe('one server', () => {
  test('[mcplug:list:one] [mcplug:output:non-tty] tools as signatures, with what they do', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    const { exit, stdout, stderr } = await run(['list', 'mock']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}add\(a: number, b: number\)\n {4}Add two numbers\n/u);
    expect(stdout).toContain(
      '  show(id?: string, count?: integer, flag?: boolean, tags?: string[], ',
    );
    expect(stdout).toContain(
      'color?: "red" | "green", where?: object, either?: integer | null, any?: any)',
    );
    expect(stdout).not.toContain('\u001B');
  });

  test('[mcplug:list:required-always] [mcplug:list:optional-hidden] [mcplug:list:fewer-than-five] many parameters', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    const [short, whole] = await Promise.all([
      run(['list', 'mock']),
      run(['list', 'mock', '--all-parameters']),
    ]);
    const required = 'a: string, b: string, c: string, d: string, e: string';
    expect(short.stdout).toContain(
      `  many(${required})\n    Has many parameters\n    optional: opt, other\n`,
    );
    expect(short.stdout).toContain('  ask(mode?: string)\n');
    expect(whole.stdout).toContain(`  many(${required}, opt?: string, other?: number)\n`);
  });

  test('[client:pagination] JSON has every tool whole, and what the server says of itself', async () => {
    const { json } = await stage({ mock: fixture('mock') });
    const { value } = await json(['list', 'mock']);
    expect(value).toMatchObject({
      mode: 'server',
      server: 'mock',
      status: 'ok',
      version: '1.0.0',
      instructions: 'Mock instructions.',
      toolCount: 15,
    });
    expect(value['tools']).toContainEqual(
      expect.objectContaining({ name: 'structured', outputSchema: expect.anything() }),
    );
  });

  test.each([
    [['list', 'nope'], "Server 'nope' not found. Available: mock\n", 'not_found'],
    [['list', 'mok'], 'hint: Did you mean `mock`?\n', 'not_found'],
    [
      ['list', '--name', 'x'],
      'Cannot parse arguments: --name needs --http-url or --stdio\n',
      'parse_error',
    ],
  ])('%j is refused', async (args, said, code) => {
    const { run, json } = await stage({ mock: fixture('mock') });
    const { exit, stdout, stderr } = await run(args);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(stderr).toContain(said);
    expect((await json(args)).value).toMatchObject({ error: { code } });
  });

  test('a server that cannot be listed is an error with exit 1', async () => {
    const { run } = await stage({ far: { baseUrl: 'http://127.0.0.1:9/mcp' } });
    expect(await run(['list', 'far'])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: 'Cannot connect to far: ECONNREFUSED\n',
    });
  });

  test('a directory of scripts is listed in the same way', async () => {
    const { run } = await stage();
    const { stdout } = await run(['list', './examples/scripts'], { cwd: process.cwd() });
    expect(stdout).toContain('  math/add(a: number, b: number)\n');
  });
});

describe('without configuration', () => {
  test('[mcplug:list:stdio] [mcplug:ad-hoc:stdio] [mcplug:stdio:ad-hoc-list] [mcplug:ad-hoc:name-default] a command', async () => {
    const { json } = await stage();
    const { value } = await json(['list', '--stdio', fixtureLine('mock')]);
    expect(value).toMatchObject({ server: 'mock', toolCount: 15 });
  });

  test('[mcplug:list:http-url] [mcplug:ad-hoc:http-url] [mcplug:http:ad-hoc] [mcplug:decision:loopback] an address', async () => {
    const source = defineTools({
      name: 'here',
      version: '3.1.4',
      tools: { now: { call: () => 'now' } },
    });
    await using server = await serveHttp(source, { port: 0 });
    const { run, json } = await stage();
    expect((await json(['list', '--http-url', server.url])).value).toMatchObject({
      server: '127-0-0-1',
      version: '3.1.4',
      toolCount: 1,
    });
    expect((await run(['list', server.url])).stdout).toBe('  now()\n');
    expect((await run([server.url])).stdout).toBe('  now()\n');
  });
});
