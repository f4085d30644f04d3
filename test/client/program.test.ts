// The program `mcplug` as a whole: its name, its help, its completion, and the built file.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENV } from '../../src/platform/env.ts';
import { isAlive } from '../scripts/processes.ts';
import { PROGRAM, spawnPlugboard, startProgram } from '../support/run-plugboard.ts';
import { waitUntil } from '../support/wait-until.ts';
import { fixture, stage } from './stage.ts';

const MCPLUG = PROGRAM.replace('plugboard.js', 'mcplug.js');

describe('[mcplug:intent:change-the-binary-name]', () => {
  test('version and help say mcplug', async () => {
    const { run } = await stage();
    expect((await run(['--version'])).stdout).toMatch(/^mcplug \d+\.\d+\.\d+\n$/u);
    const { stdout } = await run(['--help']);
    expect(stdout).toContain('Usage: mcplug <command> [options]');
    const help = (await run(['call', '--help'])).stdout;
    expect(help).toContain('Usage: mcplug call [options] <selector> [argument...]');
    expect(help).not.toContain('plugboard');
  });

  test('[mcplug:intent:commands] every command of the client is there', async () => {
    const { run } = await stage();
    const { stdout } = await run(['--help']);
    for (const command of ['list', 'call', 'config', 'daemon', 'resource', 'prompt', 'serve']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'mu'));
    }
  });

  test('hints name mcplug', async () => {
    const { run } = await stage();
    expect((await run(['lst'])).stderr).toBe(
      "Command 'lst' not found.\nhint: Did you mean `mcplug list`?\n",
    );
  });

  test('an mcporter configuration is read as it is', async () => {
    const { run, home } = await stage();
    await mkdir(`${home}/.mcporter`);
    const text = `{ // mine\n "mcpServers": { "old": ${JSON.stringify(fixture('mock'))}, }, }`;
    await writeFile(`${home}/.mcporter/mcporter.json`, text);
    expect((await run(['old.echo', 'input:x'])).stdout).toBe('x\n');
  });
});

test('[mcplug:pattern:env-prefix] variables of its own begin with MCPLUG_', async () => {
  // What others have named already, and what only `serve` reads.
  const known =
    /^(?:XDG_\w+|\w+_PROXY|\w+_proxy|NO_COLOR|FORCE_COLOR|BROWSER|LOCALAPPDATA|HOME|USERPROFILE|PLUGBOARD_TOKEN)$/u;
  const own = Object.keys(ENV).filter((name) => !known.test(name));
  expect(own).toContain('MCPLUG_CONFIG');
  for (const name of own) expect(name).toMatch(/^MCPLUG_/u);
  expect(await readFile('docs/env.md', 'utf8')).toContain('`MCPLUG_LIST_TIMEOUT`');
});

describe('the built program', () => {
  test('calls a tool of a server and ends it', async () => {
    const { cwd, home } = await stage({ mock: fixture('mock') });
    const args = ['mock.add', 'a:2', 'b:3'];
    expect(await spawnPlugboard(args, { cwd, home, program: 'mcplug' })).toEqual({
      exit: 0,
      stdout: '5\n',
      stderr: '',
    });
  });

  test('does not wait for a server that ignores its end, and leaves none behind', async () => {
    const { cwd, home } = await stage({ deaf: fixture('ignores-its-end') });
    const { stdout } = await spawnPlugboard(['deaf.pid'], { cwd, home, program: 'mcplug' });
    const pid = Number(stdout);
    // Still there: nobody waited for it. The watchdog asks it to go half a second later.
    expect(await isAlive(pid)).toBe(true);
    await waitUntil(async () => !(await isAlive(pid)));
  });

  test('[mcplug:env:debug-hang] says what is open when it does not end', async () => {
    const { cwd, home } = await stage();
    const keepOpen = fileURLToPath(new URL('../fixtures/servers/keep-open.cjs', import.meta.url));
    const env = { MCPLUG_DEBUG_HANG: '1', NODE_OPTIONS: `--require ${keepOpen}` };
    const running = startProgram(['config', 'show'], { cwd, home, env, program: 'mcplug' });
    let hasEnded = false;
    void running.ended.then(() => (hasEnded = true));
    await running.until('still running 2s after the end; open: ');
    expect(running.stderr()).toContain('Timeout');
    // The first is caught, the second ends it.
    running.interrupt();
    await waitUntil(() => {
      running.interrupt();
      return hasEnded;
    });
  });

  /** More than any pipe holds. */
  const LONG = 'x'.repeat(400_000);
  const LONG_INPUT = JSON.stringify({ input: `${LONG}\nend` });

  test('[client:output:whole] long text is whole through a pipe', async () => {
    const { cwd, home } = await stage({ mock: fixture('mock') });
    const options = { cwd, home, program: 'mcplug', stdin: LONG_INPUT } as const;
    const { stdout } = await spawnPlugboard(['mock.echo', '--args', '-'], options);
    expect(stdout).toBe(`${LONG}\nend\n`);
  });

  test('[mcplug:decision:epipe] a reader may go away', async () => {
    const { cwd, home } = await stage({ mock: fixture('mock') });
    const line = `"${process.execPath}" "${MCPLUG}" mock.echo --args - | head -c 3`;
    const env = { ...process.env, HOME: home };
    const ended = spawnSync('sh', ['-c', line], { cwd, input: LONG_INPUT, encoding: 'utf8', env });
    expect({ stdout: ended.stdout, stderr: ended.stderr }).toEqual({ stdout: 'xxx', stderr: '' });
  });

  test('a home that is none, and a working directory that is gone', async () => {
    const { cwd } = await stage({ mock: fixture('mock') });
    const env = { ...process.env, HOME: '/dev/null', XDG_CACHE_HOME: '/dev/null' };
    const run = (words: readonly string[]) =>
      spawnSync(process.execPath, [MCPLUG, ...words], { cwd, encoding: 'utf8', env });
    expect(run(['mock.echo', 'input:x'])).toMatchObject({ status: 0, stdout: 'x\n', stderr: '' });
    expect(run(['daemon', 'start'])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]*\/dev\/null[^\n]*\n(?:hint: [^\n]*\n)?$/u),
    });
    const words = ['list', 'mock.echo'].map((one) => `"${process.execPath}" "${MCPLUG}" ${one}`);
    const line = `mkdir gone && cd gone && rmdir "$PWD" && { ${words.join('; ')}; }`;
    const gone = spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8' });
    const said = 'Cannot read the working directory: it was removed\n';
    expect(gone).toMatchObject({ status: 1, stdout: '', stderr: said.repeat(2) });
  });

  test.runIf(existsSync('/dev/full'))(
    'a disk that is full is told in one line and by the status',
    async () => {
      const { cwd, home } = await stage({ mock: fixture('mock') });
      const env = { ...process.env, HOME: home };
      const end = (words: string) => {
        const line = `"${process.execPath}" "${MCPLUG}" ${words}`;
        const { status, stderr } = spawnSync('sh', ['-c', line], { cwd, encoding: 'utf8', env });
        return { status, stderr };
      };
      const full = { status: 1, stderr: 'Cannot write to stdout: ENOSPC\n' };
      for (const words of ['list --json', 'mock.counter', '--version', 'config show']) {
        expect(end(`${words} >/dev/full`)).toEqual(full);
      }
      expect(end('mock.counter 2>/dev/full')).toEqual({ status: 0, stderr: '' });
      expect(end('nobody.knows 2>/dev/full')).toEqual({ status: 1, stderr: '' });
    },
  );
});

describe('[client:completion]', () => {
  test.each(['bash', 'zsh', 'fish'])('a script for %s', async (shell) => {
    const { run, json } = await stage();
    expect((await run(['completion', shell])).stdout).toContain('mcplug completion words -- ');
    expect((await json(['completion', shell])).value).toMatchObject({ shell });
  });

  test('servers, tools and arguments, from what was listed before', async () => {
    const { run } = await stage({ mock: fixture('mock'), more: { command: './nowhere' } });
    const words = async (...typed: string[]) =>
      (await run(['completion', 'words', '--', ...typed])).stdout.split('\n').slice(0, -1);
    expect(await words('mo')).toEqual(['mock.', 'more.']);
    expect(await words('call', 'mock.')).toEqual([]);
    await run(['list', 'mock']);
    expect(await words('call', 'mock.e')).toEqual(['mock.echo', 'mock.error']);
    expect(await words('mock.a')).toEqual(['mock.add', 'mock.ask']);
    expect(await words('call', 'mock.add', '')).toEqual(['a=', 'b=']);
    expect(await words('mock.add', 'a=1', '')).toEqual(['b=']);
    expect(await words('list', 'm')).toEqual(['mock', 'more']);
    expect(await words('list', '--al')).toEqual(['--all-parameters', '--allow-http']);
    expect(await words('config', 're')).toEqual(['remove']);
    expect(await words('config', 'remove', 'mor')).toEqual(['more']);
    expect(await words('config', 'import', 'cu')).toEqual(['cursor']);
    expect(await words('daemon', 'st')).toEqual(['start', 'stop', 'status']);
    expect(await words('daemon', 'logs', 'mo')).toEqual(['mock', 'more']);
    expect(await words('res')).toEqual(['resource']);
  });

  /** What each shell is told to print what its own completion offers after `mcplug call mo`. */
  const asking = {
    bash: `COMP_WORDS=(mcplug call mo) COMP_CWORD=2
_mcplug_completion 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compadd() { print -l -- "\${@[\${@[(i)--]} + 1,-1]}" }
words=(mcplug call mo) CURRENT=3
_mcplug`,
    fish: "complete -C 'mcplug call mo'",
  } as const;
  /** What a shell has only where somebody completes. */
  const before = { bash: '', zsh: 'compdef() { : }', fish: '' } as const;
  const names = Object.keys(asking) as readonly (keyof typeof asking)[];

  test.for(names)('%s completes with it', async (shell, { skip }) => {
    const isHere = spawnSync(shell, ['-c', 'true']).status === 0;
    if (!isHere) return skip(`${shell} is not installed`);
    const { cwd, home } = await stage({ mock: fixture('mock') });
    const own = join(home, 'mcplug');
    await writeFile(own, `#!/bin/sh\nexec "${process.execPath}" "${MCPLUG}" "$@"\n`);
    await chmod(own, 0o755);
    const script = (await spawnPlugboard(['completion', shell], { program: 'mcplug' })).stdout;
    const program = [before[shell], script, asking[shell]].join('\n');
    const { stdout, stderr } = spawnSync(shell, ['-c', program], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, HOME: home, PATH: `${home}:${process.env['PATH']}` },
    });
    return expect({ stdout, stderr }).toEqual({ stdout: 'mock.\n', stderr: '' });
  });

  test('another shell is refused', async () => {
    const { run } = await stage();
    expect((await run(['completion', 'tcsh'])).stderr).toBe(
      "Cannot parse arguments: expected one of bash, zsh, fish, got 'tcsh'\n",
    );
  });
});
