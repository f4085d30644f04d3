// What goes wrong, in the words and with the codes of the specification.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { fixture, stage, type Entry } from './stage.ts';

async function lockedEntry(): Promise<Entry> {
  const server = createServer((_, response) => response.writeHead(401).end()).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

describe('[mcplug:error:exit-1] [mcplug:pattern:exit-codes] [mcplug:output:errors] each scenario, in words and as JSON', () => {
  test.each([
    [
      '[mcplug:error:unknown-server]',
      ['nope.tool'],
      {
        said: "Server 'nope' not found. Available: far, locked, mock, unset\n",
        error: { server: 'nope', code: 'not_found' },
      },
    ],
    [
      '[mcplug:error:unknown-tool]',
      ['mock.xyzzy'],
      {
        said: "Tool 'xyzzy' not found on mock.\nhint: Run `mcplug list mock`\n",
        error: { server: 'mock', tool: 'xyzzy', code: 'not_found' },
      },
    ],
    [
      '[mcplug:args:typo-suggested] [mcplug:args:typo-not-executed]',
      ['mock.ech', 'input:x'],
      {
        said: "Tool 'ech' not found on mock.\nhint: Did you mean `echo`?\n",
        error: { server: 'mock', tool: 'ech', code: 'not_found' },
      },
    ],
    [
      '[mcplug:error:connection-refused]',
      ['far.tool'],
      {
        said: 'Cannot connect to far: ECONNREFUSED\n',
        error: { server: 'far', tool: 'tool', code: 'connection_refused' },
      },
    ],
    [
      '[mcplug:error:missing-argument]',
      ['mock.echo'],
      {
        said: 'Missing required argument: input\n',
        error: { server: 'mock', tool: 'echo', code: 'parse_error' },
      },
    ],
    [
      '[mcplug:error:argument-format]',
      ['mock.echo', 'x'],
      {
        said: "Cannot parse arguments: 'x' is none of name:value, name=value and --name value\n",
        error: { server: 'mock', tool: 'echo', code: 'parse_error' },
      },
    ],
    [
      '[mcplug:error:auth-required]',
      ['locked.tool'],
      {
        said: "Server 'locked' requires authentication. Run: mcplug auth locked\n",
        error: { server: 'locked', tool: 'tool', code: 'auth_required' },
      },
    ],
    [
      'what a server refuses is an error of its own',
      ['mock.refuse'],
      { said: 'not today\n', error: { server: 'mock', tool: 'refuse', code: 'tool_failed' } },
    ],
  ])('%s %j', async (_, args, expected) => {
    const { run, json } = await stage({
      mock: fixture('mock'),
      far: { baseUrl: 'http://127.0.0.1:9/mcp' },
      locked: await lockedEntry(),
      unset: { command: '${NOT_SET_ANYWHERE}' },
    });
    const [words, printed] = await Promise.all([run(args), json(args)]);
    expect({ exit: words.exit, stdout: words.stdout }).toEqual({ exit: 1, stdout: '' });
    expect(words.stderr).toContain(expected.said);
    expect(printed).toMatchObject({ exit: 1, stderr: '' });
    expect(printed.value['error']).toMatchObject(expected.error);
  });

  test('[mcplug:error:timeout] [mcplug:call:timeout-variable] [mcplug:env:call-timeout] a call that takes too long', async () => {
    const { run, json } = await stage({ wait: fixture('never-returns') });
    const env = { MCPLUG_CALL_TIMEOUT: '1200' };
    const args = ['wait.wait'];
    const [words, printed] = await Promise.all([run(args, { env }), json(args, { env })]);
    expect(words).toMatchObject({ exit: 1, stdout: '' });
    expect(words.stderr).toContain('Timeout after 1.2s calling wait.wait\n');
    expect(printed).toMatchObject({ exit: 1, stderr: '' });
    const error = { server: 'wait', tool: 'wait', code: 'timeout' };
    expect(printed.value['error']).toMatchObject(error);
  });

  test('[mcplug:error:config] [mcplug:env:config] a configuration that cannot be read', async () => {
    const { run, json, cwd } = await stage();
    const file = join(cwd, 'broken.json');
    await writeFile(file, '{ nonsense');
    const env = { MCPLUG_CONFIG: file };
    const { exit, stderr } = await run(['mock.echo'], { env });
    expect(exit).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^Error in config ${file}: Invalid JSON: .+ at line 1 column 3\n`, 'u'),
    );
    expect((await json(['list'], { env })).value).toMatchObject({
      error: { code: 'config_error' },
    });
  });

  test.each([
    ['call', ['mock.echo']],
    ['list', ['list', 'mock']],
    ['serve', ['serve', 'mock', '--stdio']],
    ['serve --all', ['serve', '--all', '--stdio']],
    ['config get', ['config', 'get', 'mock']],
    ['auth', ['auth', 'mock']],
    ['emit-ts', ['emit-ts', 'mock']],
    ['daemon', ['daemon', 'start', 'mock']],
  ])(
    '[mcplug:error:config] %s: what nobody finds may stand in the file that cannot be read',
    async (_, args) => {
      const { run, cwd } = await stage();
      const file = join(cwd, 'config', 'mcplug.json');
      await writeFile(file, '{ nonsense');
      const { exit, stdout, stderr } = await run(args);
      expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^Error in config ${file}: Invalid JSON: `, 'u'));
    },
  );

  test('[mcplug:error:config] list shows the servers of the other files, and exits 1', async () => {
    const { run, json, cwd, home } = await stage();
    await writeFile(join(cwd, 'config', 'mcplug.json'), '{ nonsense');
    await mkdir(join(home, '.mcplug'));
    const config = { mcpServers: { mock: fixture('mock') }, imports: [] };
    await writeFile(join(home, '.mcplug', 'mcplug.json'), JSON.stringify(config));
    const { exit, stdout, stderr } = await run(['list']);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringContaining('mock [ok]') });
    expect(stderr).toMatch(/^! Error in config .+: Invalid JSON: /u);
    expect(await json(['list'])).toMatchObject({
      exit: 1,
      value: { reachable: 1, problems: [{ file: join(cwd, 'config', 'mcplug.json') }] },
    });
    expect((await run(['mock.echo', 'input:x'])).stdout).toBe('x\n');
  });

  test('a server that is switched off is met with the file that says so', async () => {
    const { run, cwd } = await stage({ off: { ...fixture('mock'), enabled: false } });
    const hint = `hint: It is switched off in ${join(cwd, 'config', 'mcplug.json')}\n`;
    for (const args of [
      ['off.echo', 'input:x'],
      ['list', 'off'],
      ['auth', 'off'],
    ]) {
      expect((await run(args)).stderr).toBe(`Server 'off' not found.\n${hint}`);
    }
  });

  test('[mcplug:error:variable] [mcplug:decision:broken-entry-alone] a variable that is not set', async () => {
    const { run, json, cwd } = await stage({
      unset: { command: '${NOT_SET_ANYWHERE}' },
      mock: fixture('mock'),
    });
    const file = join(cwd, 'config', 'mcplug.json');
    expect((await run(['unset.x'])).stderr).toMatch(
      new RegExp(
        `^Environment variable 'NOT_SET_ANYWHERE' is not set \\(referenced in ${file}\\)\n`,
        'u',
      ),
    );
    expect((await json(['unset.x'])).value).toMatchObject({
      error: { server: 'unset', tool: 'x', code: 'config_error' },
    });
    expect((await run(['mock.echo', 'input:x'])).stdout).toBe('x\n');
  });

  test('[mcplug:error:json-shape] [mcplug:error:json-on-output-json] [mcplug:error:json-codes] [mcplug:decision:mcporter-fields] the object', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    const { exit, stdout, stderr } = await run(['mock.ech', '--output', 'json']);
    expect({ exit, stderr }).toEqual({ exit: 1, stderr: '' });
    const message = "Tool 'ech' not found on mock.";
    expect(JSON.parse(stdout)).toEqual({
      error: {
        server: 'mock',
        tool: 'ech',
        message,
        code: 'not_found',
        reason: 'not_found',
        hint: 'Did you mean `echo`?',
      },
      server: 'mock',
      tool: 'ech',
      issue: { kind: 'other', rawMessage: message },
    });
  });

  test('[mcplug:args:typo-single-match] two names as near suggest nothing', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    expect((await run(['mock.sow'])).stderr).toBe(
      "Tool 'sow' not found on mock.\nhint: Run `mcplug list mock`\n",
    );
  });
});

describe('servers that misbehave', () => {
  test('[client:stderr-tail] one that dies in a call says why, and the call is not repeated', async () => {
    const { run } = await stage({ crashes: fixture('crashes') });
    expect(await run(['crashes.crash'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'Cannot connect to crashes: the server exited with code 7\nout of luck\n',
    });
  });

  test('one that never answers is given up', async () => {
    const { run } = await stage({ silent: fixture('silent') });
    expect(await run(['silent.x', '--timeout', '400'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'Timeout after 0.4s calling silent.x\n',
    });
  });

  test('one that floods stderr still answers', async () => {
    const { run } = await stage({ flood: fixture('floods-stderr') });
    expect(await run(['flood.calm'])).toEqual({ exit: 0, stdout: 'still here\n', stderr: '' });
  });

  test('one that prints garbage on stdout still answers', async () => {
    const { run } = await stage({ garbage: fixture('prints-garbage') });
    expect(await run(['garbage.echo'])).toEqual({ exit: 0, stdout: 'heard\n', stderr: '' });
  });

  test('one that is no MCP server is told by its name', async () => {
    const { run } = await stage({ parrot: { command: 'cat' } });
    expect((await run(['parrot.x'])).stderr).toBe(
      'Cannot connect to parrot: it does not know `initialize`, so it is no MCP server\n',
    );
  });

  test('one that has none of what is asked for', async () => {
    const { run } = await stage({ bare: fixture('prints-garbage') });
    expect(await run(['resource', 'bare'])).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: 'bare has no resources.\n',
    });
    expect((await run(['resource', 'bare', '--templates'])).stderr).toBe(
      'bare has no resource templates.\n',
    );
    expect((await run(['prompt', 'bare'])).stderr).toBe('bare has no prompts.\n');
    expect((await run(['complete', 'bare', 'x', 'y:1'])).stderr).toBe(
      'bare does not support completion/complete.\n',
    );
  });

  test('one whose folder is missing says so', async () => {
    const { run } = await stage({ mock: { ...fixture('mock'), cwd: './gone' } });
    expect((await run(['mock.echo', 'input:x'])).stderr).toMatch(
      /^Cannot connect to mock: its folder .*gone does not exist\n/u,
    );
  });
});

describe('time', () => {
  test('[client:output:progress] a terminal sees how far it is', async () => {
    const { run } = await stage({ mock: fixture('mock') });
    const { stdout, stderr } = await run(['mock.slow', 'steps:2', 'stepMs:10'], { isTty: true });
    expect(stdout).toBe('done\n');
    expect(stderr).toContain('████████████░░░░░░░░░░░░  50% step 1');
    expect(stderr.endsWith('\r\u001B[K')).toBe(true);
  });

  test('[client:cancel] a timeout and Ctrl-C tell the server', async () => {
    const folder = await tempFolder();
    const heard = async (name: string) => readFile(join(folder, name), 'utf8').catch(() => '');
    const { run, start } = await stage({
      timed: fixture('never-returns', join(folder, 'timed')),
      stopped: fixture('never-returns', join(folder, 'stopped')),
    });
    await run(['timed.wait', '--timeout', '500']);
    await waitUntil(async () => (await heard('timed')).includes('notifications/cancelled'));
    const running = start(['stopped.wait']);
    await waitUntil(async () => (await heard('stopped')).includes('notifications/initialized'));
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 1, stdout: '', stderr: 'Cancelled.\n' });
  });

  test.each(['soon', '0', '1.5'])('MCPLUG_CALL_TIMEOUT=%s is refused', async (value) => {
    const { run } = await stage({ mock: fixture('mock') });
    const { stderr } = await run(['mock.counter'], { env: { MCPLUG_CALL_TIMEOUT: value } });
    expect(stderr).toBe(
      `Cannot parse MCPLUG_CALL_TIMEOUT: expected milliseconds, got '${value}'\n`,
    );
  });
});
