// `mcplug config`: what is configured, where it came from, and changes that keep the rest.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture, stage } from './stage.ts';

describe('[mcplug:config:show] show', () => {
  test('every server with where it came from', async () => {
    const { run, cwd } = await stage({
      web: {
        baseUrl: 'https://x.example/mcp',
        headers: { Authorization: 'secret' },
        lifecycle: 'keep-alive',
      },
      mock: { command: 'mock', args: ['arg1'], description: 'Mock MCP server' },
      off: { command: 'x', enabled: false },
      odd: { command: 5 },
    });
    const source = `  Source: ${join(cwd, 'config', 'mcplug.json')}\n`;
    const { exit, stdout } = await run(['config', 'show']);
    expect(exit).toBe(0);
    expect(stdout).toContain(
      'mock\n  Transport: stdio\n  Command: mock arg1\n  Description: Mock MCP server\n' +
        `  Lifecycle: ephemeral (default)\n${source}\n`,
    );
    expect(stdout).toContain(
      'web\n  Transport: HTTP\n  URL: https://x.example/mcp\n  Headers: Authorization\n' +
        `  Lifecycle: keep-alive\n${source}`,
    );
    expect(stdout).toContain(`  Enabled: no\n${source}`);
    expect(stdout).toMatch(/odd\n {2}Error: Error in config .*server 'odd': command/u);
    expect(stdout).not.toContain('secret');
  });

  test('those whose names hold a text', async () => {
    const { run } = await stage({ alpha: { command: 'a' }, beta: { command: 'b' } });
    const { stdout } = await run(['config', 'show', 'lph']);
    expect(stdout).toMatch(/^alpha\n/u);
    expect(stdout).not.toContain('beta');
    expect((await run(['config', 'show', 'alpa'])).stderr).toBe(
      "Server 'alpa' not found. Available: alpha, beta\nhint: Did you mean `alpha`?\n",
    );
    expect((await run(['config', 'show', 'a', 'b'])).stderr).toContain('one word too many');
  });

  test('[mcplug:pattern:json-everywhere] as JSON, without secrets', async () => {
    const { json } = await stage({
      web: {
        baseUrl: 'https://x/mcp',
        headers: { A: 'secret', B: '$env:TOKEN', C: 'Bearer ${T}' },
      },
    });
    expect((await json(['config', 'show'])).value).toMatchObject({
      servers: [
        {
          name: 'web',
          transport: 'http',
          lifecycle: 'ephemeral',
          enabled: true,
          entry: { headers: { A: '***', B: '$env:TOKEN', C: 'Bearer ${T}' } },
          source: { layer: 'project', pointer: '/mcpServers/web' },
        },
      ],
      imports: [],
    });
  });

  test('[mcplug:intent:servers-of-editors] servers of editors are there too', async () => {
    const { run, home, cwd } = await stage();
    await writeFile(join(cwd, 'config', 'mcplug.json'), '{}');
    await mkdir(join(home, '.cursor'));
    const file = join(home, '.cursor', 'mcp.json');
    await writeFile(file, JSON.stringify({ mcpServers: { mock: fixture('mock') } }));
    expect((await run(['config', 'show'])).stdout).toContain(
      `  Source: ${file} (imported from cursor)\n`,
    );
    expect((await run(['mock.echo', 'input:x'])).stdout).toBe('x\n');
  });

  test('nothing is no error', async () => {
    const { run } = await stage();
    expect(await run(['config', 'show'])).toEqual({
      exit: 0,
      stdout: 'No MCP servers configured.\n',
      stderr: '',
    });
  });
});

describe('[client:config:actions] get, remove, import, doctor', () => {
  test('get shows one', async () => {
    const { run, json } = await stage({ mock: { command: 'mock' } });
    expect((await run(['config', 'get', 'mock'])).stdout).toMatch(/^mock\n {2}Transport: stdio\n/u);
    expect((await json(['config', 'get', 'mock'])).value).toMatchObject({
      entry: { command: 'mock' },
    });
    expect((await run(['config', 'get', 'mok'])).stderr).toBe(
      "Server 'mok' not found. Available: mock\nhint: Did you mean `mock`?\n",
    );
  });

  test('a name nobody has is named whole, whatever it looks like', async () => {
    const { run } = await stage({ web: { command: 'a' } });
    expect((await run(['config', 'get', 'web.two'])).stderr).toBe(
      "Server 'web.two' not found. Available: web\n",
    );
    expect((await run(['config', 'remove', 'wab'])).stderr).toBe(
      "Server 'wab' not found. Available: web\nhint: Did you mean `web`?\n",
    );
  });

  test('remove takes one out and leaves the rest as it is', async () => {
    const { run, cwd } = await stage();
    const file = join(cwd, 'config', 'mcplug.json');
    await writeFile(
      file,
      '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "a" },\n    "b": { "command": "b" }\n  },\n  "imports": []\n}\n',
    );
    expect((await run(['config', 'remove', 'a'])).stdout).toBe(`Server 'a' removed from ${file}\n`);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('// mine');
    expect(text).not.toContain('"a"');
    expect(text).toContain('"b": { "command": "b" }');
  });

  test('remove leaves the files of editors alone', async () => {
    const { run, home, cwd } = await stage();
    await writeFile(join(cwd, 'config', 'mcplug.json'), '{}');
    await mkdir(join(home, '.cursor'));
    await writeFile(join(home, '.cursor', 'mcp.json'), '{"mcpServers":{"x":{"command":"x"}}}');
    const { exit, stderr } = await run(['config', 'remove', 'x']);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^Not allowed: x is defined by cursor in .*mcp\.json\n/u);
  });

  test('import shows what an editor has, and copies it', async () => {
    const { run, home } = await stage();
    await mkdir(join(home, '.cursor'));
    const servers = { one: { command: 'one' }, two: { url: 'https://two/mcp' } };
    await writeFile(join(home, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    expect((await run(['config', 'import', 'cursor', '--filter', 'tw'])).stdout).toMatch(/^two\n/u);
    const copied = await run(['config', 'import', 'cursor', '--copy']);
    const file = join(home, '.mcplug', 'mcplug.json');
    expect(copied.stderr).toBe(`copied 2 to ${file}\n`);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      mcpServers: { one: { command: 'one' }, two: { baseUrl: 'https://two/mcp' } },
    });
    expect((await run(['config', 'import', 'emacs'])).stderr).toContain(
      'name one of cursor, claude-code',
    );
  });

  test('doctor says what is wrong, and exits 1 for errors', async () => {
    const { run, json } = await stage({
      unset: { command: '${NOT_SET_ANYWHERE}' },
      odd: { command: 'x', colour: 1 },
    });
    const { exit, stdout } = await run(['config', 'doctor']);
    expect(exit).toBe(1);
    expect(stdout).toContain("Environment variable 'NOT_SET_ANYWHERE' is not set");
    expect(stdout).toContain("'colour' means nothing here");
    expect((await json(['config', 'doctor'])).value).toMatchObject({ ok: false });
    const healthy = await stage({ fine: { command: process.execPath } });
    expect(await healthy.run(['config', 'doctor'])).toEqual({
      exit: 0,
      stdout: 'no problems found\n',
      stderr: '',
    });
  });

  test('an action nobody knows', async () => {
    const { run } = await stage();
    expect((await run(['config', 'shw'])).stderr).toContain('hint: Did you mean `show`?\n');
  });
});

describe('[mcplug:config:add] add', () => {
  test('asks for everything, and again for what it does not understand', async () => {
    const { run, home } = await stage();
    const file = join(home, '.mcplug', 'mcplug.json');
    const stdin = 'srv\ncarrier pigeon\nSTDIO\nnpx\n-y "some server"\nMine\nkeep-alive\n';
    const { exit, stdout, stderr } = await run(['config', 'add'], { stdin });
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: `Server 'srv' added to ${file}\n` });
    expect(stderr).toContain('Server name: Transport type [stdio/http]: ');
    expect(stderr).toContain('Invalid choice. Please enter one of: stdio, http\n');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      mcpServers: {
        srv: {
          description: 'Mine',
          command: 'npx',
          args: ['-y', 'some server'],
          lifecycle: 'keep-alive',
        },
      },
    });
  });

  test('an address, and again until it is one', async () => {
    const { run, home } = await stage();
    const stdin = 'web\nhttp\nz/mcp\nftp://z\nhttps://z/mcp\n\n\n';
    const { stderr } = await run(['config', 'add'], { stdin });
    expect(stderr.match(/begins with http:/gu)).toHaveLength(2);
    await run(['config', 'add'], { stdin: 'line\nstdio\n\n \nrun\n\n\n\n' });
    await run(['config', 'add', 'later', '--url', '${BASE}/mcp']);
    const text = await readFile(join(home, '.mcplug', 'mcplug.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        web: { baseUrl: 'https://z/mcp' },
        line: { command: 'run' },
        later: { baseUrl: '${BASE}/mcp' },
      },
    });
  });

  test('the example it gives works', async () => {
    const { run } = await stage();
    const [, line = ''] =
      /`mcplug ([^`]+)`/u.exec((await run(['config', 'add', 'x'])).stderr) ?? [];
    expect(await run(line.split(' '))).toMatchObject({ exit: 0 });
  });

  test('[mcplug:decision:add-eof] the end of the input and an empty name are errors', async () => {
    const { run } = await stage();
    const ended = await run(['config', 'add'], { stdin: 'srv\nstdio\n' });
    expect(ended).toMatchObject({ exit: 1, stdout: '' });
    expect(ended.stderr).toContain('the input ended before the server was described');
    expect((await run(['config', 'add'], { stdin: '\n' })).stderr).toContain(
      'Error in config <stdin>: Server name cannot be empty\n',
    );
  });

  test('[mcplug:decision:add-with-flags] words and flags ask nothing', async () => {
    const { run, json, cwd } = await stage();
    const project = ['--scope', 'project'];
    await run(['config', 'add', 'web', 'https://x/mcp', '--header', 'A=$env:T', ...project]);
    await run([
      'config',
      'add',
      'time',
      '--env',
      'TZ=UTC',
      ...project,
      '--',
      'npx',
      '-y',
      'time server',
    ]);
    await run([
      'config',
      'add',
      'line',
      "node 'a b.js' c",
      '--lifecycle',
      'keep-alive',
      ...project,
    ]);
    const added = await json([
      'config',
      'add',
      'flagged',
      '--command',
      'x',
      '--arg',
      'y',
      ...project,
    ]);
    const file = join(cwd, 'config', 'mcplug.json');
    expect(added.value).toEqual({ added: 'flagged', path: file });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      mcpServers: {
        web: { baseUrl: 'https://x/mcp', headers: { A: '$env:T' } },
        time: { command: 'npx', args: ['-y', 'time server'], env: { TZ: 'UTC' } },
        line: { command: 'node', args: ['a b.js', 'c'], lifecycle: 'keep-alive' },
        flagged: { command: 'x', args: ['y'] },
      },
    });
    const again = await run(['config', 'add', 'web', 'https://y/mcp', ...project]);
    expect(again.stderr).toContain(
      "server 'web' is already there\nhint: Name it otherwise, or pass",
    );
    expect((await run(['config', 'add', 'web', 'https://y/mcp', '--force', ...project])).exit).toBe(
      0,
    );
  });

  test.each([
    [['x'], 'say how the server is reached'],
    [['x', 'cmd', '--url', 'https://x'], '--url, --command and a command line exclude each other'],
    [['x', '--url', 'nonsense'], "'nonsense' is not an http:// or https:// URL"],
    [['x', '--url', 'ftp://x'], "'ftp://x' is not an http:// or https:// URL"],
    [['x', 'https://x', '--env', 'A=b'], '--env is for a command'],
    [['x', 'cmd', '--header', 'A=b'], '--header is for an address'],
    [
      ['x', 'cmd', '--scope', 'galaxy'],
      "Cannot parse --scope: expected home or project, got 'galaxy'",
    ],
    [
      ['x', 'cmd', '--lifecycle', 'forever'],
      'Cannot parse --lifecycle: expected ephemeral or keep-alive',
    ],
  ])('%j is refused', async (words, said) => {
    const { run } = await stage();
    const { exit, stderr } = await run(['config', 'add', ...words]);
    expect(exit).toBe(1);
    expect(stderr).toContain(said);
  });
});
