// The built program at a real terminal: what keys do, and that it ends when it is done.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../support/run-plugboard.ts';
import { waitUntil } from '../support/wait-until.ts';
import { fixture, stage, type Entry } from './stage.ts';

const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;
/** Less than the time a call has: what waits for its clock is too late. */
const SOON_MS = 15_000;

/** Types each of the keys once the screen shows what is waited for. */
async function atTerminal(servers: Record<string, Entry>, call: string, keys: [string, string][]) {
  const { cwd, home } = await stage(servers);
  const command = `"${process.execPath}" "${PROGRAM}" ${call}`;
  const child = spawn('script', ['-qefc', command, join(home, 'typescript')], {
    cwd,
    env: { ...process.env, HOME: home, NO_COLOR: '1', SHELL: '/bin/sh' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const ended = once(child, 'exit');
  for (const [shown, key] of keys) {
    await waitUntil(() => screen.includes(shown), SOON_MS);
    child.stdin.write(key);
  }
  const late = new Promise((resolve) => {
    setTimeout(resolve, SOON_MS, ['still running']).unref();
  });
  const [status] = (await Promise.race([ended, late])) as [number | string | null];
  return { status, screen };
}

describe.runIf(hasTerminals)('a form of the server', () => {
  const MOCK = { mock: fixture('mock') };

  test('the program ends with the answer, whatever else was asked meanwhile', async () => {
    const { status, screen } = await atTerminal(MOCK, 'mock.ask mode:both --raw', [
      ['Answer? [Y/n]', 'n\r'],
    ]);
    expect(screen).toContain('{"action":"decline"}');
    expect(status).toBe(0);
  });

  test('Ctrl-C is Ctrl-C', async () => {
    const { status, screen } = await atTerminal(MOCK, 'mock.ask', [['Answer? [Y/n]', '\u0003']]);
    expect(screen).toContain('Cancelled.');
    expect(status).toBe(130);
  });

  test('Ctrl-D leaves the form', async () => {
    const { status, screen } = await atTerminal(MOCK, 'mock.ask --raw', [
      ['Answer? [Y/n]', '\u0004'],
    ]);
    expect(screen).toContain('{"action":"cancel"}');
    expect(status).toBe(0);
  });

  test('a server that dies while it asks is not waited for', async () => {
    const dies = fixture('dies-asking');
    const { status, screen } = await atTerminal({ dies }, 'dies.ask', [['Answer? [Y/n]', '']]);
    expect(screen).toContain('Cannot connect to dies: the server exited with code 3');
    expect(status).toBe(1);
  });
});
