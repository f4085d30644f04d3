// `plugboard call`, from the words of the command line to the exit status.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runPlugboard, startPlugboard } from '../support/run-plugboard.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const EXAMPLES = './examples/scripts';
const STRING = { description: 'x', required: true, value_type: 'string' };

let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'plugboard-test-'));
});
beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterAll(() => rm(cache, { recursive: true, force: true }));

describe('arguments', () => {
  test.each([
    [['name:Ann']],
    [['name=Ann']],
    [['--name', 'Ann']],
    [['--name=Ann']],
    [['--args', '{"name":"Ann"}']],
    [['--json', '{"name":"Ann"}']],
    [['--args', '{"name":"Bob"}', 'name:Ann']],
    [['--', '--name', 'Ann']],
  ])('%j reaches the tool', async (args) => {
    expect(await runPlugboard(['call', `${EXAMPLES}:greet`, ...args])).toEqual({
      exit: 0,
      stdout: 'Hello Ann, good to see you!\n',
      stderr: '',
    });
  });

  test('--args - reads them from stdin', async () => {
    const args = ['call', `${EXAMPLES}:greet`, '--args', '-'];
    const { stdout } = await runPlugboard(args, { stdin: '{"name":"Ann","style":"short"}' });
    expect(stdout).toBe('Hi Ann\n');
  });

  test('numbers are numbers for the tool', async () => {
    const args = ['call', `${EXAMPLES}:math/add`, '--a', '-2', 'b:0.5'];
    expect(await runPlugboard(args)).toEqual({ exit: 0, stdout: '-1.5\n', stderr: '' });
  });

  test.each([
    [[], 'Missing required argument: name\n'],
    [['nam:Ann'], 'Unknown argument: nam\nhint: Did you mean `name`?\n'],
    [['name:Ann', 'x:1'], 'Unknown argument: x\nhint: It takes: name, style\n'],
    [['Ann'], "Cannot parse arguments: 'Ann' is none of name:value, name=value and --name value\n"],
    [['--args', '{'], 'Cannot parse arguments: --args is not JSON: '],
    [['--args', '[1]'], 'Cannot parse arguments: --args must be a JSON object\n'],
    [['name:Ann', 'style:rude'], 'Argument style must be one of: warm, formal, short\n'],
    [['name='], 'Argument name must NOT have fewer than 1 characters\n'],
  ])('%j is refused', async (args, stderr) => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:greet`, ...args]);
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toContain(stderr);
  });
});

describe('naming the tool', () => {
  test('a typo is met with a suggestion and the names there are', async () => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:gret`]);
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toMatch(/^Tool 'gret' not found\. Available: counter, greet, hello/u);
    expect(ran.stderr).toContain('hint: Did you mean `greet`?\n');
  });

  test.each([
    [
      ['call', './nowhere:x'],
      "Source './nowhere' not found.\nhint: A source is a directory of executables, a mcp-bash project or an MCI file\n",
    ],
    [
      ['call', './LICENSE:x'],
      "plugboard does not support './LICENSE' as a source.\n" +
        'hint: A source is a directory of executables, a mcp-bash project or an MCI file\n',
    ],
    [
      ['call', '--name', 'Ann'],
      'Cannot parse arguments: the first one must name the tool\n' +
        'hint: For example `plugboard call server.tool name:value` or `./scripts:greet`\n',
    ],
  ])('%j', async (args, stderr) => {
    expect(await runPlugboard(args)).toEqual({ exit: 1, stdout: '', stderr });
  });

  test('a broken script says what is wrong with it', async () => {
    const cwd = await folderWith({ broken: '#!/bin/sh\necho not json\n' });
    const { exit, stderr } = await runPlugboard(['call', '.:broken'], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain('JSON');
  });
});

describe('output', () => {
  test('--json prints the whole result', async () => {
    const { exit, stdout } = await runPlugboard(['call', `${EXAMPLES}:hello`, '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      content: [{ type: 'text', text: 'Hello, World!' }],
    });
  });

  test.each([[['--raw']], [['--output', 'raw']]])('%j adds no newline', async (flags) => {
    const { stdout } = await runPlugboard(['call', `${EXAMPLES}:hello`, ...flags]);
    expect(stdout).toBe('Hello, World!');
  });

  test('log lines of the tool go to stderr', async () => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:text/word-count`, 'text=a b a', 'top:1']);
    expect(ran).toEqual({
      exit: 0,
      stdout: '{"words": 3, "top": {"a": 2}}\n',
      stderr: 'info counting 3 words\n',
    });
  });

  test('a tool that fails is printed on stderr and exits 1', async () => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:text/word-count`, 'text=']);
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toContain('The text has no words.\n');
  });

  test('with --json a tool that fails is the result itself and exits 1', async () => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:text/word-count`, 'text=', '--json']);
    expect(ran.exit).toBe(1);
    const result = JSON.parse(ran.stdout) as Record<string, unknown>;
    expect(result).toMatchObject({ isError: true, _meta: { exitCode: 2 } });
    expect(result).not.toHaveProperty('error');
  });

  test('an error is JSON too, with the coarse code and the fine one', async () => {
    const ran = await runPlugboard(['call', `${EXAMPLES}:greet`, '--output', 'json']);
    expect(ran).toMatchObject({ exit: 1, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual({
      error: {
        message: 'Missing required argument: name',
        code: 'parse_error',
        reason: 'invalid_arguments',
      },
    });
  });
});

describe('ending early', () => {
  test('--timeout ends the tool', async () => {
    const cwd = await folderWith({ forever: shellTool('sleep 60') });
    const ran = await runPlugboard(['call', '.:forever', '--timeout', '200'], { cwd });
    expect(ran).toEqual({
      exit: 1,
      stdout: '',
      stderr: 'Timeout after 0.2s calling forever\n',
    });
  });

  test('Ctrl-C ends the call and the child', async () => {
    const cwd = await folderWith({
      forever: shellTool('echo $$ > "$folder/pid"; echo INFO started >&2; sleep 60', {
        folder: STRING,
      }),
    });
    const running = startPlugboard(['call', '.:forever', `folder=${cwd}`], { cwd });
    await running.until('info started');
    const pid = Number(await readFile(`${cwd}/pid`, 'utf8'));
    running.interrupt();
    expect(await running.ended).toMatchObject({ exit: 1, stdout: '' });
    await waitUntil(() => !isAlive(pid));
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
