// `plugboard init`: a new directory of tools that work at once.
import { spawnSync } from 'node:child_process';
import { access, constants, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { runPlugboard } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HAS_COMPILER = runInShell('cc --version && make --version').status === 0;

beforeEach(async () => {
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
});

test('writes tools in several languages and says what to do next', async () => {
  const cwd = await tempFolder();
  expect(await runPlugboard(['init', 'scripts', './my-tools'], { cwd })).toEqual({
    exit: 0,
    stderr: '',
    stdout: `wrote 9 files to ./my-tools:
  README.md
  counter
  greet
  hello
  math/add
  native/Makefile
  native/primes.c
  text/slug
  text/word-count

next:
  plugboard call ./my-tools:hello
  plugboard validate ./my-tools
  plugboard serve ./my-tools
`,
  });
  for (const tool of ['hello', 'greet', 'counter', 'math/add', 'text/word-count', 'text/slug']) {
    await access(join(cwd, 'my-tools', tool), constants.X_OK);
  }
  const call = await runPlugboard(['call', './my-tools:hello'], { cwd });
  expect(call).toMatchObject({ exit: 0, stdout: 'Hello, World!\n' });
  expect(await runPlugboard(['validate', './my-tools'], { cwd })).toMatchObject({ exit: 0 });
});

test('prints commands that work for a bare name too', async () => {
  const cwd = await tempFolder();
  const { stdout } = await runPlugboard(['init', 'scripts', 'my-tools'], { cwd });
  expect(stdout).toContain('  plugboard call ./my-tools:hello\n');
});

test('tells programs what it wrote', async () => {
  const cwd = await tempFolder();
  const { exit, stdout } = await runPlugboard(['init', 'scripts', './my-tools', '--json'], { cwd });
  expect(exit).toBe(0);
  const { files, ...rest } = JSON.parse(stdout) as { readonly files: readonly string[] };
  expect(rest).toEqual({ kind: 'scripts', directory: './my-tools' });
  expect(files).toContain('math/add');
  const again = await runPlugboard(['init', 'scripts', './my-tools', '--json'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'forbidden' } });
});

test('uses an empty directory and leaves any other alone', async () => {
  const cwd = await tempFolder();
  expect(await runPlugboard(['init', 'scripts', '.'], { cwd })).toMatchObject({ exit: 0 });
  expect(await runPlugboard(['init', 'scripts', '.'], { cwd })).toEqual({
    exit: 1,
    stdout: '',
    stderr: 'Not allowed: . is not empty\nhint: Name a directory that does not exist yet\n',
  });
  await writeFile(join(cwd, 'file'), '');
  const { exit } = await runPlugboard(['init', 'scripts', './file'], { cwd });
  expect(exit).toBe(1);
});

test('knows its kinds', async () => {
  expect(await runPlugboard(['init', 'script', './x'])).toEqual({
    exit: 1,
    stdout: '',
    stderr: "Cannot parse arguments: 'script' is no kind of project\nhint: Kinds: scripts\n",
  });
});

test.skipIf(!HAS_COMPILER)('the compiled example becomes a tool', async () => {
  const cwd = await tempFolder();
  await runPlugboard(['init', 'scripts', '.'], { cwd });
  expect(runInShell(`make -s -C '${join(cwd, 'native')}'`).status).toBe(0);
  const { stdout } = await runPlugboard(['call', '.:native/primes', 'up_to:20'], { cwd });
  expect(stdout).toBe('2 3 5 7 11 13 17 19\n');
});

function runInShell(line: string) {
  return spawnSync('sh', ['-c', line]);
}
