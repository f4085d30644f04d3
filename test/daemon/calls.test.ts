// Calls through the daemon: once each, for the one who called, with the environment of that one.
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import {
  builtProgram,
  configureProject,
  keptEntry,
  linesOf,
  openStage,
  PATIENCE_MS,
  untilDead,
  untilExists,
} from './stage.ts';

const program = builtProgram();

test(
  '[mcplug:daemon:never-twice] [mcplug:daemon:restarts-crashed] a server that dies in a call is reported and restarted, the call is not repeated',
  async () => {
    const stage = await openStage(program);
    const file = join(stage.home, 'crashes');
    const said = 'Cannot connect to kept: the server exited with code 7\nout of luck\n';
    // The first call speaks to the server through the socket, the second is run by the daemon.
    const first = await stage.run(['call', 'kept.crash', `file=${file}`]);
    expect(first).toMatchObject({ exit: 1, stdout: '', stderr: said });
    const second = await stage.run(['call', 'kept.crash', `file=${file}`, '--json']);
    expect(second.exit).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({
      error: { code: 'connection_refused', server: 'kept', tool: 'crash' },
    });
    expect(linesOf(file)).toEqual(['crash', 'crash']);
    expect(await stage.run(['kept.echo', 'input:alive'])).toMatchObject({ stdout: 'alive\n' });
    const [server] = (await stage.status()).servers;
    expect(server).toMatchObject({ state: 'running', calls: 3, restarts: 2 });
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:idempotent-again] a call of an idempotent tool is made again, once',
  async () => {
    const stage = await openStage(program);
    const file = join(stage.home, 'crashes');
    const ran = await stage.run(['call', 'kept.crash_first', `file=${file}`]);
    expect(ran).toMatchObject({ exit: 0, stdout: 'survived\n' });
    expect(linesOf(file)).toHaveLength(2);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:lost-not-repeated] a daemon that dies in a call is reported, the call is not repeated',
  async () => {
    const stage = await openStage(program);
    await stage.run(['daemon', 'start']);
    const { pid } = await stage.status();
    const [begun, until] = [join(stage.home, 'begun'), join(stage.home, 'never')];
    const call = stage.start(['call', 'kept.wait', `begun=${begun}`, `until=${until}`]);
    await untilExists(begun);
    process.kill(pid, 'SIGKILL');
    expect(await call.ended).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('the call was not repeated'),
    });
    expect(linesOf(begun)).toHaveLength(1);
    await untilDead(Number(linesOf(begun)[0]));
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:client-gone] the call of a killed client is cancelled, its server lives on',
  async () => {
    const stage = await openStage(program);
    const server = (await stage.run(['kept.pid'])).stdout;
    const [begun, until] = [join(stage.home, 'begun'), join(stage.home, 'never')];
    const call = stage.start(['call', 'kept.wait', `begun=${begun}`, `until=${until}`]);
    await untilExists(begun);
    call.child.kill('SIGKILL');
    await untilExists(`${begun}.cancelled`);
    await waitUntil(
      async () => (await stage.status()).servers[0]?.['in_flight'] === 0,
      PATIENCE_MS,
    );
    expect((await stage.run(['kept.pid'])).stdout).toBe(server);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:env-isolation] [mcplug:daemon:env-not-logged] a caller gives its environment to the server started for it alone',
  async () => {
    const stage = await openStage(program);
    await stage.configure({ other: keptEntry(), named: keptEntry({ env: { KEY: '${SECRET}' } }) });
    await stage.run(['daemon', 'start', '--log'], { env: { STARTER: 'of-the-daemon' } });
    const ask = async (server: string, name: string, env: Record<string, string> = {}) =>
      (await stage.run(['call', `${server}.env`, `name=${name}`], { env })).stdout.trim();
    expect(await ask('kept', 'SECRET', { SECRET: 'mine' })).toBe('mine');
    expect(await ask('other', 'SECRET')).toBe('(not set)');
    expect(await ask('other', 'STARTER')).toBe('(not set)');
    // A variable that the entry names tells instances apart.
    expect(await ask('named', 'KEY', { SECRET: 'one' })).toBe('one');
    expect(await ask('named', 'KEY', { SECRET: 'two' })).toBe('two');
    expect(await ask('named', 'KEY', { SECRET: 'one' })).toBe('one');
    expect(stage.log()).not.toMatch(/mine|SECRET|of-the-daemon/u);
  },
  PATIENCE_MS,
);

test(
  '[mcplug:daemon:projects-apart] two projects with the same server name never share one',
  async () => {
    const stage = await openStage(program);
    const second = join(stage.home, 'second');
    await mkdir(second);
    await configureProject(second, { kept: keptEntry() });
    const here = await stage.run(['kept.pid']);
    const there = await stage.run(['kept.pid'], { cwd: second });
    expect(there).toMatchObject({ exit: 0 });
    expect(there.stdout).not.toBe(here.stdout);
    expect((await stage.run(['kept.pid'], { cwd: second })).stdout).toBe(there.stdout);
    await stage.run(['daemon', 'stop', 'kept'], { cwd: second });
    expect((await stage.run(['kept.pid'])).stdout).toBe(here.stdout);
  },
  PATIENCE_MS,
);

test('[mcplug:daemon:same-command-line] a command line gives the same with and without the daemon', async () => {
  const stage = await openStage(program);
  const lines: readonly (readonly [readonly string[], string?])[] = [
    [['call', 'kept.echo', 'input:grüße']],
    [['kept.echo', '--args', '-'], '{"input":"from stdin"}'],
    [['call', 'kept.echo', '--json'], ''],
    [['call', 'kept.eco', 'input:a', '--json']],
    [['call', 'nobody.echo']],
    [['call', 'kept.complain', '--verbose']],
  ];
  for (const [args, stdin = ''] of lines) {
    const env = { MCPLUG_DISABLE_KEEPALIVE: '*' };
    const alone = await stage.run(args, { env, stdin });
    await stage.run(['daemon', 'start', 'kept']);
    expect(await stage.run(args, { stdin })).toEqual(alone);
    await stage.run(['daemon', 'stop']);
  }
}, 60_000);

test(
  '[mcplug:daemon:arguments-not-logged] a detailed log names what was called, never the arguments',
  async () => {
    const stage = await openStage(program);
    await stage.run(['daemon', 'start', '--log']);
    await stage.run(['kept.echo', 'input:hush-hush']);
    await stage.run(['kept.complain']);
    expect(stage.log()).toContain('run call kept.echo');
    expect(stage.log()).not.toContain('hush-hush');
    const serverLog = join(stage.directory, 'logs', 'kept.log');
    await untilExists(serverLog);
    expect(readFileSync(serverLog, 'utf8')).toBe('a line on stderr\n');
    const shown = await stage.run(['daemon', 'logs', 'kept']);
    expect(shown).toMatchObject({ exit: 0, stdout: 'a line on stderr\n' });
  },
  PATIENCE_MS,
);
