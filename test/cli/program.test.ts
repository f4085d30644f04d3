// The built program as a process: exit status, signals, pipes, and what it loads.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAM, ROOT, spawnPlugboard, startProgram } from '../support/run-plugboard.ts';
import { folderWith, shellTool } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const FOREVER = {
  forever: shellTool('echo $$ > "$file"; echo INFO started >&2; sleep 60', {
    file: { required: true, value_type: 'string' },
  }),
};

test('prints its version', async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(await spawnPlugboard(['--version'])).toEqual({
    exit: 0,
    stdout: `plugboard ${manifest.version}\n`,
    stderr: '',
  });
});

test('calls a tool', async () => {
  const name = { required: true, value_type: 'string' };
  const cwd = await folderWith({ greet: shellTool('echo "Hello $name"', { name }) });
  const args = ['call', '.:greet', '--args', '-'];
  expect(await spawnPlugboard(args, { cwd, stdin: '{"name":"Ann"}' })).toEqual({
    exit: 0,
    stdout: 'Hello Ann\n',
    stderr: '',
  });
});

test('exits 1 on an error, which goes to stderr', async () => {
  expect(await spawnPlugboard(['dance'])).toEqual({
    exit: 1,
    stdout: '',
    stderr: "Command 'dance' not found.\nhint: Run `plugboard --help`\n",
  });
});

test('Ctrl-C during a call ends the child and then us, by the signal', async () => {
  const cwd = await folderWith(FOREVER);
  const running = startProgram(['call', '.:forever', 'file=pid'], { cwd });
  await running.until('info started');
  const child = Number(await readFile(join(cwd, 'pid'), 'utf8'));
  running.interrupt();
  expect((await running.ended).exit).toBe('SIGINT');
  await waitUntil(() => !isAlive(child));
});

test('Ctrl-C during serve ends it gracefully, by the signal', async () => {
  const cwd = await folderWith({ hello: shellTool('echo hello') });
  const running = startProgram(['serve', '.', '--port', '0'], { cwd });
  await running.until('1 tool: hello');
  running.interrupt();
  const { exit, stdout } = await running.ended;
  expect({ exit, stdout }).toEqual({ exit: 'SIGINT', stdout: '' });
});

test('serves on stdio and ends with its input', async () => {
  const cwd = await folderWith({ hello: shellTool('echo hello') });
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    },
  };
  const stdin = `${JSON.stringify(initialize)}\n`;
  const { exit, stdout } = await spawnPlugboard(['serve', '.', '--stdio'], { cwd, stdin });
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
});

test('a reader that goes away is no error', async () => {
  const cwd = await folderWith({ many: shellTool('seq 200000') });
  const line = `"${process.execPath}" "${PROGRAM}" call .:many | head -n 1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: '1\n', stderr: '' });
});

test('a large result arrives whole through a pipe', async () => {
  const cwd = await folderWith({ many: shellTool('seq 200000') });
  const { exit, stdout } = await spawnPlugboard(['call', '.:many'], { cwd });
  expect(exit).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(200_000);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
