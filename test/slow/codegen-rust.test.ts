// Generated Rust is compiled without a warning and run against live servers.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { findNote } from '../../src/codegen/artifact.ts';
import type { Catalog, Connection } from '../../src/codegen/catalog.ts';
import { buildRustProject } from '../../src/codegen/rust/build-rust-project.ts';
import { renderManifest } from '../../src/codegen/rust/cargo-manifest.ts';
import { emitRust } from '../../src/codegen/rust/emit-rust.ts';
import { rustCliProject } from '../../src/codegen/rust/rust-cli-project.ts';
import { createRuntime } from '../../src/index.ts';
import { codegenFixture, loadTorture, optionsFor } from '../codegen/rust/torture.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  CARGO_ENV,
  openFolder,
  runProgram,
  whyNoCargo,
  writeProject,
  type Ended,
} from './support/cargo.ts';
import { EVERYTHING, startEverything } from './support/everything.ts';
import { startSmallServer } from './support/small-http-server.ts';

/** A first build compiles some 150 crates. */
const BUILD_MS = 600_000;

const manifest = renderManifest('http', optionsFor(loadTorture(), 'cli-rust'));
const reason = await whyNoCargo(manifest);
if (reason !== undefined) {
  process.stderr.write(`SKIPPED: generated Rust is not compiled: ${reason}\n`);
}
const compiled = reason === undefined ? describe : describe.skip;

async function loadEverything(connection: Connection): Promise<Catalog> {
  await using runtime = await createRuntime({
    servers: { everything: { command: process.execPath, args: [EVERYTHING] } },
  });
  const tools = await runtime.listTools('everything');
  return { server: 'everything', connection, tools };
}

/** The executable; there was nothing to warn of. */
async function buildCli(catalog: Catalog): Promise<string> {
  const folder = await openFolder();
  await writeProject(folder, rustCliProject(catalog, optionsFor(catalog, 'cli-rust')));
  let progress = '';
  const program = await buildRustProject(folder, {
    env: CARGO_ENV,
    signal: new AbortController().signal,
    onProgress: (chunk) => void (progress += chunk.toString()),
  });
  expect(progress).not.toContain('warning');
  return program;
}

function emit(catalog: Catalog): string {
  return emitRust(catalog, optionsFor(catalog, 'client-rust'));
}

compiled('emitted types and clients', () => {
  const EMITTED = `[package]
name = "emitted"
version = "0.1.0"
edition = "2024"

[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["preserve_order"] }

[workspace]
`;
  const USES = fileURLToPath(new URL('../codegen/rust/typed_client.rs', import.meta.url));

  test(
    '[codegen-rust:structs] [codegen-rust:client] compile without a warning and work',
    async () => {
      const everything = await loadEverything(loadTorture().connection);
      const folder = await tempFolder();
      await writeProject(folder, [
        ['Cargo.toml', EMITTED],
        ['src/lib.rs', '#![deny(warnings)]\npub mod everything;\npub mod torture;\n'],
        ['src/everything.rs', emit(everything)],
        ['src/torture.rs', emit(loadTorture())],
        ['tests/typed_client.rs', readFileSync(USES, 'utf8')],
      ]);
      const ended = await runProgram('cargo', ['test', '--release'], { cwd: folder });
      expect(ended.stdout + ended.stderr).toContain('test result: ok. 10 passed');
      expect(ended).toMatchObject({ exit: 0 });
    },
    BUILD_MS,
  );
});

function said({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout) as Record<string, unknown>;
}

compiled('a program over stdio', () => {
  let program = '';
  let connection: Connection;

  beforeAll(async () => {
    const files = ['catalog-server.mjs', 'torture-catalog.json', 'torture-answers.json'];
    const server = [process.execPath, ...files.map(codegenFixture)].map((word) => `'${word}'`);
    connection = {
      kind: 'stdio',
      command: 'sh',
      args: ['-c', `\${SCRIPT:-exec ${server.join(' ')}}`],
      env: { SAID: 'hello ${USER_NAME:-you}' },
    };
    const catalog = { ...loadTorture(), connection };
    program = await buildCli(catalog);
  }, BUILD_MS);

  const run = (args: readonly string[], options: Parameters<typeof runProgram>[2] = {}) =>
    runProgram(program, args, options);

  test('[codegen-rust:cli] [codegen-rust:compile] shows its tools and flags', async () => {
    const help = await run(['--help']);
    expect(help).toMatchObject({ exit: 0, stderr: '' });
    expect(help.stdout).toContain('Adds two numbers.');
    const ofTool = await run(['enums', '--help']);
    expect(ofTool.stdout).toContain('[possible values: red, "green blue", 3d,');
    expect(ofTool.stdout).toContain('[one of: 1, 2, 3]');
    expect((await run(['--version'])).stdout).toBe('torture 1.2.3\n');
    expect(await run([])).toMatchObject({ exit: 1, stdout: '' });
  });

  test('[codegen-rust:cli-flags] sends what the flags say, typed by the schema', async () => {
    const sent = said(
      await run(['booleans', '--yes', '{"a":1}', '--no', 'text', '--list', 'a', '--list', '-1']),
    );
    expect(sent).toEqual({
      name: 'booleans',
      args: { yes: { a: 1 }, no: 'text', list: ['a', '-1'] },
      env: 'hello you',
    });
    const words = ['formats', '--big', '9007199254740991', '--ratio', '-0.5', '--when', '007'];
    expect(said(await run(words))).toMatchObject({
      args: { big: 9_007_199_254_740_991, ratio: -0.5, when: '007' },
    });
    const odd = ['odd-properties', '--proto', 'p', '--2fa', '1', '--x-y', '--no-x-y-2'];
    expect(said(await run(odd))).toMatchObject({ args: { '2fa': '1', 'x-y': true, x_y: false } });
    expect((await run(odd)).stdout).toContain('"__proto__":"p"');
    expect(said(await run(['proto', '--value', 'x']))).toMatchObject({ name: '__proto__' });
    const list = ['wide', '--args', '{"property_1":"a","property_300":["x"]}', '--property-4'];
    expect(said(await run([...list, '["a","b"]']))).toMatchObject({
      args: { property_1: 'a', property_4: ['a', 'b'], property_300: ['x'] },
    });
  });

  test('[codegen-rust:cli] takes big values from stdin and from files', async () => {
    const big = 'x'.repeat(1_000_000);
    const one = await run(['new', '--value', '-'], { stdin: big });
    expect(said(one)).toMatchObject({ args: { value: big } });
    const all = await run(['new', '--args', '-'], { stdin: JSON.stringify({ value: big }) });
    expect(said(all)).toMatchObject({ args: { value: big } });
    const file = join(await tempFolder(), 'value');
    await writeFile(file, 'from a file');
    const read = await run(['new', '--value', `@${file}`]);
    expect(said(read)).toMatchObject({ args: { value: 'from a file' } });
    expect(said(await run(['new', '--value', '@@x']))).toMatchObject({ args: { value: '@x' } });
    const twice = await run(['new', '--args', '-', '--value', '-'], { stdin: '{}' });
    expect(twice).toMatchObject({ exit: 1, stdout: '' });
    expect(twice.stderr).toContain('only one value can be -');
  });

  test('[codegen-rust:cli] prints every kind of content, as text, raw or JSON', async () => {
    const text = await run(['every-content']);
    expect(text.stdout).toContain('plain text\n');
    expect(text.stdout).toMatch(/\[image: image\/png, \d+ bytes\]\n/u);
    expect(text.stdout).toContain('[resource: file:///a.txt]\nembedded text\n');
    expect((await run(['every-content', '--raw'])).stdout).toMatch(/^plain text\n/u);
    const answers = JSON.parse(readFileSync(codegenFixture('torture-answers.json'), 'utf8')) as {
      every_content: object;
    };
    expect(said(await run(['every-content', '--json']))).toEqual(answers.every_content);
    expect(said(await run(['deep-output']))).toHaveProperty('items');
  });

  test('[codegen-rust:cli] exits with 1 for every kind of error', async () => {
    const failed = await run(['fails', '--json']);
    expect(failed.exit).toBe(1);
    expect(said(failed)).toMatchObject({ isError: true });
    expect(await run(['fails'])).toMatchObject({ exit: 1, stdout: '' });
    const missing = await run(['add', '--a', '1', '--json']);
    expect(missing.exit).toBe(1);
    const message = 'Missing required argument: b';
    expect(said(missing)).toEqual({
      error: { server: 'torture', tool: 'add', message, code: 'parse_error' },
    });
    expect(await run(['add', '--a', '1'])).toEqual({ exit: 1, stdout: '', stderr: `${message}\n` });
    const wrong = await run(['add', '--a', 'x', '--b', '1']);
    expect(wrong.stderr).toBe("Cannot parse arguments: --a expects a number, got 'x'\n");
    expect(await run(['nothing'])).toMatchObject({ exit: 1, stdout: '' });
    const unknown = await run(['add', '--nothing', '--json']);
    expect(said(unknown)).toMatchObject({ error: { code: 'parse_error' } });
    const started = await run(['new'], { env: { SCRIPT: 'echo "no such thing" >&2; exit 3' } });
    expect(started.stderr).toContain('Cannot connect to torture: the server exited\nno such thing');
  });

  test('[codegen-rust:cli-connection] ends the server and all it started, in time', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'pid');
    const script = `sleep 300 & echo $! > '${file}.new'; mv '${file}.new' '${file}'; wait`;
    const late = await run(['new', '--timeout', '1500'], { env: { SCRIPT: script } });
    expect(late).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'Timeout after 1.5s calling torture.new\n',
    });
    const pid = Number(await readFile(file, 'utf8'));
    await waitUntil(() => !isAlive(pid));
  });

  test('[codegen-rust:cli-note] the executable knows what it was made from', async () => {
    const note = findNote((await readFile(program)).toString('latin1'));
    expect(note).toEqual(optionsFor({ ...loadTorture(), connection }, 'cli-rust').provenance);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

compiled('a program over HTTP', () => {
  let program = '';

  beforeAll(async () => {
    const headers = { 'X-Key': 'key ${KEY:-none}' };
    const catalog = await loadEverything({ kind: 'http', url: '${SERVER_URL}', headers });
    program = await buildCli(catalog);
  }, BUILD_MS);

  const run = (url: string, ...args: readonly string[]) =>
    runProgram(program, args, { env: { SERVER_URL: url, KEY: 'k' } });

  test('[codegen-rust:cli-connection] speaks with a server of the official SDK', async () => {
    const url = await startEverything();
    expect(await run(url, 'get-sum', '--a', '2', '--b', '3')).toEqual({
      exit: 0,
      stdout: 'The sum of 2 and 3 is 5.\n',
      stderr: '',
    });
    const weather = await run(url, 'get-structured-content', '--location', 'Chicago', '--json');
    expect(JSON.parse(weather.stdout)).toHaveProperty('structuredContent.temperature');
    const slow = ['trigger-long-running-operation', '--duration', '1', '--steps', '2'];
    expect((await run(url, ...slow)).stdout).toContain('Long running operation completed');
  });

  test('[codegen-rust:cli-connection] takes plain answers and sends its headers', async () => {
    const { url, requests } = await startSmallServer('plain');
    const { stdout } = await run(url, 'echo', '--message', 'hi');
    expect(JSON.parse(stdout)).toEqual({ name: 'echo', arguments: { message: 'hi' } });
    expect(requests[0]?.headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'x-key': 'key k',
    });
    expect(requests.at(-1)?.headers).toMatchObject({ 'mcp-protocol-version': '2025-06-18' });
  });

  test('[codegen-rust:cli-connection] takes up a stream that broke off', async () => {
    const { url, requests } = await startSmallServer('broken');
    const { stdout } = await run(url, 'echo', '--message', 'again');
    expect(JSON.parse(stdout)).toMatchObject({ arguments: { message: 'again' } });
    expect(requests.at(-1)).toMatchObject({ method: 'GET', headers: { 'last-event-id': '7' } });
  });

  test.each([
    ['locked', "Server 'everything' requires authentication\n"],
    ['wrong', 'Cannot connect to everything: HTTP 400 Bad Request: not like this\n'],
    ['silent', 'Timeout after 0.5s calling everything.echo\n'],
  ])('[codegen-rust:cli-connection] says why it failed: %s', async (kind, stderr) => {
    const { url } = await startSmallServer(kind);
    const ended = await run(url, 'echo', '--message', 'x', '--timeout', '500');
    expect(ended).toEqual({ exit: 1, stdout: '', stderr });
  });

  test('says which variable is missing, and that nobody is there', async () => {
    const unset = await runProgram(program, ['echo', '--message', 'x']);
    expect(unset.stderr).toContain("Environment variable 'SERVER_URL' is not set");
    const refused = await run('http://127.0.0.1:9/mcp', 'echo', '--message', 'x', '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'connection_refused' } });
  });
});
