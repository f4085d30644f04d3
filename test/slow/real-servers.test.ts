// The client against servers other people wrote: everything (stdio, HTTP, SSE), filesystem, memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRuntime } from '../../src/index.ts';
import { stage, type Entry } from '../client/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const require = createRequire(import.meta.url);

const MANIFESTS = {
  everything: require.resolve('@modelcontextprotocol/server-everything/package.json'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
  memory: require.resolve('@modelcontextprotocol/server-memory/package.json'),
} as const;

function programOf(name: keyof typeof MANIFESTS): string {
  return join(dirname(MANIFESTS[name]), 'dist', 'index.js');
}

function stdio(name: keyof typeof MANIFESTS, ...args: readonly string[]): Entry {
  return { command: process.execPath, args: [programOf(name), ...args] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function overHttp(mode: 'streamableHttp' | 'sse', path: string): Promise<Entry> {
  const port = await freePort();
  const child = spawn(process.execPath, [programOf('everything'), mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await waitUntil(() => said.includes(String(port)), 20_000);
  return { baseUrl: `http://127.0.0.1:${port}${path}` };
}

describe.each([
  ['stdio', async () => stdio('everything')],
  ['Streamable HTTP', () => overHttp('streamableHttp', '/mcp')],
  ['HTTP+SSE', () => overHttp('sse', '/sse')],
])('everything over %s', (_, entry) => {
  test('[mcplug:intent:transports-connect] [client:fallback] lists, calls, reads, prompts, completes', async () => {
    const { run, json } = await stage({ everything: await entry() });
    const env = { NO_COLOR: '1' };
    const listed = await json(['list', 'everything']);
    expect(listed.value).toMatchObject({ status: 'ok', server: 'everything' });
    expect((await run(['everything.echo', 'message:hi'])).stdout).toBe('Echo: hi\n');
    expect((await run(['everything.get-sum(2, 3)'])).stdout).toBe('The sum of 2 and 3 is 5.\n');
    const structured = await json(['everything.get-structured-content', 'location:Chicago']);
    expect(structured.value).toHaveProperty('structuredContent.temperature');
    const wrong = await run(['everything.get-structured-content', 'location:Paris']);
    expect(wrong.stderr).toContain('Argument location must be one of: New York, Chicago');
    const folder = await tempFolder();
    const image = await run(['everything.get-tiny-image', '--save', folder]);
    expect(image.stdout).toContain('saved to');
    const slow = ['everything.trigger-long-running-operation', 'duration:1', 'steps:4'];
    expect((await run(slow, { isTty: true, env })).stderr).toContain('50%');
    const asked = ['everything.trigger-elicitation-request', '--elicit', '{"name":"Ann"}'];
    expect((await run(asked)).stdout).toContain('- Name: Ann');
    expect((await run(['resource', 'everything'])).stdout).toContain('architecture.md');
    const prompt = await run(['prompt', 'everything', 'args-prompt', 'city:Oslo']);
    expect(prompt.stdout).toContain('Oslo');
    const completed = await run(['complete', 'everything', 'completable-prompt', 'department:E']);
    expect(completed.stdout).toBe('Engineering\n');
  });
});

test('filesystem: paths with blanks, its own folders kept, errors as results', async () => {
  const folder = join(await tempFolder(), 'a folder');
  await mkdir(folder);
  await writeFile(join(folder, 'a file.txt'), 'contents\n');
  const { run } = await stage({ fs: stdio('filesystem', folder) });
  const read = await run(['fs.read_text_file', `path=${join(folder, 'a file.txt')}`, '--raw']);
  expect(read).toMatchObject({ exit: 0, stdout: 'contents\n' });
  const written = await run(['call', 'fs.write_file', `path=${join(folder, 'b')}`, 'content=007']);
  expect(written.exit).toBe(0);
  expect(await readFile(join(folder, 'b'), 'utf8')).toBe('007');
  const refused = await run(['fs.read_text_file', 'path=/etc/hostname']);
  expect(refused).toMatchObject({ exit: 1, stdout: '' });
  expect(refused.stderr).toContain('Access denied');
});

test('memory: nested objects and arrays in every form', async () => {
  const file = join(await tempFolder(), 'memory.json');
  const { run } = await stage({ memory: { ...stdio('memory'), env: { MEMORY_FILE_PATH: file } } });
  const one =
    'memory.create_entities(entities: [{name: "Ann", entityType: person, observations: ["tall",]}])';
  expect((await run(['call', one])).exit).toBe(0);
  const two = 'entities:=[{"name":"Bob","entityType":"person","observations":[]}]';
  expect((await run(['memory.create_entities', two])).exit).toBe(0);
  const { stdout } = await run(['memory.search_nodes', 'query:person', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    structuredContent: { entities: [{ name: 'Ann' }, { name: 'Bob' }] },
  });
  const missing = await run(['memory.create_entities', 'entities:=[{"name":"X"}]']);
  expect(missing.stderr).toContain('Missing required argument: entities[0].entityType');
});

test('a runtime keeps real servers apart and closes them', async () => {
  const folder = await tempFolder();
  await using runtime = await createRuntime({
    servers: { everything: { ...stdio('everything') }, fs: { ...stdio('filesystem', folder) } },
  });
  const [echo, allowed] = await Promise.all([
    runtime.callTool('everything', 'echo', { message: 'x' }),
    runtime.callTool('fs', 'list_allowed_directories'),
  ]);
  expect(echo.text()).toBe('Echo: x');
  expect(allowed.text()).toContain(folder);
});
