// How the daemon comes to be: by the first who needs it, once, and past whatever was left behind.
import { existsSync } from 'node:fs';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';
import { builtProgram, isAlive, keptEntry, openStage, PATIENCE_MS, untilDead } from './stage.ts';

const program = builtProgram();
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const starts = (log: string) => log.match(/daemon \S+ started/gu)?.length ?? 0;

test(
  '[mcplug:daemon:start-on-demand] [mcplug:daemon:keep-alive] the first call starts the daemon, the next finds the same server',
  async () => {
    const stage = await openStage(program);
    const first = await stage.run(['call', 'kept.pid']);
    expect(first).toMatchObject({ exit: 0, stderr: '' });
    const second = await stage.run(['kept.pid']);
    expect(second.stdout).toBe(first.stdout);
    const third = await stage.run(['call', 'kept.pid', '--json']);
    expect(JSON.parse(third.stdout)).toMatchObject({ content: [{ text: first.stdout.trim() }] });
    expect(isAlive(Number(first.stdout))).toBe(true);
  },
  PATIENCE_MS,
);

test('[mcplug:daemon:one-start] ten parallel first calls start one daemon and one server', async () => {
  const stage = await openStage(program);
  const calls = await Promise.all(
    Array.from({ length: 10 }, () => stage.run(['call', 'kept.pid'])),
  );
  expect(calls.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual(
    calls.map(() => ({ exit: 0, stderr: '' })),
  );
  expect(new Set(calls.map(({ stdout }) => stdout)).size).toBe(1);
  expect(starts(stage.log())).toBe(1);
  expect(existsSync(join(stage.directory, 'daemon.lock'))).toBe(false);
}, 60_000);

test(
  '[mcplug:daemon:permissions] the socket is 0600 in a directory of 0700, also one that was wider',
  async () => {
    const stage = await openStage(program);
    await mkdir(stage.directory, { mode: 0o755 });
    await stage.run(['daemon', 'start']);
    expect(await modeOf(stage.directory)).toBe('700');
    expect(await modeOf(join(stage.directory, 'daemon.sock'))).toBe('600');
    expect(await modeOf(join(stage.directory, 'daemon.log'))).toBe('600');
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:directory] MCPLUG_DAEMON_DIR is where the daemon lives',
  async () => {
    const stage = await openStage(program);
    const env = { MCPLUG_DAEMON_DIR: join(await tempFolder(), 'state') };
    const first = await stage.run(['kept.pid'], { env });
    const second = await stage.run(['kept.pid'], { env });
    expect(second).toEqual(first);
    expect(existsSync(join(env.MCPLUG_DAEMON_DIR, 'daemon.sock'))).toBe(true);
    expect(existsSync(stage.directory)).toBe(false);
    expect((await stage.run(['daemon', 'stop'], { env })).stderr).toBe('Daemon stopped\n');
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:killed] kill -9 of the daemon leaves no server, and its socket blocks nobody',
  async () => {
    const stage = await openStage(program);
    const server = Number((await stage.run(['kept.pid'])).stdout);
    const { pid } = await stage.status();
    process.kill(pid, 'SIGKILL');
    await untilDead(server);
    expect(existsSync(join(stage.directory, 'daemon.sock'))).toBe(true);
    const next = await stage.run(['kept.pid']);
    expect(next).toMatchObject({ exit: 0, stderr: '' });
    expect(Number(next.stdout)).not.toBe(server);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:stale-lock] the lock of a starter that died is taken over',
  async () => {
    const stage = await openStage(program);
    const dead = stage.start(['--version']);
    await dead.ended;
    await mkdir(stage.directory);
    const lock = join(stage.directory, 'daemon.lock');
    await writeFile(lock, String(dead.child.pid));
    expect(await stage.run(['kept.echo', 'input:a'])).toMatchObject({ exit: 0, stdout: 'a\n' });
    await stage.run(['daemon', 'stop']);
    // The number now belongs to a process that has nothing to do with us: its age gives it away.
    await writeFile(lock, String(process.pid));
    await utimes(lock, 0, 0);
    expect(await stage.run(['kept.echo', 'input:b'])).toMatchObject({ exit: 0, stdout: 'b\n' });
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:pid-reuse] a number in a file is never believed: nobody but the daemon is ended',
  async () => {
    const stage = await openStage(program);
    await mkdir(stage.directory, { recursive: true });
    await writeFile(join(stage.directory, 'daemon.pid'), String(process.pid));
    const stopped = await stage.run(['daemon', 'stop']);
    expect(stopped).toEqual({ exit: 0, stdout: '', stderr: 'Daemon is not running\n' });
    expect(isAlive(process.pid)).toBe(true);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:ephemeral] [mcplug:daemon:keepalive-variable] only what is kept alive goes to the daemon, and variables decide too',
  async () => {
    const stage = await openStage(program);
    await stage.configure({ plain: keptEntry({ lifecycle: 'ephemeral' }) });
    const plain = await stage.run(['plain.pid']);
    const disabled = await stage.run(['kept.pid'], { env: { MCPLUG_DISABLE_KEEPALIVE: 'a,kept' } });
    const all = await stage.run(['kept.pid'], { env: { MCPLUG_DISABLE_KEEPALIVE: '*' } });
    expect([plain.exit, disabled.exit, all.exit]).toEqual([0, 0, 0]);
    expect(existsSync(stage.directory)).toBe(false);
    const env = { MCPLUG_KEEPALIVE: 'plain' };
    const kept = await stage.run(['plain.pid'], { env });
    expect((await stage.run(['plain.pid'], { env })).stdout).toBe(kept.stdout);
    // With a daemon running an ephemeral server is still the caller's own.
    const own = await stage.run(['plain.pid']);
    expect(own).toMatchObject({ exit: 0, stderr: '' });
    expect(own.stdout).not.toBe(kept.stdout);
    await untilDead(Number(own.stdout));
  },
  PATIENCE_MS,
);
