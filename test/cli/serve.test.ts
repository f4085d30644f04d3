// `plugboard serve`: what it says, what clients see, how it ends.
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { callText, mcpPost, toolNames } from '../support/mcp-post.ts';
import { rawRequest } from '../support/raw-http.ts';
import { ROOT, runPlugboard, startPlugboard, type RunOptions } from '../support/run-plugboard.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

beforeEach(async () => {
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
});

async function startHttp(args: readonly string[], options: RunOptions = {}) {
  const running = startPlugboard(['serve', ...args, '--port', '0'], options);
  onTestFinished(async () => {
    running.interrupt();
    await running.ended;
  });
  await running.until(' tool');
  const url = /https?:\/\/\S+/u.exec(running.stderr())?.[0] ?? '';
  return { ...running, url };
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const toLine = (id: number, message: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`;

const HELLO = { 'say/hello': shellTool('echo hello') };

describe('over HTTP', () => {
  test('says where it is, what it has, and what is wrong', async () => {
    const cwd = await folderWith({ ...HELLO, broken: '#!/bin/sh\nexit 3\n' });
    const { url, stderr, stdout } = await startHttp(['.'], { cwd });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/u);
    expect(stderr()).toContain('1 tool: say/hello\n! broken: ');
    expect(stdout()).toBe('');
    expect(await toolNames(url)).toEqual(['say/hello']);
    expect(await callText(url, 'say/hello')).toBe('hello');
  });

  test('--path moves the endpoint', async () => {
    const cwd = await folderWith(HELLO);
    const { url } = await startHttp(['.', '--path', '/tools'], { cwd });
    expect(url).toMatch(/:\d+\/tools$/u);
    expect(await toolNames(url)).toEqual(['say/hello']);
  });

  test('arguments are checked before a script runs', async () => {
    const cwd = await folderWith(HELLO);
    const { url } = await startHttp(['.'], { cwd });
    const params = { name: 'say/hello', arguments: { PATH: '/evil' } };
    const { result } = await mcpPost(url, { method: 'tools/call', params });
    expect(result).toMatchObject({ isError: true });
  });

  test('tells of changes', async () => {
    const cwd = await folderWith(HELLO);
    const running = await startHttp(['.'], { cwd });
    await writeFile(join(cwd, 'bye'), shellTool('echo bye'));
    await chmod(join(cwd, 'bye'), 0o755);
    await running.until('reloaded, 2 tools +bye\n');
    expect(await callText(running.url, 'bye')).toBe('bye');
    await rm(join(cwd, 'bye'));
    await running.until('reloaded, 1 tool -bye\n');
  });

  test('Ctrl-C ends it', async () => {
    const cwd = await folderWith(HELLO);
    const running = await startHttp(['.'], { cwd });
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 0, stdout: '' });
    await expect(fetch(running.url)).rejects.toThrow('fetch failed');
  });

  test('a taken port is named, with a way out', async () => {
    const cwd = await folderWith(HELLO);
    const { url } = await startHttp(['.'], { cwd });
    const { port } = new URL(url);
    const { exit, stderr } = await runPlugboard(['serve', '.', '--port', port], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain(port);
    expect(stderr).toContain('already in use');
    expect(stderr).toContain('hint: ');
    expect(stderr).toContain('--port');
  });

  test('scripts are told where the server is', async () => {
    const body =
      'echo "$MCPD_CONFIG_SERVER_HOST:$MCPD_CONFIG_SERVER_PORT $MCPD_CONFIG_COMMANDS_ROOT_DIRECTORY"';
    const cwd = await folderWith({ where: shellTool(body) });
    const { url } = await startHttp(['.'], { cwd });
    expect(await callText(url, 'where')).toBe(`${new URL(url).host} ${cwd}`);
  });
});

describe('several sources', () => {
  test('stand side by side under their names', async () => {
    const cwd = await folderWith({ 'a/x': shellTool('echo ax'), 'b/x': shellTool('echo bx') });
    const { url } = await startHttp(['./a', './b'], { cwd });
    expect(await toolNames(url)).toEqual(['a__x', 'b__x']);
    expect(await callText(url, 'b__x')).toBe('bx');
  });

  test('of the same name are told apart', async () => {
    const cwd = await folderWith({ 'a/t/x': shellTool('echo 1'), 'b/t/x': shellTool('echo 2') });
    const { url } = await startHttp(['./a/t', './b/t'], { cwd });
    expect(await toolNames(url)).toEqual(['t__x', 't_2__x']);
    expect(await callText(url, 't_2__x')).toBe('2');
  });

  test('whose resources clash are reported', async () => {
    const counter = shellTool('echo 1', {}, { state: true });
    const cwd = await folderWith({ 'a/counter': counter, 'b/counter': counter });
    const { url, until } = await startHttp(['./a', './b'], { cwd });
    await until("! mcpd://counter/state: Error in config b: 'mcpd://counter/state' is already");
    expect(await toolNames(url)).toEqual(['a__counter', 'b__counter']);
  });

  test('are refused as a whole if one is missing', async () => {
    const cwd = await folderWith(HELLO);
    const { exit, stderr } = await runPlugboard(['serve', '.', './gone'], { cwd });
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr:
        "Source './gone' not found.\nhint: A source is a directory of executables, a mcp-bash project or an MCI file\n",
    });
  });
});

describe('who may call', () => {
  test('--token-file asks for its token', async () => {
    const cwd = await folderWith({ ...HELLO, 'token.txt': 'long-secret\n' });
    const { url } = await startHttp(['.', '--token-file', 'token.txt'], { cwd });
    expect(await mcpPost(url, { method: 'tools/list' })).toMatchObject({ status: 401 });
    expect(await mcpPost(url, { method: 'tools/list' }, bearer('wrong'))).toMatchObject({
      status: 401,
    });
    expect(await toolNames(url, bearer('long-secret'))).toEqual(['say/hello']);
  });

  test('PLUGBOARD_TOKEN does too, and no script inherits it', async () => {
    vi.stubEnv('PLUGBOARD_TOKEN', 'from-env');
    const cwd = await folderWith({
      env: shellTool('echo "[$PLUGBOARD_TOKEN][$MCPD_CONFIG_SERVER_API_TOKEN]"'),
    });
    const { url } = await startHttp(['.'], { cwd });
    expect(await mcpPost(url, { method: 'tools/list' })).toMatchObject({ status: 401 });
    const params = { name: 'env' };
    const { result } = await mcpPost(url, { method: 'tools/call', params }, bearer('from-env'));
    expect(result).toMatchObject({ content: [{ text: '[][from-env]' }] });
  });

  test('a reachable address without a token is refused, with the way out', async () => {
    const cwd = await folderWith(HELLO);
    const { exit, stderr } = await runPlugboard(['serve', '.', '--host', '0.0.0.0'], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain('0.0.0.0');
    expect(stderr).toMatch(/hint: .*--token-file.*--allow-unauthenticated/u);
  });

  test('--allow-unauthenticated lifts it with a warning', async () => {
    const cwd = await folderWith(HELLO);
    const args = ['.', '--host', '0.0.0.0', '--allow-unauthenticated'];
    const { stderr } = await startHttp(args, { cwd });
    expect(stderr()).toMatch(/! .*without authentication/u);
  });

  test.each([
    [['--token-file', 'gone'], "File 'gone' not found.\n"],
    [['--token-file', 'empty'], 'Error in config empty: the token is empty\n'],
    [['--token-file', 'two'], 'Error in config two: a token has no blanks and only one line\n'],
    [['--token-file', 'umlaut'], 'Error in config umlaut: a token has ASCII characters only\n'],
    [
      ['--tls-cert', 'empty'],
      'Cannot parse arguments: --tls-cert and --tls-key are needed together\n',
    ],
    [['--tls-cert', 'empty', '--tls-key', 'gone'], "File 'gone' not found.\n"],
    [['--tls-cert', 'two', '--tls-key', 'two'], 'Error in config TLS certificate or key: '],
  ])('%j is refused', async (flags, message) => {
    const cwd = await folderWith({ ...HELLO, empty: ' \n', two: 'a b\n', umlaut: 'schlüssel' });
    const { exit, stderr } = await runPlugboard(['serve', '.', '--port', '0', ...flags], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain(message);
  });
});

test('a variable that holds no token protects nothing and is refused', async () => {
  vi.stubEnv('PLUGBOARD_TOKEN', ' ');
  const cwd = await folderWith(HELLO);
  const args = ['serve', '.', '--port', '0', '--host', '0.0.0.0'];
  const { exit, stderr } = await runPlugboard(args, { cwd });
  expect([exit, stderr]).toEqual([
    1,
    expect.stringContaining('Error in config PLUGBOARD_TOKEN: the token is empty\nhint: Make one'),
  ]);
});

describe('whom HTTP believes', () => {
  const post = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method: 'ping' } };
  const from = (headers: Record<string, string>) => ({
    ...post,
    headers: { 'content-type': 'application/json', ...headers },
  });

  test('--allowed-host and --allowed-origin widen it, each as often as needed', async () => {
    const cwd = await folderWith(HELLO);
    const strict = await startHttp(['.'], { cwd });
    const hosts = ['--allowed-host', 'a.example', '--allowed-host', 'b.example'];
    const origins = [
      '--allowed-origin',
      'https://c.example',
      '--allowed-origin',
      'http://d.example/',
    ];
    const flags = [...hosts, ...origins];
    const open = await startHttp(['.', ...flags], { cwd });
    for (const headers of [
      { host: 'a.example' },
      { host: 'b.example' },
      { origin: 'https://c.example' },
      { origin: 'http://d.example' },
    ]) {
      expect((await rawRequest(strict.url, from(headers))).status).toBe(403);
      expect((await rawRequest(open.url, from(headers))).status).not.toBe(403);
    }
  });

  test.each([
    ['--allowed-host', 'https://a.example'],
    ['--allowed-host', 'a.example/mcp'],
    ['--allowed-origin', 'a.example'],
    ['--allowed-origin', 'https://a.example/page'],
    ['--allowed-origin', '*'],
  ])('%s %s is refused, because no browser sends it', async (flag, value) => {
    const { exit, stderr } = await runPlugboard(['serve', '.', flag, value]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining(`Cannot parse ${flag}: expected`)]);
  });

  test('--tls-cert and --tls-key serve HTTPS', async () => {
    const cwd = await folderWith({ where: shellTool('echo "$MCPD_CONFIG_SERVER_HTTPS"') });
    const [cert, key] = ['cert', 'key'].map((name) => join(ROOT, `test/mcpd/tls/${name}.pem`));
    const flags = ['--tls-cert', cert ?? '', '--tls-key', key ?? ''];
    const { url } = await startHttp(['.', ...flags], { cwd });
    expect(url).toMatch(/^https:/u);
    const ca = await readFile(cert ?? '', 'utf8');
    expect((await rawRequest(url, { ...from({}), ca })).status).toBeLessThan(500);
  });

  test('--legacy-sse opens /sse', async () => {
    const cwd = await folderWith(HELLO);
    const plain = await startHttp(['.'], { cwd });
    const old = await startHttp(['.', '--legacy-sse'], { cwd });
    const absent = await rawRequest(new URL('/sse', plain.url).href, { method: 'GET' });
    expect(absent.status).toBe(404);
    const stream = await rawRequest(new URL('/sse', old.url).href, { method: 'GET' });
    expect(stream.isStream).toBe(true);
    stream.hangUp();
  });
});

describe('over stdio', () => {
  const INITIALIZE = {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    },
  };

  test('answers on stdout, speaks on stderr, ends with its input', async () => {
    const cwd = await folderWith(HELLO);
    const running = startPlugboard(['serve', '.', '--stdio'], { cwd });
    running.stdin.write(toLine(1, INITIALIZE));
    await running.until('"id":1');
    running.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    running.stdin.write(toLine(2, { method: 'tools/call', params: { name: 'say/hello' } }));
    await running.until('"id":2');
    running.stdin.end();
    const { exit, stdout, stderr } = await running.ended;
    expect(exit).toBe(0);
    expect(stderr).toContain('on stdio\n1 tool: say/hello\n');
    const answers = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { id: number });
    expect(answers.at(-1)).toMatchObject({ id: 2, result: { content: [{ text: 'hello' }] } });
  });

  test('Ctrl-C ends it too', async () => {
    const cwd = await folderWith(HELLO);
    const running = startPlugboard(['serve', '.', '--stdio'], { cwd });
    await running.until('1 tool');
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 0, stdout: '' });
  });
});

describe('limits', () => {
  verifies('mcpd:limits:script-timeout-flag', '--script-timeout ends a call', async () => {
    const cwd = await folderWith({ forever: shellTool('sleep 60') });
    const { url } = await startHttp(['.', '--script-timeout', '1'], { cwd });
    expect(await callText(url, 'forever')).toContain('Timeout after 1s');
  });

  verifies('mcpd:limits:max-concurrent-flag', '--max-concurrent makes calls wait', async () => {
    const cwd = await tempFolder();
    const body = `echo "in $$" >> ${cwd}/log; sleep 0.2; echo "out $$" >> ${cwd}/log`;
    await writeFile(join(cwd, 'slow'), shellTool(body));
    await chmod(join(cwd, 'slow'), 0o755);
    const { url } = await startHttp(['.', '--max-concurrent', '1'], { cwd });
    await Promise.all([callText(url, 'slow'), callText(url, 'slow'), callText(url, 'slow')]);
    const marks = (await readFile(join(cwd, 'log'), 'utf8')).trim().split('\n');
    expect(marks.map((mark) => mark.split(' ')[0])).toEqual([
      'in',
      'out',
      'in',
      'out',
      'in',
      'out',
    ]);
  });
});

describe('what is not served', () => {
  test.each([
    [
      ['serve'],
      'Cannot parse arguments: name at least one source, or --all\n' +
        'hint: Run `plugboard serve --help`\n',
    ],
    [
      ['serve', 'linear'],
      "Server 'linear' not found.\nhint: A directory is named by its path, as in `./linear`\n",
    ],
    [
      ['serve', '--all'],
      'Cannot parse arguments: --all serves every configured server, and there is none\n' +
        'hint: Run `plugboard serve --help`\n',
    ],
    [
      ['serve', '.', '--stdio', '--http'],
      'Cannot parse arguments: --stdio and --http exclude each other\n' +
        'hint: Run `plugboard serve --help`\n',
    ],
    [
      ['serve', '.', '--path', 'mcp'],
      "Cannot parse --path: expected a path that starts with /, got 'mcp'\n",
    ],
    [
      ['serve', '.', '--tool-name-separator', '.'],
      "Cannot parse --tool-name-separator: expected up to 8 letters, digits, _ or -, or /, got '.'\n",
    ],
  ])('%j', async (args, stderr) => {
    expect(await runPlugboard(args)).toEqual({ exit: 1, stdout: '', stderr });
  });
});
