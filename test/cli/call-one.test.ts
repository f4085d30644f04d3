// `plugboard call ./folder:tool` asks the tool that is called, and no other, what it is.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { runPlugboard } from '../support/run-plugboard.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';

/** Writes down that it was asked; the time a test has is less than it is waited for. */
const HANGS = '#!/bin/sh\necho >> "$0.asked"\nexec sleep 60\n';
/** Writes down each time it is asked. */
const counts = (text: string) =>
  shellTool(`echo ${text}`).replace('then\n', 'then\n  echo >> "$0.asked"\n');

beforeEach(async () => {
  vi.stubEnv('XDG_CACHE_HOME', await tempFolder());
});

const askedCount = async (file: string) => (await readFile(`${file}.asked`, 'utf8')).length;

test('a script that hangs keeps nobody waiting who calls another', async () => {
  const cwd = await folderWith({ 'in/good': shellTool('echo good'), hangs: HANGS });
  expect(await runPlugboard(['call', './:in/good'], { cwd })).toEqual({
    exit: 0,
    stdout: 'good\n',
    stderr: '',
  });
  expect(existsSync(join(cwd, 'hangs.asked'))).toBe(false);
});

test('what others said before stays known', async () => {
  const cwd = await folderWith({ a: counts('a'), b: counts('b') });
  for (const tool of ['a', 'b', 'a', 'b']) {
    const { stdout } = await runPlugboard(['call', `./:${tool}`], { cwd });
    expect(stdout).toBe(`${tool}\n`);
  }
  const { stdout } = await runPlugboard(['list', './'], { cwd });
  expect(stdout).toMatch(/a\(.*\n.*\n.*b\(/u);
  expect(await askedCount(join(cwd, 'a'))).toBe(1);
  expect(await askedCount(join(cwd, 'b'))).toBe(1);
});

test('a name of no file is looked for among all', async () => {
  const cwd = await folderWith({ good: shellTool('echo good'), other: shellTool('echo other') });
  const { stderr, exit } = await runPlugboard(['call', './:goood'], { cwd });
  expect(stderr).toContain("Tool 'goood' not found. Available: good, other\nhint: Did you mean");
  expect(exit).toBe(1);
});

test('what is wrong with the tool that is called is told', async () => {
  const cwd = await folderWith({ good: shellTool('echo good'), bad: '#!/bin/sh\nexit 3\n' });
  const { stderr, exit } = await runPlugboard(['call', './:bad'], { cwd });
  expect(stderr).toContain('--help ended with exit code 3');
  expect(exit).toBe(1);
});
