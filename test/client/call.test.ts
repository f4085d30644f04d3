// `mcplug call`: selectors, every form of argument, typing, checks and output.
import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/app/serve.ts';
import { defineTools } from '../../src/core/define-tools.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { fixture, fixtureLine, stage } from './stage.ts';

const MOCK = { mock: fixture('mock') };

describe('naming the tool', () => {
  test.each([
    [
      '[mcplug:call:selector] [mcplug:intent:from-scripts-and-terminals]',
      ['call', 'mock.add', 'a:2', 'b:3'],
    ],
    ['[mcplug:call:shorthand]', ['mock.add', 'a:2', 'b:3']],
    ['[mcplug:call:function-syntax]', ['call', 'mock.add(a: 2, b: 3)']],
    ['the shorthand with parentheses', ['mock.add(2, 3)']],
    ['flags before the command', ['--root', '.', 'call', 'mock.add', 'a:2', 'b:3']],
  ])('%s %j', async (_, args) => {
    const { run } = await stage(MOCK);
    expect(await run(args)).toEqual({ exit: 0, stdout: '5\n', stderr: '' });
  });

  test('a server name with dots is found, the longest first', async () => {
    const { run } = await stage({ mock: { command: './nowhere' }, 'mock.two': fixture('mock') });
    expect((await run(['mock.two.echo', 'input:x'])).stdout).toBe('x\n');
  });

  test('an address and a tool need no configuration', async () => {
    const tools = { greet: { call: ({ name }: { name?: unknown }) => `Hi ${String(name)}` } };
    await using server = await serveHttp(defineTools({ name: 'web', tools }), { port: 0 });
    const { run } = await stage();
    expect((await run(['call', `${server.url}.greet`, 'name:Ann'])).stdout).toBe('Hi Ann\n');
    expect((await run([`${server.url}.greet(name: "Bob")`])).stdout).toBe('Hi Bob\n');
  });

  test('a server alone is listed', async () => {
    const { run } = await stage(MOCK);
    expect((await run(['mock'])).stdout).toMatch(/^ {2}add\(a: number, b: number\)\n/u);
  });

  test('a server alone is told what is missing', async () => {
    const { run } = await stage(MOCK);
    expect(await run(['call', 'mock'])).toEqual({
      exit: 1,
      stdout: '',
      stderr: "Cannot parse 'mock': it names a server but no tool\nhint: Run `mcplug list mock`\n",
    });
  });
});

describe('[mcplug:args:normalized] forms of arguments', () => {
  test.each([
    ['[mcplug:args:colon]', ['id:x']],
    ['[mcplug:args:equals]', ['id=x']],
    ['[mcplug:args:colon-space] in one word', ['id: x']],
    ['in two words', ['id:', 'x']],
    ['[client:args:flags]', ['--id', 'x']],
    ['[client:args:flags] with an equals sign', ['--id=x']],
    ['[client:args:args-flag]', ['--args', '{"id":"x"}']],
    ['[mcplug:decision:json-arguments]', ['--json', '{"id":"x"}']],
    ['[client:args:json-value]', ['id:="x"']],
  ])('%s %j', async (_, args) => {
    const { run } = await stage(MOCK);
    expect((await run(['call', 'mock.show', ...args, '--raw'])).stdout).toBe('{"id":"x"}');
  });

  test('[client:args:args-flag] from stdin', async () => {
    const { run } = await stage(MOCK);
    const { stdout } = await run(['mock.echo', '--args', '-'], { stdin: '{"input":"typed"}' });
    expect(stdout).toBe('typed\n');
  });

  test('[client:args:file] from a file, byte for byte', async () => {
    const { run, cwd } = await stage(MOCK);
    await writeFile(join(cwd, 'note.txt'), ' é\n\n');
    const { stdout } = await run(['mock.echo', 'input=@note.txt', '--raw']);
    expect(stdout).toBe(' é\n\n');
    expect((await run(['mock.echo', 'input=@@ann'])).stdout).toBe('@ann\n');
    expect(await run(['mock.echo', 'input=@gone.txt'])).toMatchObject({
      exit: 1,
      stderr: "File 'gone.txt' not found.\n",
    });
  });

  test.each([
    [
      '[mcplug:args:function-call]',
      'mock.show(id: "a, b", tags: ["x", "y",], where: {zip: "01"}, any: {deep: [1, {n: null}]},)',
      { id: 'a, b', tags: ['x', 'y'], where: { zip: '01' }, any: { deep: [1, { n: null }] } },
    ],
    ['[mcplug:args:positional]', 'mock.echo("value")', 'value'],
    ['[mcplug:args:positional] in the order of the schema', 'mock.add(40, 2)', 42],
  ])('%s %s', async (_, expression, expected) => {
    const { run } = await stage(MOCK);
    const { stdout } = await run(['call', expression, '--raw']);
    expect(typeof expected === 'object' ? JSON.parse(stdout) : stdout).toEqual(
      typeof expected === 'object' ? expected : String(expected),
    );
  });

  test('[mcplug:decision:first-separator] addresses keep their colons and equals signs', async () => {
    const { run } = await stage(MOCK);
    const show = async (word: string) =>
      JSON.parse((await run(['mock.show', word])).stdout) as object;
    expect(await show('url=https://x:80/?a=b')).toEqual({ url: 'https://x:80/?a=b' });
    expect(await show('url:https://x?a=b')).toEqual({ url: 'https://x?a=b' });
  });

  test('[mcplug:decision:schema-coercion] the schema decides the types, references included', async () => {
    const { run } = await stage(MOCK);
    const words = [
      'id:007',
      'count:7',
      'flag:true',
      'tags:one',
      'where:{"zip":"01"}',
      'either:null',
    ];
    const { stdout } = await run(['mock.show', ...words, 'any:1e3']);
    expect(JSON.parse(stdout)).toEqual({
      id: '007',
      count: 7,
      flag: true,
      tags: ['one'],
      where: { zip: '01' },
      either: null,
      any: 1000,
    });
    const nested = await run(['call', 'mock.show(where: {zip: 01})']);
    expect(JSON.parse(nested.stdout)).toEqual({ where: { zip: '01' } });
  });
});

describe('checks before the call', () => {
  test.each([
    ['[mcplug:error:missing-argument]', ['mock.add', 'a:1'], 'Missing required argument: b\n'],
    ['nested', ['mock.show', 'where:{}'], 'Missing required argument: where.zip\n'],
    [
      '[client:args:enum]',
      ['mock.show', 'color:blue'],
      'Argument color must be one of: red, green\n',
    ],
    [
      '[mcplug:decision:unknown-argument]',
      ['mock.strict', 'name:x', 'nam:y'],
      'Unknown argument: nam\nhint: Did you mean `name`?\n',
    ],
    [
      'a typo in an open schema',
      ['mock.show', 'colr:red'],
      'Unknown argument: colr\nhint: Did you mean `color`?\n',
    ],
    [
      '[mcplug:error:argument-format]',
      ['mock.echo', 'hello'],
      "Cannot parse arguments: 'hello' is none of",
    ],
    [
      '[mcplug:error:argument-format] an open parenthesis',
      ['call', 'mock.echo("x"'],
      "Cannot parse arguments: expected ',' or ')' at 14\n",
    ],
    [
      '[mcplug:error:argument-format] a wrong type',
      ['mock.add', 'a:x', 'b:1'],
      "Cannot parse arguments: a: expected number, got 'x'\n",
    ],
  ])('%s %j', async (_, args, said) => {
    const { run } = await stage(MOCK);
    const { exit, stdout, stderr } = await run(args);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('an argument no schema speaks of is sent', async () => {
    const { run } = await stage(MOCK);
    expect((await run(['mock.show', 'whatever:1', '--raw'])).stdout).toBe('{"whatever":1}');
  });
});

describe('output', () => {
  test('[mcplug:call:json] [mcplug:output:json] the whole result', async () => {
    const { json } = await stage(MOCK);
    expect((await json(['mock.echo', 'input:x'])).value).toEqual({
      content: [{ type: 'text', text: 'x' }],
      isError: false,
    });
  });

  test.each([
    ['[mcplug:call:raw] [mcplug:output:raw]', ['--raw'], '{"id":12345678901234567890,"ok":true}'],
    ['[mcplug:call:output]', ['--output', 'raw'], '{"id":12345678901234567890,"ok":true}'],
    ['[client:output:formats]', ['--output', 'text'], '{"id":12345678901234567890,"ok":true}\n'],
  ])('%s %j', async (_, flags, stdout) => {
    const { run } = await stage(MOCK);
    expect(await run(['mock.json', ...flags])).toEqual({ exit: 0, stdout, stderr: '' });
  });

  test('[mcplug:call:pretty] [mcplug:output:tty] [mcplug:decision:colour-variables] JSON is indented and coloured on a terminal, to the last digit', async () => {
    const { run } = await stage(MOCK);
    const plain = await run(['mock.json'], { isTty: true, env: { NO_COLOR: '1' } });
    expect(plain.stdout).toBe('{\n  "id": 12345678901234567890,\n  "ok": true\n}\n');
    const coloured = await run(['mock.json'], { isTty: true, env: { NO_COLOR: '' } });
    expect(coloured.stdout).toContain(
      '\u001B[36m"id"\u001B[39m: \u001B[33m12345678901234567890\u001B[39m',
    );
  });

  test('[client:output:formats] markdown', async () => {
    const { run } = await stage(MOCK);
    const { stdout } = await run(['mock.media', '--output', 'markdown']);
    expect(stdout).toBe(
      'look:\n*[image: image/png, 70 bytes]*\n*[audio: audio/wav, 4 bytes]*\n' +
        '### mock://notes\n\na note\n[far](mock://far)\n',
    );
    const { stdout: data } = await run(['mock.structured', '--output', 'markdown']);
    expect(data).toContain('```json\n{\n  "big": 1,');
  });

  test('[client:output:save] images and sounds go to files, and none is overwritten', async () => {
    const { run } = await stage(MOCK);
    const folder = await tempFolder();
    const { stdout } = await run(['mock.media', '--save', folder]);
    expect(stdout).toContain(
      `[image: image/png, 70 bytes] saved to ${join(folder, 'media-1.png')}\n`,
    );
    expect((await readFile(join(folder, 'media-1.png'))).subarray(1, 4).toString()).toBe('PNG');
    const again = await run(['mock.media', '--save', folder, '--raw']);
    expect(again.stderr).toBe(
      `saved ${join(folder, 'media-2.png')}\nsaved ${join(folder, 'media-3.wav')}\n`,
    );
    expect((await readdir(folder)).toSorted()).toEqual([
      'media-1.png',
      'media-2.png',
      'media-2.wav',
      'media-3.wav',
    ]);
  });

  test('[mcplug:decision:is-error-exits-1] a tool that fails is printed on stderr, with --json as the result', async () => {
    const { run, json } = await stage(MOCK);
    expect(await run(['mock.error'])).toEqual({ exit: 1, stdout: '', stderr: 'forced error\n' });
    expect(await json(['mock.error'])).toMatchObject({
      exit: 1,
      value: { content: [{ text: 'forced error' }], isError: true },
    });
  });

  test('[mcplug:output:logs] [mcplug:env:log-level] logs on stderr, from the level that is asked for', async () => {
    const { run } = await stage(MOCK);
    const logs = async (level?: string) =>
      (await run(['mock.logs'], { ...(level && { env: { MCPLUG_LOG_LEVEL: level } }) })).stderr;
    expect(await logs()).toBe('warning a warning line\nerror a error line\n');
    expect(await logs('error')).toBe('error a error line\n');
    const all = await logs('debug');
    expect(all).toContain('debug a debug line\ninfo a info line\n');
    expect(all).toContain('[mock] a line on stderr\n');
    expect(await logs('loud')).toContain('Cannot parse MCPLUG_LOG_LEVEL: expected one of debug,');
  });
});

describe('without configuration', () => {
  test.each([
    ['the tool alone', 'echo'],
    ['[mcplug:stdio:ad-hoc-call] any server before it', 'server.echo'],
    ['the derived name before it', 'mock.echo'],
  ])('%s', async (_, selector) => {
    const { run } = await stage();
    const args = ['call', '--stdio', fixtureLine('mock'), selector, 'input:x'];
    expect(await run(args)).toEqual({ exit: 0, stdout: 'x\n', stderr: '' });
  });

  test('[mcplug:ad-hoc:name] names it in errors; --name of a tool stays the tool’s', async () => {
    const { run } = await stage(MOCK);
    const args = ['call', '--stdio', fixtureLine('mock'), '--name', 'mine', 'ech', 'input:x'];
    expect((await run(args)).stderr).toContain("Tool 'ech' not found on mine.\n");
    expect((await run(['mock.strict', '--name', 'Ann'])).stdout).toBe('Ann\n');
  });

  test('[mcplug:ad-hoc:env] [client:quotes] variables and quoted words reach the server', async () => {
    const { run } = await stage();
    const line = `${fixtureLine('mock')} "two words" 'it is'`;
    const args = ['call', '--stdio', line, '--env', 'GREETING=hi=there', 'surroundings'];
    const { stdout } = await run([...args, 'names:["GREETING"]']);
    expect(JSON.parse(stdout)).toMatchObject({
      args: ['two words', 'it is'],
      env: { GREETING: 'hi=there' },
    });
  });

  test('[mcplug:ad-hoc:persist] [mcplug:ad-hoc:persist-for-later] [mcplug:ad-hoc:ephemeral] a server is saved, and known from then on', async () => {
    const { run, cwd } = await stage();
    const file = join(await mkdtemp(join(tmpdir(), 'plugboard-test-')), 'mine.jsonc');
    await writeFile(file, '{\n  // kept\n  "mcpServers": {}\n}\n');
    const described = ['--stdio', fixtureLine('mock'), '--name', 'saved', '--env', 'A=$env:B'];
    const first = await run(['call', ...described, '--persist', file, 'echo', 'input:x'], {
      env: { B: 'b' },
    });
    expect(first).toEqual({ exit: 0, stdout: 'x\n', stderr: `saved 'saved' to ${file}\n` });
    const text = await readFile(file, 'utf8');
    expect(text).toContain('// kept');
    expect(JSON.parse(text.replace(/\/\/.*/u, ''))).toMatchObject({
      mcpServers: { saved: { env: { A: '$env:B' }, cwd } },
    });
    expect(text).not.toContain('lifecycle');
    const later = ['call', '--config', file, 'saved.echo', 'input:y'];
    expect((await run(later, { env: { B: 'b' } })).stdout).toBe('y\n');
  });

  test('nothing is saved of a server that does not answer', async () => {
    const { run, cwd } = await stage();
    const file = join(cwd, 'x.json');
    const args = ['call', '--stdio', './nowhere', '--persist', file, 'x'];
    expect((await run(args)).exit).toBe(1);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test.each([
    [
      ['--http-url', 'ftp://x'],
      "Cannot parse --http-url: expected an address with http:// or https://, got 'ftp://x'\n",
    ],
    [['--stdio', ' '], 'Cannot parse --stdio: the command is empty\n'],
    [
      ['--stdio', 'x', '--http-url', 'https://x'],
      'Cannot parse arguments: --http-url and --stdio exclude each other\n',
    ],
    [
      ['--stdio', 'x', '--env', 'nonsense'],
      "Cannot parse --env: expected KEY=value, got 'nonsense'\n",
    ],
    [['--http-url', 'https://x', '--env', 'A=1'], 'Cannot parse arguments: --env is for --stdio\n'],
  ])('%j is refused', async (flags, stderr) => {
    const { run } = await stage();
    expect(await run(['call', ...flags, 'tool'])).toMatchObject({ exit: 1, stdout: '', stderr });
  });
});
