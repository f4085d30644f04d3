// The program as it is built: started inside a project, ended by its client or by a signal.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, onTestFinished } from 'vitest';
import { countMarked, newMark } from '../scripts/processes.ts';
import { PROGRAM, runPlugboard, spawnPlugboard, startPlugboard } from '../support/run-plugboard.ts';
import { RawLines } from '../support/raw-lines.ts';
import { folderWith, shellTool, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { bashProject, serveStage, type Env } from './stage.ts';

interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly client: RawLines;
}

function startBuilt(cwd: string, argv: readonly string[] = [], env: Env = {}): Started {
  const file = PROGRAM.replace('plugboard.js', 'mcp-bash.js');
  const child = spawn(process.execPath, [file, ...argv], { cwd, env: { ...process.env, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, client: new RawLines(child.stdout, child.stdin) };
}

const program = 'mcp-bash';

describe('the program', () => {
  verifies('mcp-bash:command:server', 'serves the project it stands in', async () => {
    const root = await bashProject({ hello: 'echo hi' }, { 'deep/er/x': '' });
    const { client, child } = startBuilt(join(root, 'deep/er'));
    await client.initialize('2025-06-18', {});
    const { result } = await client.ask('tools/call', { name: 'hello' });
    expect(result).toMatchObject({ content: [{ text: 'hi\n' }] });
    const exit = once(child, 'exit');
    client.end();
    expect(await exit).toEqual([0, null]);
  });

  verifies('mcp-bash:protocol:signals', 'ends at once by a signal, and by it', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const { client, child } = startBuilt(await bashProject({ hello: 'echo hi' }));
      await client.initialize('2025-06-18', {});
      const exit = once(child, 'exit');
      child.kill(signal);
      expect(await exit).toEqual([null, signal]);
    }
  });

  verifies('mcp-bash:protocol:signals', 'ends at once also while a tool runs', async () => {
    const mark = newMark();
    const { client, child } = startBuilt(await bashProject({ long: `exec -a ${mark} sleep 60` }));
    await client.initialize('2025-06-18', {});
    client.send({ jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'long' } });
    await waitUntil(async () => (await countMarked(mark)) === 1);
    const exit = once(child, 'exit');
    const startedMs = performance.now();
    child.kill('SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(await countMarked(mark)).toBe(0);
  });

  verifies('mcp-bash:protocol:orphan', 'ends when its parent is gone', async () => {
    const root = await bashProject({ hello: 'echo hi' });
    const file = PROGRAM.replace('plugboard.js', 'mcp-bash.js');
    const env = { ...process.env, MCPBASH_ORPHAN_CHECK_INTERVAL: '1' };
    // The test holds the other end of descriptor 3, so that stdin of the server stays open.
    const parent = spawn(
      'sh',
      ['-c', '"$@" <&3 & echo "pid $!"; wait', 'sh', process.execPath, file],
      {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
      },
    );
    onTestFinished(() => void parent.kill('SIGKILL'));
    const out = parent.stdout as Readable;
    const lines: string[] = [];
    createInterface(out).on('line', (line) => lines.push(line));
    const input = parent.stdio[3] as Writable;
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await waitUntil(() => lines.some((line) => line.includes('"result"')));
    const pid = Number(lines.find((line) => line.startsWith('pid '))?.slice(4));
    parent.kill('SIGKILL');
    await waitUntil(() => !existsSync(`/proc/${pid}`));
    input.destroy();
  });

  verifies('mcp-bash:command:no-project', 'says where there is no project', async () => {
    const cwd = await tempFolder();
    for (const argv of [['run-tool', 'x'], ['validate'], ['config'], ['registry', 'status']]) {
      const ran = await runPlugboard(argv, { program, cwd });
      expect(ran).toMatchObject({ exit: 1, stdout: '' });
      expect(ran.stderr).toMatch(/^Error: No MCP project found\.\nhint: /u);
    }
  });

  verifies('mcp-bash:command:bootstrap', 'without a project tells how to make one', async () => {
    const [cwd, temporary] = [await tempFolder(), await tempFolder()];
    const { client, child } = startBuilt(cwd, [], { TMPDIR: temporary });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    await client.initialize('2025-06-18', {});
    const { result: list } = await client.ask('tools/list');
    expect(list).toMatchObject({ tools: [{ name: 'getting_started' }], total: 1 });
    const { result } = await client.ask('tools/call', { name: 'getting_started' });
    expect(result).toMatchObject({ isError: false });
    expect(JSON.stringify(result)).toContain('mcp-bash new notes');
    expect(said).toMatch(/^No MCP project found; .*getting_started.*\nhint: .*\n$/u);
    const exit = once(child, 'exit');
    client.end();
    expect(await exit).toEqual([0, null]);
    expect([await readdir(cwd), await readdir(temporary)]).toEqual([[], []]);
  });

  verifies('mcp-bash:command:killed', 'folders of the killed are removed by the next', async () => {
    const [cwd, temporary] = [await tempFolder(), await tempFolder()];
    const env = { TMPDIR: temporary };
    const killed = startBuilt(cwd, [], env);
    await killed.client.initialize('2025-06-18', {});
    await killed.client.ask('tools/call', { name: 'getting_started' });
    const left = await readdir(temporary);
    expect(left.map((name) => name.split('-')[2])).toEqual(['bootstrap', 'calls']);
    const exit = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exit;
    await symlink(cwd, join(temporary, 'mcp-bash-calls-elsewhere-1-abcdef'));

    const next = startBuilt(cwd, [], env);
    await next.client.initialize('2025-06-18', {});
    await waitUntil(async () => {
      const names = await readdir(temporary);
      return left.every((name) => !names.includes(name));
    });
    const { result } = await next.client.ask('tools/call', { name: 'getting_started' });
    expect(result).toMatchObject({ isError: false });
    expect(await readdir(temporary)).toContain('mcp-bash-calls-elsewhere-1-abcdef');
  });

  verifies('mcp-bash:command:bootstrap', 'a project that was named is not replaced', async () => {
    const cwd = await tempFolder();
    const ran = await runPlugboard(['--project-root', 'gone'], { program, cwd });
    expect(ran).toMatchObject({ exit: 1, stdout: '' });
    expect(ran.stderr).toContain("/gone' not found.");
  });

  verifies('mcp-bash:command:unknown', 'knows its commands', async () => {
    const ran = await runPlugboard(['run-tol'], { program });
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toBe('Unknown command: run-tol\nhint: Did you mean `mcp-bash run-tool`?\n');
  });

  verifies('mcp-bash:command:unknown-flag', 'knows its flags', async () => {
    const ran = await runPlugboard(['run-tool', 'x', '--nope'], { program });
    expect(ran.exit).toBe(1);
    expect(ran.stderr).toContain("unknown option '--nope'");
    expect((await runPlugboard(['--nope'], { program })).exit).toBe(1);
  });

  verifies('mcp-bash:command:version', 'tells its version and its commands', async () => {
    for (const flag of ['--version', '-v']) {
      expect((await spawnPlugboard([flag], { program })).stdout).toMatch(
        /^mcp-bash 1\.6\.0 \(plugboard \d+\.\d+\.\d+\)\n$/u,
      );
    }
    for (const flag of ['--help', '-h']) {
      expect((await runPlugboard([flag], { program })).stdout).toContain('run-tool');
    }
  });

  verifies('mcp-bash:command:debug', 'writes down what is said, without secrets', async () => {
    const root = await bashProject({ hello: 'echo "$MCP_TOOL_ERROR_FILE"' });
    const served = serveStage(root, {}, ['debug']);
    await served.client.initialize('2025-06-18', {});
    const args = { password: 'hunter2', name: 'Ann' };
    const { result } = await served.client.ask('tools/call', { name: 'hello', arguments: args });
    const [{ text } = { text: '' }] = (result as { content: { text: string }[] }).content;
    expect(await readFile(text.trim(), 'utf8')).toBe('');
    const said = /^mcp-bash debug: logging to (.*)$/mu.exec(served.stderr());
    const file = said?.[1] ?? '';
    expect(file).toMatch(/payload\.debug\.log$/u);
    await waitUntil(async () => (await readFile(file, 'utf8')).includes('exitCode'));
    const log = await readFile(file, 'utf8');
    expect(log).toMatch(/^\d+\|request\|-\|ok\|\{.*"initialize"/mu);
    expect(log).toContain('"name":"Ann"');
    expect(log).not.toContain('hunter2');
  });

  verifies('mcp-bash:command:debug', 'nor secrets in the text of results', async () => {
    const said = { password: 'hunt"er\\2\n', api_key: 'hunter3', name: 'Ann' };
    const root = await bashProject({ hello: `printf '%s' '${JSON.stringify(said)}'` });
    const served = serveStage(root, {}, ['debug']);
    await served.client.initialize('2025-06-18', {});
    const { result } = await served.client.ask('tools/call', { name: 'hello' });
    expect(result).toMatchObject({ structuredContent: said });
    const file = /^mcp-bash debug: logging to (.*)$/mu.exec(served.stderr())?.[1] ?? '';
    await waitUntil(async () => (await readFile(file, 'utf8')).includes('exitCode'));
    const log = await readFile(file, 'utf8');
    expect(log).toContain('\\"name\\":\\"Ann\\"');
    expect(log).not.toMatch(/hunt|er\\|hunter3/u);
  });
});

verifies('mcp-bash:debug:stderr', 'stderr of tools is shown where that is wanted', async () => {
  const root = await bashProject({ hello: 'echo aside >&2' });
  const served = serveStage(root, { MCPBASH_TOOL_STREAM_STDERR: 'true' });
  await served.client.initialize('2025-06-18', {});
  await served.client.ask('tools/call', { name: 'hello' });
  await waitUntil(() => served.stderr().includes('aside\n'));
  expect(served.stderr()).toBe('aside\n');
});

describe('beside other sources', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const hello = {
    body: 'mcp_emit_text "Hello $(mcp_args_get .name)"',
    meta: { inputSchema: schema },
  };

  verifies('mcp-bash:mixed:call', 'a tool is called by path', async () => {
    const root = await bashProject({ hello });
    const ran = await runPlugboard(['call', `${root}:hello`, 'name:Ann']);
    expect(ran).toMatchObject({ exit: 0, stdout: 'Hello Ann\n' });
    const failed = await runPlugboard(['call', `${root}:hello`]);
    expect(failed.exit).toBe(1);
  });

  verifies('mcp-bash:mixed:config', 'a project is a configured server', async () => {
    const root = await bashProject({ hello }, { 'empty/x': '' });
    const config = join(root, 'servers.json');
    await writeFile(config, JSON.stringify({ mcpServers: { mine: { bash: root } } }));
    const ran = await runPlugboard(['call', '--config', config, 'mine.hello', 'name:Bo']);
    expect(ran).toMatchObject({ exit: 0, stdout: 'Hello Bo\n' });
  });

  verifies('mcp-bash:mixed:serve', 'a project is served beside scripts', async () => {
    const root = await bashProject({ hello });
    const scripts = await folderWith({ greet: shellTool('echo "Hi from a script"') });
    const running = startPlugboard(['serve', root, scripts, '--port', '0', '--json']);
    onTestFinished(async () => {
      running.interrupt();
      await running.ended;
    });
    await waitUntil(() => running.stdout().includes('\n'));
    const { tools: names } = JSON.parse(running.stdout()) as { tools: string[] };
    expect(names.some((name) => name.endsWith('hello'))).toBe(true);
    expect(names.some((name) => name.endsWith('greet'))).toBe(true);
  });
});
