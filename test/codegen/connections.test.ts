// How generated programs reach their server: over HTTP, through the configuration, as an MCI file.
import { chmod, mkdir, readdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bearerWall, defineTools, serveHttp } from '../../src/index.ts';
import { PROGRAM, ROOT } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { printed, runProgram, stage, TORTURE, type Stage } from './stage.ts';

const greeter = defineTools({
  name: 'greeter',
  tools: {
    greet: {
      description: 'Greets someone.',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
      call: ({ name = '' }, ctx) => {
        ctx.progress({ progress: 1 });
        return typeof name === 'string' ? `Hello ${name}` : 'Hello';
      },
    },
  },
});

/** `plugboard` as a word that the shell finds. */
async function withPlugboard({ folder }: Stage): Promise<Record<string, string>> {
  await mkdir(join(folder, 'bin'));
  await chmod(PROGRAM, 0o755);
  await symlink(PROGRAM, join(folder, 'bin/plugboard'));
  return { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
}

verifies(
  ['codegen:cli:connection', 'codegen:cli:secrets'],
  'over HTTP, with a token that is told when it runs',
  async () => {
    const server = await serveHttp(greeter, { port: 0, wall: bearerWall('a-long-secret') });
    onTestFinished(() => server[Symbol.asyncDispose]());
    const headers = { Authorization: 'Bearer a-long-secret' };
    const { plugboard, read, run } = await stage({ greeter: { baseUrl: server.url, headers } });
    const made = await plugboard(['generate-cli', 'greeter', '--bundle']);
    expect(made.stderr).toContain('GREETER_AUTHORIZATION');
    expect(await read('greeter.js')).not.toContain('a-long-secret');
    const env = { GREETER_AUTHORIZATION: 'Bearer a-long-secret' };
    const said = printed(await run('greeter.js', ['greet', '--name', 'Ann'], { env }));
    expect(said).toBe('Hello Ann\n');
    const wrong = await run('greeter.js', ['greet', '--json'], {
      env: { GREETER_AUTHORIZATION: 'Bearer wrong' },
    });
    expect(wrong.exit).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'auth_required' } });
  },
);

test('through the proxy the environment names', async () => {
  const server = await serveHttp(greeter, { port: 0, allowedHosts: ['*'] });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const hosts: (string | undefined)[] = [];
  const proxy = createServer().listen(0, '127.0.0.1');
  // Whatever host is wanted, it is ours.
  proxy.on('connect', ({ url }, socket) => {
    hosts.push(url);
    const onward = connect(server.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    socket.on('error', () => onward.destroy());
  });
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const { plugboard, read, run, write } = await stage();
  printed(await plugboard(['generate-cli', server.url, '--name', 'hi', '--bundle']));
  await write('far.js', (await read('hi.js')).replaceAll(server.url, 'http://far.example/mcp'));
  const env = { http_proxy: `http://127.0.0.1:${port}`, HTTP_PROXY: `http://127.0.0.1:${port}` };
  expect(printed(await run('far.js', ['greet', '--name', 'Cy'], { env }))).toBe('Hello Cy\n');
  expect(new Set(hosts)).toEqual(new Set(['far.example:80']));
});

verifies('codegen:ad-hoc', 'an address is enough to generate from', async () => {
  const server = await serveHttp(greeter, { port: 0 });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const { plugboard, run } = await stage();
  printed(await plugboard(['generate-cli', server.url, '--name', 'hi', '--bundle']));
  expect(printed(await run('hi.js', ['greet', '--name', 'Bo']))).toBe('Hello Bo\n');
  const emitted = printed(await plugboard(['emit-ts', '--http-url', server.url, '--name', 'hi']));
  expect(emitted).toContain('export interface HiTools {');
});

verifies('codegen:cli:connection', 'through the configuration of whoever runs it', async () => {
  const here = await stage({ torture: TORTURE });
  const { plugboard, read, run } = here;
  printed(await plugboard(['generate-cli', 'torture', '--bundle', '--connection', 'config']));
  expect(await read('torture.js')).not.toContain('catalog-server.mjs"');
  const env = await withPlugboard(here);
  expect(printed(await run('torture.js', ['add', '--a', '1', '--b', '2'], { env }))).toContain(
    '"sum":3',
  );
});

verifies('codegen:sources', 'the tools of an MCI file, as types and as a program', async () => {
  const here = await stage();
  const { plugboard, run } = here;
  const file = join(ROOT, 'examples/mci/tools.mci.yaml');
  expect(printed(await plugboard(['emit-ts', file]))).toContain('export interface ');
  printed(await plugboard(['generate-cli', file, '--bundle', '--name', 'mci']));
  const env = await withPlugboard(here);
  expect(printed(await run('mci.js', ['--help'], { env }))).toMatch(/^Usage: mci /u);
});

test('a server that does not answer is given up, and nothing of it is left', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { folder, plugboard, read, write } = await stage({ torture: TORTURE });
  printed(await plugboard(['generate-cli', 'torture', '--bundle']));
  const text = await read('torture.js');
  const stdio = /"connection":\{.*?\},"tools"/u;
  const http = `"connection":{"kind":"http","url":"http://127.0.0.1:${port}/mcp","headers":{}},"tools"`;
  await write('late.js', text.replace(stdio, http));
  const late = ['late.js', 'add', '--a', '1', '--b', '2', '--timeout', '200'];
  const { exit, stderr } = await runProgram(process.execPath, late, { cwd: folder });
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: 'Timeout after 0.2s calling torture.add\n' });
});

test('the server of a program ends with it', async () => {
  const { folder, plugboard, run, write } = await stage();
  await mkdir(join(folder, 'alive'));
  const config = {
    mcpServers: {
      marked: {
        command: 'sh',
        args: [
          '-c',
          `touch "$0/$$"; trap 'rm "$0/$$"' EXIT; "$@"`,
          join(folder, 'alive'),
          TORTURE.command,
          ...TORTURE.args,
        ],
      },
    },
  };
  await write('config/mcplug.json', JSON.stringify(config));
  printed(await plugboard(['generate-cli', 'marked', '--bundle', '--include-tools', 'add']));
  printed(await run('marked.js', ['add', '--a', '1', '--b', '2']));
  await waitUntil(async () => (await readdir(join(folder, 'alive'))).length === 0);
  expect(await readdir(join(folder, 'alive'))).toEqual([]);
});
