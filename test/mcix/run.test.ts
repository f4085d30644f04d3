// mcix run: the tools of a schema on stdio and HTTP, and the variables they see.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { callText, mcpPost, toolNames } from '../support/mcp-post.ts';
import { startPlugboard, runPlugboard, type Running } from '../support/run-plugboard.ts';
import { folderWith } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { mcix, says, schema, startMcix, type Files } from './stage.ts';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

/** Every line of stdout must be a message. */
const messagesOf = ({ stdout }: Running): Message[] =>
  stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);

let asked = 0;

async function ask(running: Running, method: string, params: object = {}) {
  const id = (asked += 1);
  running.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  const answer = () => messagesOf(running).find((message) => message.id === id);
  await waitUntil(() => answer() !== undefined);
  return answer() ?? {};
}

async function initialized(running: Running): Promise<Running> {
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  await ask(running, 'initialize', params);
  running.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return running;
}

const namesOf = ({ result = {} }: Message) =>
  (result['tools'] as { name: string }[]).map((t) => t.name);
const textOf = ({ result = {} }: Message) => (result['content'] as { text: string }[])[0]?.text;

const TWO = [says('alpha', 'A {{props.x}}', { tags: ['read'] }), says('beta', 'B')];

describe('run', () => {
  test('[mcix:run:stdio-server] [mcix:run:protocol-alone-on-stdout] speaks MCP on stdio, and nothing else', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: TWO }) });
    const running = await initialized(startMcix(cwd, ['run']));
    expect(namesOf(await ask(running, 'tools/list'))).toEqual(['alpha', 'beta']);
    const called = await ask(running, 'tools/call', { name: 'alpha', arguments: { x: 1 } });
    expect(textOf(called)).toBe('A 1');
    running.stdin.end();
    const { exit, stdout, stderr } = await running.ended;
    expect(exit).toBe(0);
    expect(stdout.startsWith('{"jsonrpc"')).toBe(true);
    expect(messagesOf(running).every((message) => 'jsonrpc' in message)).toBe(true);
    expect(stderr).toContain('2 tools: alpha, beta');
  });

  test('[mcix:run:filter-flag] a filtered tool is neither listed nor called', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: TWO }) });
    const running = await initialized(startMcix(cwd, ['run', '--filter', 'tags:read']));
    expect(namesOf(await ask(running, 'tools/list'))).toEqual(['alpha']);
    const { error } = await ask(running, 'tools/call', { name: 'beta' });
    expect(error?.['message']).toContain("Tool 'beta' not found");
  });

  test('[mcix:run:http] --http serves Streamable HTTP', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: TWO }) });
    const running = startMcix(cwd, ['run', '--http', '--port', '0']);
    await running.until('tools: ');
    const url = /http:\S+/u.exec(running.stderr())?.[0] ?? '';
    expect(await toolNames(url)).toEqual(['alpha', 'beta']);
    expect(running.stdout()).toBe('');
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 0 });
  });

  test('[mcix:run:hot-reload] a change is announced, also after a rename over the file', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools: [says('alpha')] }) });
    const running = await initialized(startMcix(cwd, ['run']));
    expect(namesOf(await ask(running, 'tools/list'))).toEqual(['alpha']);
    await writeFile(join(cwd, 'draft'), schema({ tools: [says('alpha'), says('gamma')] }));
    await rename(join(cwd, 'draft'), join(cwd, 'mci.json'));
    await waitUntil(() =>
      messagesOf(running).some(({ method }) => method === 'notifications/tools/list_changed'),
    );
    expect(namesOf(await ask(running, 'tools/list'))).toEqual(['alpha', 'gamma']);
  });
});

describe('.env files', () => {
  const tools = [says('show', "{{env.PB_A | 'none'}} {{env.PB_B | 'none'}}")];
  const shown = async (files: Files, env: Readonly<Record<string, string>> = {}) => {
    const cwd = await folderWith({ 'project/mci.json': schema({ tools }), ...files });
    const running = startMcix(cwd, ['run', '-f', 'project/mci.json', '--http', '--port', '0'], {
      env,
    });
    await running.until('1 tool: ');
    return callText(/http:\S+/u.exec(running.stderr())?.[0] ?? '', 'show');
  };

  test('[mcix:dotenv:root-is-schema-directory] lie beside the schema, not in the working directory', async () => {
    expect(await shown({ '.env': 'PB_A=cwd', 'project/.env': 'PB_B=schema' })).toBe('none schema');
  });

  test.each([['project/.env.mci'], ['project/mci/.env.mci']])(
    '[mcix:dotenv:env-mci-hides-env] %s hides every .env',
    async (file) => {
      const files = { 'project/.env': 'PB_A=root', 'project/mci/.env': 'PB_A=library' };
      expect(await shown({ ...files, [file]: 'PB_B=own' })).toBe('none own');
    },
  );

  test('[mcix:dotenv:precedence] [mci-decision:env:dot-env-files] library, root, process, explicit: the later wins', async () => {
    const files = { 'project/mci/.env': 'PB_A=library\nPB_B=library', 'project/.env': 'PB_B=root' };
    expect(await shown(files)).toBe('library root');
    expect(await shown(files, { PB_B: 'process' })).toBe('library process');
    const wants = schema({ tools: [], libraryDir: './{{env.PB_B}}', toolsets: ['x'] });
    const cwd = await folderWith({ 'mci.json': wants, '.env': 'PB_B=root' });
    const env = { PB_B: 'process' };
    const library = async (...args: string[]) =>
      /not found in \S*\/(\w+)/u.exec(
        (await mcix(cwd, ['validate', ...args], { env })).stdout,
      )?.[1];
    expect([await library(), await library('-e', 'PB_B=explicit')]).toEqual([
      'process',
      'explicit',
    ]);
  });

  test('[mcix:dotenv:interpolation] ${VAR} is filled in', async () => {
    const files = {
      'project/mci/.env': 'PB_BASE=low',
      'project/.env': 'PB_A="${PB_BASE}-${PB_GONE}"\nPB_B=${PB_A}/${PB_HOST}',
    };
    expect(await shown(files, { PB_HOST: 'host' })).toBe('low- low-/host');
  });
});

describe('a changed .env file', () => {
  const tools = [says('show', "{{env.PB_A | 'none'}}")];

  test.each([['.env'], ['mci/.env'], ['.env.mci']])(
    '%s is seen by the next calls, also when it is new, and moved into place',
    async (name) => {
      const cwd = await folderWith({ 'mci.json': schema({ tools }) });
      const running = await initialized(startMcix(cwd, ['run']));
      const shown = async () => textOf(await ask(running, 'tools/call', { name: 'show' }));
      expect(await shown()).toBe('none');
      await mkdir(join(cwd, 'mci'), { recursive: true });
      for (const value of ['one', 'two']) {
        await writeFile(join(cwd, 'draft'), `PB_A=${value}`);
        await rename(join(cwd, 'draft'), join(cwd, name));
        await waitUntil(async () => (await shown()) === value, 2_000);
      }
    },
  );

  test('does not win over the environment of the process', async () => {
    const cwd = await folderWith({ 'mci.json': schema({ tools }), '.env': 'PB_A=file' });
    const running = await initialized(startMcix(cwd, ['run'], { env: { PB_A: 'process' } }));
    expect(textOf(await ask(running, 'tools/call', { name: 'show' }))).toBe('process');
  });
});

describe('plugboard', () => {
  const weather = `schemaVersion: "1.0"
tools:
  - name: get_weather
    inputSchema:
      type: object
      properties: { location: { type: string } }
      required: [location]
    execution: { type: text, text: "Sunny in {{props.location}}{{env.PB_MARK | ''}}" }
`;

  test('call ./tools.mci.yaml:get_weather location:Paris', async () => {
    const cwd = await folderWith({ 'tools.mci.yaml': weather, '.env': 'PB_MARK=!' });
    const args = ['call', './tools.mci.yaml:get_weather', 'location:Paris'];
    expect(await runPlugboard(args, { cwd })).toEqual({
      exit: 0,
      stdout: 'Sunny in Paris!\n',
      stderr: '',
    });
    expect((await runPlugboard(args, { cwd, env: { PB_MARK: '?' } })).stdout).toBe(
      'Sunny in Paris?\n',
    );
    const missing = await runPlugboard(args.slice(0, 2), { cwd });
    expect(missing).toMatchObject({ exit: 1, stderr: 'Missing required argument: location\n' });
  });

  test('serve tools.mci.yaml, alone and beside another', async () => {
    const cwd = await folderWith({
      'tools.mci.yaml': weather,
      'more.json': schema({ tools: [says('beta')] }),
    });
    for (const [files, names] of [
      [['tools.mci.yaml'], ['get_weather']],
      [
        ['tools.mci.yaml', './more.json'],
        ['tools__get_weather', 'more__beta'],
      ],
    ] as const) {
      const running = startPlugboard(['serve', ...files, '--port', '0'], { cwd });
      await running.until('tool');
      await waitUntil(() => running.stderr().includes(names[0]));
      expect(await toolNames(/http:\S+/u.exec(running.stderr())?.[0] ?? '')).toEqual(names);
      running.interrupt();
      await running.ended;
    }
  });

  test('a configured { "mci": … } is a server', async () => {
    const servers = { desk: { mci: './tools.mci.yaml', env: { PB_MARK: '!' } } };
    const cwd = await folderWith({
      'tools.mci.yaml': weather,
      'config.json': JSON.stringify({ mcpServers: servers }),
    });
    const args = ['call', 'desk.get_weather', 'location:Oslo', '--config', 'config.json'];
    expect(await runPlugboard(args, { cwd })).toMatchObject({
      exit: 0,
      stdout: 'Sunny in Oslo!\n',
    });
  });

  test('the MCP servers of a schema are started and called', async () => {
    const inner = join(import.meta.dirname, '../..', 'dist/bin/plugboard.js');
    const cwd = await folderWith({
      'inner.json': schema({ tools: [says('deep', 'deep {{props.x}} {{env.PB_INNER}}')] }),
      'outer.json': schema({
        mcp_servers: {
          in: {
            command: process.execPath,
            args: [inner, 'serve', './inner.json', '--stdio'],
            env: { PB_INNER: '{{env.PB_OUTER}}' },
          },
        },
      }),
    });
    const env = { PB_OUTER: 'told' };
    const args = ['call', './outer.json:deep', 'x:1'];
    expect(await runPlugboard(args, { cwd, env })).toMatchObject({ stdout: 'deep 1 told\n' });
  });

  test('list ./tools.mci.yaml', async () => {
    const cwd = await folderWith({ 'tools.mci.yaml': weather });
    const { exit, stdout } = await runPlugboard(['list', './tools.mci.yaml'], { cwd });
    expect([exit, stdout]).toEqual([0, '  get_weather(location: string)\n']);
    const { stdout: json } = await runPlugboard(['list', './tools.mci.yaml', '--json'], { cwd });
    expect(JSON.parse(json)).toMatchObject({ name: 'tools', tools: [{ name: 'get_weather' }] });
  });

  test('an MCP server in the clear on another machine is a problem, and is not asked', async () => {
    const mcp_servers = { far: { type: 'http', url: 'http://mcp.example.com/mcp' } };
    const cwd = await folderWith({ 'tools.json': schema({ mcp_servers, tools: [says('near')] }) });
    const { exit, stdout, stderr } = await runPlugboard(['list', './tools.json'], { cwd });
    expect([exit, stdout]).toEqual([0, '  near()\n']);
    expect(stderr).toContain("cleartext HTTP is not allowed for 'http://mcp.example.com'");
  });

  test('served tools say what is missing in the words of the specification, alone and beside others', async () => {
    const cwd = await folderWith({
      'tools.mci.yaml': weather,
      'more.json': schema({ tools: [says('beta')] }),
    });
    for (const [files, name] of [
      [['tools.mci.yaml'], 'get_weather'],
      [['tools.mci.yaml', './more.json'], 'tools__get_weather'],
    ] as const) {
      const running = startPlugboard(['serve', ...files, '--port', '0'], { cwd });
      await running.until('tool');
      const url = /http:\S+/u.exec(running.stderr())?.[0] ?? '';
      expect(await callText(url, name)).toBe(
        "Tool 'get_weather' requires properties: location. Missing: location",
      );
      running.interrupt();
      await running.ended;
    }
  });

  test('posts to an unknown tool are refused by name', async () => {
    const cwd = await folderWith({ 'tools.mci.yaml': weather });
    const running = startMcix(cwd, ['run', '-f', 'tools.mci.yaml', '--http', '--port', '0']);
    await running.until('1 tool: ');
    const url = /http:\S+/u.exec(running.stderr())?.[0] ?? '';
    const { error } = await mcpPost(url, { method: 'tools/call', params: { name: 'nope' } });
    expect(error?.['message']).toContain("Tool 'nope' not found. Available: get_weather");
  });
});
