// `generate-cli` through the command: the bundle is run against a live server.
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderTsCli } from '../../src/codegen/typescript/ts-cli.ts';
import { PROGRAM, ROOT } from '../support/run-plugboard.ts';
import { verifies } from '../support/verifies.ts';
import { asked, printed, runProgram, stage, TORTURE, tortureCatalog, type Stage } from './stage.ts';

async function bundled(words: readonly string[] = []): Promise<Stage> {
  const here = await stage({ torture: TORTURE });
  printed(await here.plugboard(['generate-cli', 'torture', '--bundle', ...words]));
  return here;
}

verifies(
  ['codegen:cli:bundle', 'codegen:cli:commands', 'codegen:cli:connection', 'codegen:torture'],
  'every tool of the torture catalog is a command of the bundle that reaches the server',
  async () => {
    const { folder, run } = await bundled();
    // No package, no configuration: everything it needs is in the file.
    const alone = join(folder, 'alone');
    await mkdir(alone);
    await writeFile(join(alone, 'it'), await readFile(join(folder, 'torture.js')), { mode: 0o755 });
    const help = printed(await runProgram(join(alone, 'it'), ['--help'], { cwd: alone }));
    const commands = [...help.matchAll(/^ {2}([^-\s]\S*)/gmu)].map(([, command = '']) => command);
    const { tools } = await tortureCatalog();
    expect(commands).toHaveLength(tools.length);
    expect(new Set(commands).size).toBe(tools.length);
    for (const word of ['new', 'move', '2fa', 'a-b', 'proto', 'help-2', 'self-2', '日本語']) {
      expect(commands).toContain(word);
    }
    const names = ['2fa', 'a/b', '__proto__', '日本語'];
    for (const name of names) {
      const said = asked(printed(await run('torture.js', [name, '--value', 'v'])));
      expect(said).toEqual({ name, args: { value: 'v' } });
    }
  },
);

verifies('codegen:cli:commands', 'flags are typed by the schema', async () => {
  const { run } = await bundled();
  const call = async (...words: string[]) => asked(printed(await run('torture.js', words))).args;
  expect(
    await call('odd-properties', '--proto', 'p', '--2fa', '007', '--x-y', '--no-x-y-2', '--color'),
  ).toEqual(
    JSON.parse('{"__proto__":"p","2fa":"007","x-y":true,"x_y":false,"color":true}') as object,
  );
  expect(
    await call(
      'wide',
      '--property-1',
      'a',
      '--property-300',
      'x',
      '--property-300',
      'y',
      '--property-2',
      '3',
    ),
  ).toEqual({
    property_1: 'a',
    property_300: ['x', 'y'],
    property_2: 3,
  });
  expect(await call('keywords', '--type', 't', '--self', 's', '--arg-json', 'j')).toEqual({
    type: 't',
    self: 's',
    json: 'j',
  });
  expect(await call('tuples', '--point', '[1,2]', '--args', '{"rest":["a",1]}')).toEqual({
    rest: ['a', 1],
    point: [1, 2],
  });
});

verifies('codegen:cli:help', 'help says what the schema says', async () => {
  const { run } = await bundled();
  const add = printed(await run('torture.js', ['add', '--help']));
  expect(add).toContain('Usage: torture add --a <number> --b <number> [options]\n');
  expect(add).toContain('Adds two numbers.\nGives the sum.\n');
  expect(add).toContain('--a <number>  First addend. (required)\n');
  expect(printed(await run('torture.js', ['help', 'enums']))).toContain(
    '(required, default "red")',
  );
  expect(printed(await run('torture.js', ['--version']))).toMatch(/^torture \(plugboard \S+\)\n$/u);
});

verifies('codegen:cli:formats', 'content as text, as it came, as JSON', async () => {
  const { run } = await bundled();
  const text = printed(await run('torture.js', ['every-content']));
  for (const part of ['plain text', '[image: image/png', '[audio: audio/wav', 'embedded text']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('[link: file:///c.txt]');
  const whole = JSON.parse(printed(await run('torture.js', ['every-content', '--json']))) as object;
  expect(whole).toMatchObject({ _meta: { 'example.com/trace': 'abc' } });
  expect(printed(await run('torture.js', ['add', '--a', '1', '--b', '2', '--raw']))).toBe(
    '{"sum":3}',
  );
});

verifies('codegen:cli:stdin', 'big values come from stdin and from files', async () => {
  const { run, write } = await bundled();
  const big = 'x'.repeat(500_000);
  const fromStdin = await run('torture.js', ['new', '--value', '-'], { stdin: big });
  expect(asked(printed(fromStdin)).args).toEqual({ value: big });
  await write('big.txt', big);
  const fromFile = await run('torture.js', ['new', '--value', '@big.txt']);
  expect(asked(printed(fromFile)).args).toEqual({ value: big });
  const whole = await run('torture.js', ['new', '--args', '-'], { stdin: '{"value":"w"}' });
  expect(asked(printed(whole)).args).toEqual({ value: 'w' });
  const dash = await run('torture.js', ['new', '--value=-']);
  expect(asked(printed(dash)).args).toEqual({ value: '-' });
});

describe('[codegen:cli:exit] what goes wrong exits 1 and says so', () => {
  test.each([
    [['fails'], 'it failed on purpose'],
    [['add', '--a', '1'], 'Missing required argument: b'],
    [['add', '--a', 'x', '--b', '2'], "Cannot parse arguments: a: expected number, got 'x'"],
    [['add', '--a', '1', '--bb', '2'], 'Did you mean `--b`?'],
    [['ad'], 'Did you mean `torture add`?'],
    [['add', 'word'], "'word' is no flag"],
    [['enums', '--color', 'black'], 'Argument color must be one of: red'],
  ])('%j', async (words, says) => {
    const { run } = await bundled();
    const { exit, stdout, stderr } = await run('torture.js', words);
    expect(exit).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(says);
  });

  test('as JSON on stdout', async () => {
    const { run } = await bundled();
    const missing = await run('torture.js', ['add', '--json']);
    expect(missing).toMatchObject({ exit: 1, stderr: '' });
    expect(JSON.parse(missing.stdout)).toMatchObject({
      error: { server: 'torture', tool: 'add', message: 'Missing required argument: a' },
    });
    const failed = await run('torture.js', ['fails', '--json']);
    expect(failed.exit).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ isError: true });
  });
});

verifies('codegen:size', 'a bundle of three tools is small', async () => {
  const { folder } = await bundled(['--include-tools', 'add,new,2fa']);
  expect((await stat(join(folder, 'torture.js'))).size).toBeLessThan(1_000_000);
});

verifies(
  ['codegen:cli:source', 'codegen:formatted', 'codegen:cli:name'],
  'the source compiles, is formatted, and runs on the package',
  async () => {
    const { folder, plugboard, compile, run, read, write } = await stage({ torture: TORTURE });
    const words = [
      '--name',
      'my-tools',
      '--output',
      'cli/main.ts',
      '--exclude-tools',
      'x'.repeat(64),
    ];
    printed(await plugboard(['generate-cli', 'torture', ...words]));
    expect(await compile(['cli/main.ts'])).toBe('');
    const said = printed(await run('out/main.js', ['add', '--a', '1', '--b', '2']));
    expect(said).toBe('{"sum":3}\n');
    expect(printed(await run('out/main.js', ['--help']))).toMatch(/^Usage: my-tools /u);
    const text = await read('cli/main.ts');
    await write('.oxfmtrc.json', '{ "printWidth": 100, "singleQuote": true }');
    const oxfmt = join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
    printed(await runProgram(process.execPath, [oxfmt, 'cli/main.ts'], { cwd: folder }));
    expect(await read('cli/main.ts')).toBe(text);
  },
);

test('[codegen:deterministic] the same catalog gives the same text', async () => {
  const catalog = await tortureCatalog();
  const provenance = {
    format: 1,
    kind: 'cli-ts',
    version: '1.0.0',
    server: 'torture',
    source: 'node',
    origin: { kind: 'configured', server: 'torture' },
    options: {},
    tools: [],
  } as const;
  const render = () => renderTsCli(structuredClone(catalog), { name: 'torture', provenance });
  expect(render()).toBe(render());
});

verifies('codegen:cli:filters', 'only the tools that are wanted', async () => {
  const { plugboard, run } = await bundled([
    '--include-tools',
    'add,new',
    '--exclude-tools',
    'new',
  ]);
  const help = printed(await run('torture.js', ['--help']));
  expect(help).toContain('\n  add  Adds two numbers.\n\n');
  const unknown = await plugboard(['generate-cli', 'torture', '--include-tools', 'nope']);
  expect(unknown.stderr).toContain("Tool 'nope' not found on torture.");
});

verifies('codegen:cli:language', 'TypeScript as plugboard, Rust as mcplug', async () => {
  const { plugboard, read } = await stage({ torture: TORTURE });
  const words = ['generate-cli', 'torture', '--include-tools', 'add'];
  expect(printed(await plugboard(words))).toMatch(/torture\.ts\n$/u);
  expect(printed(await plugboard(words, { program: 'mcplug' }))).toMatch(/torture\n$/u);
  expect(await read('torture/Cargo.toml')).toContain('clap');
  expect(await read('torture/src/main.rs')).toMatch(/^\/\/ Made by plugboard/u);
  printed(await plugboard([...words, '--lang', 'ts', '--output', 'b.ts'], { program: 'mcplug' }));
});

test('[codegen:emit-rs:stdout] [codegen:emit-rs:output] Rust types, printed or written', async () => {
  const { plugboard, read } = await stage({ torture: TORTURE });
  const text = printed(await plugboard(['emit-rs', 'torture'], { program: 'mcplug' }));
  expect(text).toContain('pub struct AddArgs');
  const written = await plugboard(['emit-rs', 'torture', '--output', 'torture.rs']);
  expect(written).toMatchObject({
    exit: 0,
    stdout: '',
    stderr: 'Wrote Rust types to torture.rs\n',
  });
  expect(await read('torture.rs')).toBe(text);
});

verifies(
  ['codegen:sources', 'codegen:cli:connection'],
  'a directory of scripts becomes a program too, served by plugboard',
  async () => {
    const { folder, plugboard, run } = await stage();
    const scripts = join(ROOT, 'examples/scripts');
    printed(await plugboard(['generate-cli', scripts, '--bundle', '--name', 'tools']));
    await mkdir(join(folder, 'bin'));
    await chmod(PROGRAM, 0o755);
    await symlink(PROGRAM, join(folder, 'bin/plugboard'));
    const env = { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` };
    expect(printed(await run('tools.js', ['hello'], { env }))).toContain('Hello');
    printed(await plugboard(['emit-ts', scripts]));
  },
);

test('does not overwrite what it did not make, unless it is named', async () => {
  const { plugboard, write, read } = await stage({ torture: TORTURE });
  await write('torture.ts', 'mine');
  const refused = await plugboard(['generate-cli', 'torture']);
  expect(refused).toMatchObject({ exit: 1, stdout: '' });
  expect(refused.stderr).toContain('was not made by plugboard');
  expect(await read('torture.ts')).toBe('mine');
  printed(await plugboard(['generate-cli', 'torture', '--output', 'torture.ts']));
  printed(await plugboard(['generate-cli', 'torture']));
});
