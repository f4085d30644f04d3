// `npm start` as a newcomer meets it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

async function start(port: number) {
  const cache = await tempFolder();
  const child = spawn(process.execPath, ['scripts/start.mjs', '--port', String(port)], {
    cwd: ROOT,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { child, printed: () => printed, ended: once(child, 'close') };
}

test('has called a tool before it says ready; what it tells to try works as printed', async () => {
  const { child, printed, ended } = await start(0);
  await waitUntil(() => printed().includes('Ctrl-C ends it.'), 30_000);
  expect(printed()).toMatch(/^ready: http:\/\/127\.0\.0\.1:\d+\/mcp\n/u);
  expect(printed()).toContain('called greet through the socket, it said: Hello newcomer');
  const commands = [...printed().matchAll(/^ {2}((?:node|curl) .*)$/gmu)].map(([, line]) => line);
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    const ran = spawnSync('sh', ['-c', command ?? ''], { cwd: ROOT, encoding: 'utf8' });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).not.toBe('');
    expect(ran.stdout).not.toContain('"error"');
  }
  child.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
});

test('names a taken port and the way out', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { printed, ended } = await start(port);
  expect((await ended)[0]).toBe(1);
  expect(printed()).toContain(String(port));
  expect(printed()).toContain('in use');
  expect(printed()).toContain('hint: choose another port with `npm start -- --port 8080`\n');
});
