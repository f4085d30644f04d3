// The library: runtimes, proxies, results and transports.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  callOnce,
  CallResult,
  createRuntime,
  createServerProxy,
  defineTools,
  HttpSseTransport,
  PlugboardError,
  Runtime,
  serveHttp,
  ServerProxy,
  StdioTransport,
  type McpTransport,
  type RuntimeOptions,
} from '../../src/index.ts';
import { countMarked, newMark } from '../scripts/processes.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { fixture, fixtureFile } from './stage.ts';

/** A project with a configuration, for a runtime that sees nothing else. */
async function project(servers: object = { mock: fixture('mock') }): Promise<RuntimeOptions> {
  const rootDir = await tempFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(rootDir, '.cache'));
  await mkdir(join(rootDir, 'config'));
  const config = { mcpServers: servers, imports: [] };
  await writeFile(join(rootDir, 'config', 'mcplug.json'), JSON.stringify(config));
  return { rootDir };
}

describe('[mcplug:intent:library-functions] [mcplug:intent:embeds-as-library] runtimes', () => {
  test('[mcplug:library:call-once] one call', async () => {
    const result = await callOnce('mock', 'add', { a: 2, b: 3 }, await project());
    expect(result.text()).toBe('5');
    expect(result.isError).toBe(false);
  });

  test('[mcplug:library:from-config] [mcplug:library:call-tool] [mcplug:library:pooling] [mcplug:library:close] connections are shared and closed', async () => {
    const mark = newMark();
    const runtime = await Runtime.fromConfig(await project({ mock: fixture('mock', mark) }));
    expect(await runtime.listServers()).toEqual(['mock']);
    expect(await countMarked(mark)).toBe(0);
    const counts = [];
    for (let call = 0; call < 3; call += 1) {
      counts.push((await runtime.callTool('mock', 'counter')).text());
    }
    expect(counts).toEqual(['1', '2', '3']);
    expect(await runtime.serverInfo('mock')).toMatchObject({ name: 'mock', version: '1.0.0' });
    expect(await countMarked(mark)).toBe(1);
    await runtime.close();
    expect(await countMarked(mark)).toBe(0);
  });

  test('[client:library:parallel] [client:library:disposable] calls to one server run side by side', async () => {
    await using runtime = await createRuntime(await project());
    const slow = runtime.callTool('mock', 'slow', { steps: 3, stepMs: 300 });
    const quick = await runtime.callTool('mock', 'echo', { input: 'first' });
    expect(quick.text()).toBe('first');
    expect((await slow).text()).toBe('done');
  });

  test('[client:library:abort] progress, timeouts and signals', async () => {
    await using runtime = await createRuntime(await project());
    const steps: number[] = [];
    const onProgress = ({ progress }: { progress: number }) => void steps.push(progress);
    await runtime.callTool('mock', 'slow', { steps: 2, stepMs: 5 }, { onProgress });
    expect(steps).toEqual([1, 2]);
    const forever = { steps: 1, stepMs: 60_000 };
    await expect(
      runtime.callTool('mock', 'slow', forever, { timeoutMs: 50 }),
    ).rejects.toMatchObject({
      code: 'timeout',
      message: 'Timeout after 0.05s calling mock.slow',
    });
    const stop = new AbortController();
    const calling = runtime.callTool('mock', 'slow', forever, { signal: stop.signal });
    stop.abort();
    await expect(calling).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('questions of servers go to the handler', async () => {
    const asked: string[] = [];
    await using runtime = await createRuntime({
      ...(await project()),
      onInput: async ({ method }, server) => {
        asked.push(`${server} ${method}`);
        return { action: 'accept', content: { name: 'Ann' } };
      },
    });
    const answer = (await runtime.callTool('mock', 'ask')).json<{ content: object }>();
    // What the form has defaults for need not be answered.
    expect(answer.content).toEqual({ name: 'Ann', member: false });
    expect(asked).toEqual(['mock elicitation/create']);
  });

  test('resources and prompts', async () => {
    await using runtime = await createRuntime(await project());
    expect((await runtime.listResources('mock')).map(({ uri }) => uri)).toEqual([
      'mock://notes',
      'mock://picture',
    ]);
    expect(await runtime.readResource('mock', 'mock://notes')).toMatchObject({
      contents: [{ text: 'contents of mock://notes' }],
    });
    expect((await runtime.listPrompts('mock'))[0]?.name).toBe('greet');
    expect(await runtime.getPrompt('mock', 'greet', { who: 'Ann' })).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant' }],
    });
    expect((await runtime.listTools('mock'))[0]).toMatchObject({ name: 'add' });
  });

  test('servers can be given in code', async () => {
    await using runtime = await createRuntime({
      ...(await project({})),
      servers: { mine: { ...fixture('mock'), env: { X: '${FROM}' } } },
      env: { ...process.env, FROM: 'here' },
    });
    expect(await runtime.listServers()).toEqual(['mine']);
    const names = { names: ['X'] };
    expect((await runtime.callTool('mine', 'surroundings', names)).json()).toMatchObject({
      env: { X: 'here' },
    });
    await expect(runtime.listTools('nope')).rejects.toThrow(
      "Server 'nope' not found. Available: mine",
    );
    await expect(createRuntime({ servers: { odd: { command: 5 } } })).rejects.toThrow(
      "Error in config the options of the runtime: server 'odd': command",
    );
  });
});

describe('[mcplug:library-error:typed] [mcplug:library-error:display] errors', () => {
  const servers = {
    mock: fixture('mock'),
    far: { baseUrl: 'http://127.0.0.1:9/mcp' },
    silent: fixture('silent'),
  };

  test.each([
    [
      '[mcplug:library-error:server-not-found]',
      ['nope', 'x'],
      {
        code: 'not_found',
        message: "Server 'nope' not found. Available: far, locked, mock, silent",
      },
    ],
    [
      '[mcplug:library-error:connection]',
      ['far', 'x'],
      { code: 'connection_refused', message: 'Cannot connect to far: ECONNREFUSED' },
    ],
    [
      '[mcplug:library-error:timeout]',
      ['silent', 'x'],
      { code: 'timeout', message: 'Timeout after 0.6s calling silent.x' },
    ],
    [
      '[mcplug:library-error:tool-not-found]',
      ['mock', 'nope'],
      { code: 'not_found', message: "Tool 'nope' not found on mock." },
    ],
    [
      '[mcplug:library-error:auth]',
      ['locked', 'x'],
      { code: 'auth_required', facts: { server: 'locked' } },
    ],
  ])('%s', async (_, [server = '', tool = ''], expected) => {
    const locked = createServer((__, response) => response.writeHead(401).end());
    onTestFinished(() => void locked.close());
    await once(locked.listen(0, '127.0.0.1'), 'listening');
    const { port } = locked.address() as AddressInfo;
    const all = { ...servers, locked: { baseUrl: `http://127.0.0.1:${port}/mcp` } };
    await using runtime = await createRuntime(await project(all));
    const options = server === 'silent' ? { timeoutMs: 600 } : {};
    const error = await runtime
      .callTool(server, tool, {}, options)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PlugboardError);
    expect(error).toMatchObject(expected);
  });

  test('[mcplug:library-error:config] a configuration that is wrong', async () => {
    const configPath = join(await tempFolder(), 'gone.json');
    await expect(createRuntime({ configPath })).rejects.toMatchObject({
      code: 'config_error',
      facts: { file: configPath },
    });
  });
});

describe('proxies', () => {
  test('[mcplug:library:proxy] [mcplug:library:proxy-call] by the name of the tool', async () => {
    await using runtime = await Runtime.fromConfig(await project());
    const mock = new ServerProxy(runtime, 'mock');
    expect((await mock.call('add', { a: 1, b: 2 })).text()).toBe('3');
  });

  test('[client:library:proxy-methods] a method for each tool, in camel case', async () => {
    const tools = {
      take_snapshot: { call: () => 'snap' },
      'list-pages': {
        inputSchema: { type: 'object', properties: { all: {}, from: {} }, required: ['from'] },
        call: (args: object) => JSON.stringify(args),
      },
    };
    await using server = await serveHttp(defineTools({ name: 'chrome', tools }), { port: 0 });
    await using runtime = await createRuntime(await project({ chrome: { baseUrl: server.url } }));
    const chrome = createServerProxy(runtime, 'chrome');
    expect((await chrome['takeSnapshot']?.())?.text()).toBe('snap');
    expect((await chrome['listPages']?.({ from: 1 }))?.json()).toEqual({ from: 1 });
    expect((await chrome['listPages']?.(1, true))?.json()).toEqual({ from: 1, all: true });
    expect((await chrome.call('take_snapshot')).text()).toBe('snap');
    await expect(chrome['danceTango']?.()).rejects.toThrow(
      "Tool 'danceTango' not found on chrome.",
    );
    await expect(chrome['listPages']?.(1, 2, 3)).rejects.toThrow('3 values, but only 2 to fill');
  });
});

describe('results', () => {
  const PNG = { type: 'image', mimeType: 'image/png', data: 'AAEC' };
  const content = [
    { type: 'text', text: 'one' },
    PNG,
    { type: 'resource', resource: { uri: 'x://y', text: 'two' } },
    { type: 'resource_link', uri: 'x://z', name: 'z' },
  ];

  test('[mcplug:result:text] [mcplug:result:content] [mcplug:result:raw] [mcplug:result:markdown]', () => {
    const raw = { content, isError: true };
    const result = new CallResult(raw);
    expect(result.text()).toBe('one\ntwo');
    expect(result.content()).toBe(content);
    expect(result.raw()).toBe(raw);
    expect(result.isError).toBe(true);
    expect(result.markdown()).toBe(
      'one\n\n*[image: image/png, 3 bytes]*\n\n### x://y\n\ntwo\n\n[z](x://z)',
    );
    expect(result.images()).toEqual([{ mimeType: 'image/png', data: Buffer.from([0, 1, 2]) }]);
  });

  test('[mcplug:result:json] structured content, or the text as JSON', () => {
    const structured = new CallResult({ content: [], structuredContent: { a: 1 } });
    expect(structured.json<{ a: number }>().a).toBe(1);
    expect(structured.structured()).toEqual({ a: 1 });
    expect(structured.text()).toBe('{\n  "a": 1\n}');
    expect(new CallResult({ content: [{ type: 'text', text: '[1]' }] }).json()).toEqual([1]);
    expect(() => new CallResult({ content }).json()).toThrow(/^Cannot parse the result: /u);
  });
});

async function use(transport: McpTransport) {
  const { name, version } = await transport.initialize();
  const tools = await transport.listTools();
  const result = await transport.callTool('echo', { input: 'x' });
  await transport.close();
  return { name, version, has: tools.some((tool) => tool.name === 'echo'), said: result.text() };
}

describe('[mcplug:pattern:transport-agnostic] [mcplug:transport:both] transports', () => {
  test('[mcplug:transport:initialize] [mcplug:transport:list-tools] [mcplug:transport:call-tool] [mcplug:transport:close] over stdio', async () => {
    const mark = newMark();
    const transport = new StdioTransport({
      command: process.execPath,
      args: [fixtureFile('mock'), mark],
    });
    await transport.initialize();
    expect(await countMarked(mark)).toBe(1);
    expect(await use(transport)).toEqual({ name: 'mock', version: '1.0.0', has: true, said: 'x' });
    expect(await countMarked(mark)).toBe(0);
  });

  test('over HTTP', async () => {
    const tools = { echo: { call: ({ input }: { input?: unknown }) => String(input) } };
    const source = defineTools({ name: 'web', version: '2.0.0', tools });
    await using server = await serveHttp(source, { port: 0 });
    await using transport = new HttpSseTransport({ url: server.url });
    expect(await use(transport)).toEqual({ name: 'web', version: '2.0.0', has: true, said: 'x' });
  });
});
