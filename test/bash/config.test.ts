// `mcp-bash config`, `health` and `ready`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, runPlugboard, type RunOptions } from '../support/run-plugboard.ts';
import { folderWith, tempFolder } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';

function mcpBash(cwd: string, args: string[], options: RunOptions = {}) {
  const env = { MCPBASH_PROJECT_ROOT: '', ...options.env };
  return runPlugboard(args, { ...options, cwd, program: 'mcp-bash', env });
}

const META = { 'server.d/server.meta.json': '{"name":"my notes"}' };
const TOOL = '#!/usr/bin/env bash\nprintf "%s" "${FROM_ENV:-nothing}"\n';

function projectWith(files: Record<string, string> = {}) {
  return folderWith({ ...META, 'tools/say/tool.sh': TOOL, ...files });
}

const PROGRAM = join(ROOT, 'dist/bin/mcp-bash.js');

function entry(project: string) {
  return {
    command: process.execPath,
    args: [PROGRAM],
    env: { MCPBASH_PROJECT_ROOT: project, MCPBASH_TOOL_ALLOWLIST: '*' },
  };
}

const ask = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

describe('config', () => {
  verifies('bash-cli:config', 'describes the server as JSON', async () => {
    const project = await projectWith();
    const ran = await mcpBash(project, ['config', '--json']);
    expect(JSON.parse(ran.stdout)).toEqual({
      name: 'my notes',
      command: process.execPath,
      args: [PROGRAM],
      env: { MCPBASH_PROJECT_ROOT: project, MCPBASH_TOOL_ALLOWLIST: '*' },
    });
  });

  for (const client of ['claude-desktop', 'cursor', 'windsurf']) {
    verifies('bash-cli:config', `speaks the words of ${client}`, async () => {
      const project = await projectWith();
      const ran = await mcpBash(project, ['config', '--client', client]);
      expect(JSON.parse(ran.stdout)).toEqual({ mcpServers: { 'my notes': entry(project) } });
    });
  }

  for (const client of ['claude-cli', 'librechat']) {
    verifies('bash-cli:config', `tells ${client} the transport too`, async () => {
      const project = await projectWith();
      const { stdout } = await mcpBash(project, ['config', '--client', client]);
      const expected = { mcpServers: { 'my notes': { type: 'stdio', ...entry(project) } } };
      expect(JSON.parse(stdout)).toEqual(expected);
      expect(parse(stdout)).toEqual(expected);
    });
  }

  verifies('bash-cli:config', 'names the clients it knows', async () => {
    const unknown = await mcpBash(await projectWith(), ['config', '--client', 'emacs']);
    expect(unknown).toMatchObject({ exit: 1, stdout: '' });
    expect(unknown.stderr).toContain('claude-desktop, cursor, claude-cli, windsurf, librechat');
  });

  verifies('bash-cli:config', 'shows every client where none is named', async () => {
    const project = await projectWith();
    const { stdout } = await mcpBash(project, ['config']);
    expect(stdout).toBe((await mcpBash(project, ['config', '--show'])).stdout);
    for (const label of ['Claude Desktop', 'Cursor', 'Windsurf', 'LibreChat', 'Claude Code']) {
      expect(stdout).toContain(`# ${label}`);
    }
  });

  verifies('bash-cli:config-inspector', 'prints the command line of the Inspector', async () => {
    const project = await projectWith();
    const { stdout } = await mcpBash(project, ['config', '--inspector']);
    expect(stdout).toMatch(/^npx @modelcontextprotocol\/inspector -e MCPBASH_PROJECT_ROOT=/u);
    expect(stdout).toContain(`--transport stdio -- ${process.execPath} ${PROGRAM}\n`);
  });

  verifies(
    'bash-cli:config-wrapper',
    'makes a script that starts the project with its env.sh',
    async () => {
      const project = await projectWith({ 'server.d/env.sh': 'FROM_ENV="set by env.sh"\n' });
      const { stdout } = await mcpBash(project, ['config', '--wrapper']);
      const wrapper = join(await tempFolder(), 'start.sh');
      await writeFile(wrapper, stdout);
      await chmod(wrapper, 0o755);
      const env = { PATH: '/usr/bin:/bin', MCPBASH_TOOL_ENV_MODE: 'inherit' };
      const ran = spawnSync(wrapper, ['run-tool', 'say'], { encoding: 'utf8', env });
      expect(ran.stderr).toBe('');
      expect(JSON.parse(ran.stdout)).toMatchObject({ content: [{ text: 'set by env.sh' }] });
    },
  );

  verifies('bash-cli:config-wrapper', 'reads profiles, and nothing that is sent', async () => {
    const project = await projectWith({ 'server.d/env.sh': 'read -r stolen; export stolen\n' });
    const profile = 'echo noise; read -r line; export FROM_ENV="set by a profile$line"\n';
    const home = await folderWith({ '.profile': profile });
    const { stdout } = await mcpBash(project, ['config', '--wrapper-env']);
    const wrapper = join(await tempFolder(), 'start.sh');
    await writeFile(wrapper, stdout);
    await chmod(wrapper, 0o755);
    const start = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const ran = spawnSync(wrapper, {
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: home, MCPBASH_TOOL_ENV_MODE: 'inherit' },
      input: ask(1, 'initialize', start) + ask(2, 'tools/call', { name: 'say' }),
    });
    expect(ran.stderr).toBe('');
    const [, called] = ran.stdout.trim().split('\n');
    expect(called).toContain('"text":"set by a profile"');
  });

  verifies('bash-cli:config-wrapper', 'a terminal gets the script as a file, once', async () => {
    const project = await projectWith();
    const ran = await mcpBash(project, ['config', '--wrapper-env'], { isTty: true });
    const file = join(project, 'my-notes.sh');
    expect(ran).toMatchObject({ exit: 0, stdout: `Wrote ${file}\n` });
    expect(await readFile(file, 'utf8')).toContain('.bash_profile');
    const again = await mcpBash(project, ['config', '--wrapper'], { isTty: true });
    expect(again).toMatchObject({ exit: 1 });
    expect(again.stderr).toContain('already exists');
  });
});

describe('health and ready', () => {
  for (const word of ['health', 'ready', '--health', '--ready']) {
    verifies('bash-cli:health', `${word} prints one line and writes nothing`, async () => {
      const project = await projectWith();
      const ran = await mcpBash(project, [word]);
      expect(ran).toMatchObject({ exit: 0, stderr: '' });
      expect(JSON.parse(ran.stdout)).toEqual({
        status: 'ok',
        mode: 'full',
        jsonTool: expect.stringMatching(/jq$/u),
        tools: 1,
        resources: 0,
        prompts: 0,
        projectChecks: 'none',
      });
      expect(existsSync(join(project, '.registry'))).toBe(false);
    });
  }

  verifies('bash-cli:health', 'tells the mode it would serve in', async () => {
    const project = await projectWith();
    for (const env of [{ MCPBASH_FORCE_MINIMAL: 'true' }, { MCPBASH_JSON_TOOL: 'none' }]) {
      const ran = await mcpBash(project, ['health'], { env });
      expect(JSON.parse(ran.stdout)).toMatchObject({ mode: 'minimal' });
    }
  });

  verifies('bash-cli:health-hook', 'asks the project itself', async () => {
    const project = await projectWith({
      'server.d/health-checks.sh':
        'mcp_health_check_command no-such-program\nmcp_health_check_env WANTED "set WANTED"\n',
    });
    const ran = await mcpBash(project, ['health'], { env: { WANTED: '' } });
    expect(ran).toMatchObject({
      exit: 1,
      stderr: 'Command not found: no-such-program\nset WANTED\n',
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'unhealthy', projectChecks: 'failed' });
  });

  verifies('bash-cli:health', 'a project that takes too long is unhealthy', async () => {
    const project = await projectWith({ 'server.d/health-checks.sh': 'sleep 30\n' });
    const ran = await mcpBash(project, ['health', '--timeout', '1']);
    expect(ran).toMatchObject({ exit: 1 });
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'unhealthy' });
  });

  verifies('bash-cli:health', 'and so is one whose lists do', async () => {
    const project = await projectWith({ 'server.d/register.sh': 'sleep 30\n' });
    const ran = await mcpBash(project, ['health', '--timeout', '1']);
    expect(ran).toMatchObject({
      exit: 1,
      stderr:
        'Timeout after 1s looking for tools, resources and prompts\nhint: Give it more time with --timeout\n',
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ status: 'unhealthy' });
  });

  verifies('bash-cli:health', 'a project that is none, or broken, is misconfigured', async () => {
    const nothing = await mcpBash(await tempFolder(), ['health']);
    expect(nothing).toMatchObject({ exit: 2, stdout: '{"status":"unhealthy"}\n' });
    const broken = await projectWith();
    await writeFile(join(broken, 'server.d/server.meta.json'), '{');
    expect(await mcpBash(broken, ['health'])).toMatchObject({ exit: 2 });
  });

  test('checks others could have written are not run', async () => {
    const project = await projectWith({ 'server.d/health-checks.sh': 'touch "$PWD/ran"\n' });
    await chmod(join(project, 'server.d/health-checks.sh'), 0o666);
    expect(await mcpBash(project, ['health'])).toMatchObject({ exit: 1 });
    expect(existsSync(join(project, 'ran'))).toBe(false);
  });
});
