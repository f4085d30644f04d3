// What an artifact knows: shown by `inspect-cli`, made again by `generate-cli --from`, without secrets.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { printed, stage, TORTURE, TORTURE_COMMAND } from './stage.ts';

describe('[codegen:from] [codegen:inspect] made again, byte for byte', () => {
  test.each([
    ['the source', ['torture'], 'torture.ts'],
    ['a bundle', ['torture', '--bundle', '--name', 'it', '--include-tools', 'add,2fa'], 'it.js'],
    ['a server of flags', ['--stdio', TORTURE_COMMAND, '--bundle', '--name', 'it'], 'it.js'],
    ['through the configuration', ['torture', '--bundle', '--connection', 'config'], 'torture.js'],
  ])('%s', async (_, words, file) => {
    const { plugboard, read } = await stage({ torture: TORTURE });
    printed(await plugboard(['generate-cli', ...words]));
    const first = await read(file);
    printed(await plugboard(['generate-cli', '--from', file, '--output', 'again']));
    expect(await read('again')).toBe(first);
    printed(await plugboard(['generate-cli', '--from', file]));
    expect(await read(file)).toBe(first);
    const shown = printed(await plugboard(['inspect-cli', file, '--json']));
    expect(JSON.parse(shown)).toMatchObject({ format: 1, kind: 'cli-ts' });
  });

  test('a Cargo project', async () => {
    const { plugboard, read, write } = await stage({ torture: TORTURE });
    printed(await plugboard(['generate-cli', 'torture', '--lang', 'rust', '--output', 'one']));
    printed(await plugboard(['generate-cli', '--from', 'one', '--output', 'two']));
    for (const file of ['Cargo.toml', 'src/main.rs', 'src/catalog.rs']) {
      expect(await read(`two/${file}`)).toBe(await read(`one/${file}`));
    }
    expect(printed(await plugboard(['inspect-cli', 'two']))).toContain('command line in Rust');
    // An executable of it lies anywhere: the project is made where a new one would be.
    await write('moved', await read('one/src/main.rs'));
    printed(await plugboard(['generate-cli', '--from', 'moved']));
    expect(await read('torture/src/catalog.rs')).toBe(await read('one/src/catalog.rs'));
  });

  test('from the file that was named', async () => {
    const { folder, plugboard, read, write } = await stage();
    await write('other.json', JSON.stringify({ mcpServers: { hidden: TORTURE } }));
    const words = ['hidden', '--config', 'other.json', '--connection', 'config', '--bundle'];
    printed(await plugboard(['generate-cli', ...words]));
    const first = await read('hidden.js');
    expect(first).toContain(`"--config","${join(folder, 'other.json')}","--stdio"`);
    printed(await plugboard(['generate-cli', '--from', 'hidden.js', '--output', 'again.js']));
    expect(await read('again.js')).toBe(first);
  });

  test('with another form where that is asked for', async () => {
    const { plugboard, run } = await stage({ torture: TORTURE });
    printed(await plugboard(['generate-cli', 'torture']));
    const words = ['--from', 'torture.ts', '--bundle', '--exclude-tools', 'new'];
    expect(printed(await plugboard(['generate-cli', ...words]))).toMatch(/torture\.js\n$/u);
    expect(printed(await run('torture.js', ['--help']))).not.toContain('\n  new');
  });
});

test('says where to make it again, where the server is not configured', async () => {
  const here = await stage({ torture: TORTURE });
  const there = await stage();
  printed(await here.plugboard(['generate-cli', 'torture']));
  await there.write('torture.ts', await here.read('torture.ts'));
  expect((await there.plugboard(['generate-cli', '--from', 'torture.ts'])).stderr).toBe(
    "Server 'torture' not found.\n" +
      "hint: Run it where 'torture' is configured, or name its file with `--config`\n",
  );
});

test('says where it may not write', async () => {
  const { plugboard, write } = await stage({ torture: TORTURE });
  await write('file', '');
  const { exit, stderr } = await plugboard(['emit-ts', 'torture', '--output', 'file/types.ts']);
  expect(exit).toBe(1);
  expect(stderr).toMatch(
    /^Not allowed: .*types\.ts cannot be written \(E(?:NOTDIR|EXIST)\)\nhint: .*`--output`\n$/u,
  );
});

test.each(['emit-ts', 'emit-rs', 'generate-cli'])(
  '%s makes nothing of no tools',
  async (command) => {
    const { plugboard, folder } = await stage({ torture: TORTURE });
    await mkdir(join(folder, 'empty'));
    const empty = await plugboard([command, './empty']);
    expect({ exit: empty.exit, stdout: empty.stdout }).toEqual({ exit: 1, stdout: '' });
    expect(empty.stderr).toContain('Cannot parse arguments: empty has no tools\n');
    const words = ['--include-tools', 'add', '--exclude-tools', 'add'];
    const left = await plugboard([command, 'torture', ...words]);
    expect(left.exit).toBe(1);
    expect(left.stderr).toContain('Cannot parse arguments: no tool of torture is left\n');
  },
);

verifies('codegen:inspect', 'says what a file was made from, without running it', async () => {
  const { plugboard, write } = await stage({ torture: TORTURE });
  printed(await plugboard(['generate-cli', 'torture', '--include-tools', 'add', '--bundle']));
  const shown = printed(await plugboard(['inspect-cli', 'torture.js']));
  expect(shown).toContain('  Kind: command line in TypeScript\n  Form: bundle\n');
  expect(shown).toContain('  Server: torture\n');
  expect(shown).toContain('  Tools: 1: add\n  Include: add\n');
  expect(shown).toContain('  Again: plugboard generate-cli --from torture.js\n');
  printed(await plugboard(['emit-ts', 'torture', '--out', 'types.ts']));
  expect(printed(await plugboard(['inspect-cli', 'types.ts']))).toContain('TypeScript types');
  await write('other.js', 'process.exit(3)');
  const other = await plugboard(['inspect-cli', 'other.js']);
  expect(other).toMatchObject({ exit: 1, stdout: '' });
  expect(other.stderr).toContain('Cannot parse other.js: it was not made by plugboard');
  expect((await plugboard(['inspect-cli', 'nowhere'])).stderr).toContain(
    "File 'nowhere' not found",
  );
});

const SECRET = 'correct-horse-battery';

verifies(
  'codegen:cli:secrets',
  'secrets stay outside, and are asked for when it runs',
  async () => {
    const { plugboard, read, run } = await stage({
      torture: { ...TORTURE, env: { SAID: '$env:SAID_TOKEN', API_KEY: SECRET, MODE: 'plain' } },
    });
    const env = { SAID_TOKEN: 'secret-of-the-shell' };
    const made = await plugboard(['generate-cli', 'torture', '--bundle'], { env });
    expect(made.stderr).toContain('left out, to be set when it runs: API_KEY\n');
    const text = await read('torture.js');
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('secret-of-the-shell');
    expect(text).toContain('"MODE":"plain"');
    const unset = await run('torture.js', ['new'], { env: { SAID_TOKEN: 'x' } });
    expect(unset).toMatchObject({ exit: 1 });
    expect(unset.stderr).toContain("Environment variable 'API_KEY' is not set");
    const set = await run('torture.js', ['new'], { env: { SAID_TOKEN: 'told', API_KEY: 'k' } });
    expect(printed(set)).toContain('"env":"told"');
  },
);

verifies(
  'codegen:cli:secrets',
  'embedded where that is asked for, for the owner alone',
  async () => {
    const { folder, plugboard, read } = await stage({
      torture: { ...TORTURE, env: { API_KEY: SECRET } },
    });
    printed(await plugboard(['generate-cli', 'torture', '--bundle', '--embed-secrets']));
    expect(await read('torture.js')).toContain(SECRET);
    expect((await stat(join(folder, 'torture.js'))).mode & 0o077).toBe(0);
    expect(printed(await plugboard(['inspect-cli', 'torture.js']))).toContain('Secrets: embedded');
  },
);

test('[codegen:cli:secrets] what an editor asks its user for is a variable of the program', async () => {
  const { folder, plugboard, read } = await stage();
  await mkdir(join(folder, '.vscode'));
  const inputs = [{ id: 'the-key', type: 'promptString', password: true, default: 'typed-secret' }];
  const servers = { asking: { ...TORTURE, env: { SAID: '${input:the-key}' } } };
  await writeFile(join(folder, '.vscode/mcp.json'), JSON.stringify({ inputs, servers }));
  await writeFile(join(folder, 'config/mcplug.json'), JSON.stringify({ imports: ['vscode'] }));
  const made = await plugboard(['generate-cli', 'asking', '--bundle'], {
    stdin: '\n',
    isTty: true,
  });
  expect(made).toMatchObject({ exit: 0 });
  const text = await read('asking.js');
  expect(text).toContain('"SAID":"${THE_KEY}"');
  expect(text).not.toContain('typed-secret');
});
