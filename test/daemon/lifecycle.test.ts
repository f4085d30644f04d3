// How the daemon and its servers end: idle, told to, replaced by another build, or without a socket.
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from './build-program.ts';
import {
  builtProgram,
  isAlive,
  keptEntry,
  openStage,
  PATIENCE_MS,
  untilDead,
  untilExists,
  type Stage,
} from './stage.ts';

const program = builtProgram('1.0.0');
const newer = builtProgram('2.0.0');

const pidOf = async (stage: Stage) => Number((await stage.run(['kept.pid'])).stdout);

test(
  '[mcplug:daemon:idle-stop] a server is stopped after its idle time and started again when needed',
  async () => {
    const stage = await openStage(program);
    const lifecycle = { mode: 'keep-alive', idleTimeoutMs: 50 };
    await stage.configure({ kept: keptEntry({ lifecycle }) });
    const first = await pidOf(stage);
    await untilDead(first);
    const { pid, servers } = await stage.status();
    expect(servers).toMatchObject([{ name: 'kept', state: 'stopped', calls: 1 }]);
    expect(await pidOf(stage)).not.toBe(first);
    expect((await stage.status()).pid).toBe(pid);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:busy-is-not-idle] a call that takes longer than the idle time is not cut off',
  async () => {
    const stage = await openStage(program);
    const lifecycle = { mode: 'keep-alive', idleTimeoutMs: 20 };
    await stage.configure({ kept: keptEntry({ lifecycle }) }, { daemonIdleTimeoutMs: 30 });
    const [begun, until] = [join(stage.home, 'begun'), join(stage.home, 'until')];
    const call = stage.start(['call', 'kept.wait', `begun=${begun}`, `until=${until}`]);
    await untilExists(begun);
    // Long enough for several idle times: another process has come and gone.
    await stage.run(['--version']);
    writeFileSync(until, '');
    expect(await call.ended).toMatchObject({ exit: 0, stdout: 'done\n' });
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:daemon-idle-stop] daemonIdleTimeoutMs ends the daemon and all its servers',
  async () => {
    const stage = await openStage(program);
    await stage.run(['daemon', 'start']);
    const { pid } = await stage.status();
    await stage.configure({}, { daemonIdleTimeoutMs: 50 });
    const server = await pidOf(stage);
    await Promise.all([untilDead(pid), untilDead(server)]);
    expect(await stage.run(['daemon', 'status'])).toMatchObject({
      exit: 0,
      stdout: 'Daemon is not running\n',
    });
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:reload] a changed entry stops the server it described, the next call starts the new one',
  async () => {
    const stage = await openStage(program);
    const ask = () => stage.run(['call', 'kept.env', 'name=COLOUR']);
    expect((await ask()).stdout).toBe('(not set)\n');
    const [before] = (await stage.status()).servers;
    await stage.configure({ kept: keptEntry({ env: { COLOUR: 'red' } }) });
    expect((await ask()).stdout).toBe('red\n');
    await untilDead(Number(before?.['pid']));
    const { servers } = await stage.status();
    expect(servers).toMatchObject([{ name: 'kept', state: 'running', calls: 1 }]);
    await stage.configure({ kept: keptEntry({ enabled: false }), other: keptEntry() });
    await stage.run(['other.pid']);
    await untilDead(Number(servers[0]?.['pid']));
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:hand-over] a daemon of another version finishes its calls and makes room',
  async () => {
    const stage = await openStage(program);
    const old = await pidOf(stage);
    const { pid } = await stage.status();
    const [begun, until] = [join(stage.home, 'begun'), join(stage.home, 'until')];
    const call = stage.start(['call', 'kept.wait', `begun=${begun}`, `until=${until}`]);
    await untilExists(begun);
    const fresh = await stage.run(['kept.pid'], { program: newer });
    expect(fresh).toMatchObject({ exit: 0, stderr: '' });
    expect(Number(fresh.stdout)).not.toBe(old);
    expect([isAlive(pid), isAlive(old)]).toEqual([true, true]);
    expect((await stage.status()).pid).not.toBe(pid);
    writeFileSync(until, '');
    expect(await call.ended).toMatchObject({ exit: 0, stdout: 'done\n' });
    await Promise.all([untilDead(pid), untilDead(old)]);
    expect(await stage.run(['kept.pid'], { program: newer })).toEqual(fresh);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:hand-over] another build of the same version takes over too',
  async () => {
    await using rebuilt = await buildProgram('1.0.0', 'second');
    const stage = await openStage(program);
    const old = await pidOf(stage);
    const fresh = await stage.run(['kept.pid'], { program: rebuilt });
    expect(fresh).toMatchObject({ exit: 0, stderr: '' });
    expect(Number(fresh.stdout)).not.toBe(old);
    await untilDead(old);
    expect(await stage.run(['kept.pid'], { program: rebuilt })).toEqual(fresh);
    await stage.run(['daemon', 'stop'], { program: rebuilt });
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:hand-over] a daemon whose files were put there anew makes room, or its later parts are missing',
  async () => {
    await using installed = await buildProgram('1.0.0');
    const stage = await openStage(installed);
    const old = await pidOf(stage);
    const daemon = join(dirname(installed.file), 'daemon.js');
    copyFileSync(daemon, `${daemon}.new`);
    renameSync(`${daemon}.new`, daemon);
    const fresh = await stage.run(['kept.pid']);
    expect(fresh).toMatchObject({ exit: 0, stderr: '' });
    expect(Number(fresh.stdout)).not.toBe(old);
    await untilDead(old);
    await stage.run(['daemon', 'stop']);
  },
  PATIENCE_MS,
);

test(
  'a process whose program was replaced meanwhile says so, and starts no daemons without end',
  async () => {
    await using replaced = await buildProgram('1.0.0');
    copyFileSync(join(dirname(newer.file), 'daemon.js'), join(dirname(replaced.file), 'daemon.js'));
    const stage = await openStage(replaced);
    expect(await stage.run(['kept.pid'])).toEqual({
      exit: 1,
      stdout: '',
      stderr:
        'Cannot connect to the daemon: the one that starts is of another build than this process\n' +
        'hint: Start this process again\n',
    });
    expect(stage.log().match(/started/gu)).toHaveLength(3);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:displaced] a daemon whose socket is gone ends by itself',
  async () => {
    const stage = await openStage(program);
    const server = await pidOf(stage);
    const { pid } = await stage.status();
    rmSync(join(stage.directory, 'daemon.sock'));
    await Promise.all([untilDead(pid), untilDead(server)]);
    expect(stage.log()).toContain('daemon ended');
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:sigterm] SIGTERM stops the servers and removes the socket',
  async () => {
    const stage = await openStage(program);
    const server = await pidOf(stage);
    const { pid } = await stage.status();
    process.kill(pid, 'SIGTERM');
    await Promise.all([untilDead(pid), untilDead(server)]);
    expect(stage.log()).toContain('daemon ended');
    expect((await stage.run(['daemon', 'stop'])).stderr).toBe('Daemon is not running\n');
  },
  PATIENCE_MS,
);

test.each(['stop', 'logs', 'start', 'restart'])(
  'daemon %s of a server nobody knows is an error',
  async (action) => {
    const stage = await openStage(program);
    const { exit, stderr } = await stage.run(['daemon', action, 'nope']);
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr: expect.stringContaining("Server 'nope' not found. Available: kept\n"),
    });
  },
);

test('[mcplug:daemon:commands] [mcplug:daemon:status] [mcplug:daemon:stop] start, status, stop and restart say what they did', async () => {
  const stage = await openStage(program);
  const say = async (...args: string[]) => {
    const { exit, stdout, stderr } = await stage.run(['daemon', ...args]);
    return { exit, said: stdout + stderr };
  };
  expect(await say('status')).toEqual({ exit: 0, said: 'Daemon is not running\n' });
  expect(JSON.parse((await say('status', '--json')).said)).toEqual({
    running: false,
    pid: null,
    uptime_secs: null,
    managed_servers: [],
    servers: [],
  });
  expect(await say('stop')).toEqual({ exit: 0, said: 'Daemon is not running\n' });
  expect(await say('start')).toEqual({ exit: 0, said: 'Daemon started\n' });
  expect(await say('start')).toEqual({ exit: 0, said: 'Daemon is already running\n' });
  const waiting = await stage.status();
  expect(waiting).toMatchObject({
    running: true,
    pid: expect.any(Number),
    uptime_secs: expect.any(Number),
    managed_servers: ['kept'],
    version: '1.0.0',
    memory_bytes: expect.any(Number),
    servers: [{ name: 'kept', state: 'stopped' }],
  });
  expect(await say('start', 'kept')).toEqual({ exit: 0, said: "Server 'kept' started\n" });
  const [running] = (await stage.status()).servers;
  expect(running).toMatchObject({ state: 'running', pid: expect.any(Number), calls: 0 });
  const shown = (await say('status')).said;
  expect(shown).toMatch(/^Daemon running \(PID: \d+\)\nUptime: \d+s, memory: \d+ MB/u);
  expect(shown).toContain('\nManaged servers: [kept]\n  kept: running, pid ');
  expect(await say('restart', 'kept')).toEqual({ exit: 0, said: "Server 'kept' restarted\n" });
  await untilDead(Number(running?.['pid']));
  expect(await say('stop', 'kept')).toEqual({ exit: 0, said: "Server 'kept' stopped\n" });
  expect(await say('stop', 'kept')).toEqual({ exit: 0, said: "Server 'kept' is not running\n" });
  expect((await stage.status()).pid).toBe(waiting.pid);
  expect(await say('restart')).toEqual({ exit: 0, said: 'Daemon restarted\n' });
  expect((await stage.status()).pid).not.toBe(waiting.pid);
  expect(await say('stop')).toEqual({ exit: 0, said: 'Daemon stopped\n' });
}, 60_000);

test(
  '[mcplug:daemon:wrong-words] what a daemon cannot do is said with a way out',
  async () => {
    const stage = await openStage(program);
    await stage.configure({ plain: keptEntry({ lifecycle: 'ephemeral' }) });
    const wrong = await stage.run(['daemon', 'stat']);
    expect(wrong).toMatchObject({ exit: 1, stderr: expect.stringContaining('daemon start`?') });
    const plain = await stage.run(['daemon', 'start', 'plain']);
    expect(plain.stderr).toMatch(
      /server 'plain' is not kept alive\nhint: Write `"lifecycle": "keep-alive"` into its entry/u,
    );
    const unknown = await stage.run(['daemon', 'start', 'nobody', '--json']);
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      error: { code: 'not_found', server: 'nobody', hint: expect.any(String) },
    });
    expect(await stage.run(['daemon', 'logs'])).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/^File '.*' not found\.\nhint: Run `plugboard daemon restart/u),
    });
  },
  PATIENCE_MS,
);
