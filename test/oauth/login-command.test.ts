// Stdio servers that log in by themselves: the `oauthCommand` of their entry.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { stage } from '../client/stage.ts';
import { spawnPlugboard, startProgram } from '../support/run-plugboard.ts';
import { waitUntil } from '../support/wait-until.ts';

const SERVER = fileURLToPath(new URL('../fixtures/oauth/logs-in.mjs', import.meta.url));

function entry(args: readonly string[], more: JsonObject = {}): JsonObject {
  return {
    command: process.execPath,
    args: [SERVER],
    env: { ACCOUNT: 'ann' },
    oauthCommand: { args: [...args] },
    ...more,
  };
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

describe('auth of a server with an oauthCommand', () => {
  test('[oauth:server:command] runs its own command in its own surroundings, and hands on what is typed', async () => {
    const { cwd, home, json } = await stage({ own: entry(['login', 'fast'], { cwd: '.' }) });
    const options = { cwd, home, stdin: 'open sesame\n' };
    expect(await spawnPlugboard(['auth', 'own'], options)).toEqual({
      exit: 0,
      stdout: "Authentication successful for 'own'\n",
      stderr: expect.stringMatching(/^(?=.*logging in as ann\n)(?=.*Code: ).*$/su) as string,
    });
    expect(await readFile(join(cwd, 'config', 'logged-in'), 'utf8')).toBe('fast');
    expect((await json(['call', 'own.add', 'a:1', 'b:2'])).exit).toBe(0);
  });

  test('[oauth:server:command] with --json the outcome alone is on stdout', async () => {
    const { json } = await stage({ own: entry(['login', 'fast']) });
    const { exit, value } = await json(['auth', 'own'], { stdin: 'open sesame\n' });
    expect(exit).toBe(0);
    expect(value).toEqual({ server: 'own', authenticated: true });
  });

  test('[oauth:server:command] one that fails, and one that cannot start', async () => {
    const { run } = await stage({
      own: entry(['login', 'fast']),
      gone: entry(['login', 'fast'], { command: '/no/such/program' }),
    });
    const failed = await run(['auth', 'own'], { stdin: 'please\n' });
    expect(failed).toMatchObject({ exit: 1, stdout: '' });
    expect(failed.stderr).toMatch(/Cannot log in to own: its own login exited with code 3\n$/u);
    const gone = await run(['auth', 'gone']);
    expect(gone).toMatchObject({ exit: 1, stdout: '' });
    expect(gone.stderr).toMatch(/^Cannot start \/no\/such\/program: .*\(ENOENT\)\nhint: /u);
  });

  test('[oauth:server:command] that takes too long, or is broken off, ends with all it started', async () => {
    const { run, cwd, home } = await stage({ own: entry(['login', 'forever']) });
    const late = await run(['auth', 'own', '--oauth-timeout', '1000']);
    expect(late).toMatchObject({ exit: 1, stdout: '' });
    expect(late.stderr).toContain('Timeout after 1s waiting for the browser login of own\n');
    const running = startProgram(['auth', 'own'], { cwd, home });
    await running.until('waiting as ');
    running.interrupt();
    const { exit, stderr } = await running.ended;
    expect(exit).toBe('SIGINT');
    for (const said of [late.stderr, stderr]) {
      const group = Number(/waiting as (\d+)/u.exec(said)?.[1]);
      await waitUntil(() => !isAlive(group));
    }
  });
});
