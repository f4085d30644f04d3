// What the words of each editor mean: switches, headers, tools, times, folders, questions.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InputQuestion } from '../../src/config/lookup-values.ts';
import { fakeMachine, fixtureMachine, servers } from './fake-machine.ts';

const machine = fixtureMachine();

test('the servers of the fixtures, and where they come from', async () => {
  const config = await machine.load();
  expect(config.problems).toEqual([]);
  const lines = [...config.servers.values()].map(({ name, origin, enabled, error }) =>
    [
      name,
      enabled ? 'on' : 'off',
      origin.editor ?? origin.layer,
      origin.file.replace(/^.*config-(home|project)/u, '$1') + '#' + origin.pointer,
      ...(error ? [error.message] : []),
    ].join(' '),
  );
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "files on project project/config/mcplug.json#/mcpServers/files
    greeter on project project/config/mcplug.json#/mcpServers/greeter
    shared on project project/config/mcplug.json#/mcpServers/shared
    notes on home home/.mcplug/mcplug.jsonc#/mcpServers/notes
    porter on mcporter-project project/config/mcporter.json#/mcpServers/porter
    linear on mcporter-home home/.mcporter/mcporter.json#/mcpServers/linear
    cursor-project on cursor project/.cursor/mcp.json#/mcpServers/cursor-project
    cursor-files on cursor home/.cursor/mcp.json#/mcpServers/cursor-files
    cursor-off off cursor home/.cursor/mcp.json#/mcpServers/cursor-off
    cursor-remote on cursor home/.cursor/mcp.json#/mcpServers/cursor-remote
    team on claude-code project/.mcp.json#/mcpServers/team
    team-http on claude-code project/.mcp.json#/mcpServers/team-http
    team-off off claude-code project/.mcp.json#/mcpServers/team-off
    claude-settings on claude-code home/.claude/settings.json#/mcpServers/claude-settings
    desktop-memory on claude-desktop home/.config/Claude/claude_desktop_config.json#/mcpServers/desktop-memory
    codex-project on codex project/.codex/config.toml#/mcp_servers/codex-project
    codex-docs on codex home/.codex/config.toml#/mcp_servers/codex-docs
    codex-remote on codex home/.codex/config.toml#/mcp_servers/codex-remote
    codex-off off codex home/.codex/config.toml#/mcp_servers/codex-off
    surf-remote on windsurf home/.codeium/windsurf/mcp_config.json#/mcpServers/surf-remote
    surf-off off windsurf home/.codeium/windsurf/mcp_config.json#/mcpServers/surf-off
    servers on opencode project/opencode.json#/mcp/servers
    open-local on opencode home/.config/opencode/opencode.jsonc#/mcp/open-local
    open-remote on opencode home/.config/opencode/opencode.jsonc#/mcp/open-remote
    open-off on opencode home/.config/opencode/opencode.jsonc#/mcp/open-off
    open-switched off opencode home/.config/opencode/opencode.jsonc#/mcp/open-switched
    code-project on vscode project/.vscode/mcp.json#/servers/code-project
    code-search on vscode home/.config/Code/User/mcp.json#/servers/code-search
    code-old on vscode home/.config/Code/User/mcp.json#/servers/code-old"
  `);
});

describe('cursor', () => {
  test('[mcplug:editor:cursor-env] `${env:X}` and folders are replaced', async () => {
    const env = { CURSOR_KEY: 'k', CURSOR_SECRET: 's' };
    const remote = await machine.resolve('cursor-remote', { env });
    expect(remote.transport).toMatchObject({ headers: { 'X-Key': 'k' } });
    expect(remote.auth).toEqual({ clientId: 'abc', clientSecret: 's', scope: 'read write' });
    const files = await machine.resolve('cursor-files');
    expect(files.transport).toMatchObject({
      args: ['-y', 'server-filesystem', `${machine.home}/files`],
    });
  });

  test('a server of the project is started in the project', async () => {
    const { transport } = await machine.resolve('cursor-project');
    expect(transport).toMatchObject({ cwd: join(machine.project, 'tools') });
  });
});

describe('claude-code', () => {
  test('[mcplug:editor:claude-code-project] servers of `.mcp.json` start in the project', async () => {
    expect((await machine.resolve('team')).transport).toEqual({
      kind: 'stdio',
      command: './bin/team-server',
      args: [],
      env: { TOKEN: 'none' },
      cwd: machine.project,
    });
    expect(await machine.resolve('team-http')).toMatchObject({
      transport: { kind: 'http', url: 'https://team.example.test/mcp' },
      auth: { clientId: 'team', redirectUrl: 'http://localhost:8080/callback' },
    });
  });

  test('[mcplug:editor:disabled-flags] a server of `.mcp.json` can be switched off elsewhere', async () => {
    const { servers: found } = await machine.load();
    expect(found.get('team-off')?.enabled).toBe(false);
    expect(found.get('team')?.enabled).toBe(true);
  });

  test('[mcplug:editor:claude-code-real] a project’s own servers win over shared ones, those over the user’s', async () => {
    const fake = await fakeMachine({ 'project/.mcp.json': servers({ x: { command: 'shared' } }) });
    const user = { x: { command: 'user' }, y: { command: 'user' }, off: { command: 'never' } };
    const commandsOf = async (own: object) => {
      const projects = { [fake.project]: own, '/else': servers({ z: { command: 'stranger' } }) };
      await fake.writeHome('.claude.json', { numStartups: 12, mcpServers: user, projects });
      const { servers: found } = await fake.load();
      return [...found.values()].map(({ name, entry, enabled }) => [
        name,
        entry['command'],
        enabled,
      ]);
    };
    expect(await commandsOf(servers({ x: { command: 'own' } }))).toEqual([
      ['x', 'own', true],
      ['y', 'user', true],
      ['off', 'never', true],
    ]);
    expect(
      await commandsOf({ disabledMcpServers: ['off'], disabledMcpjsonServers: ['x', 'y'] }),
    ).toEqual([
      ['x', 'shared', false],
      ['y', 'user', true],
      ['off', 'never', false],
    ]);
  });
});

describe('claude-desktop', () => {
  test('its one file is read as it is', async () => {
    const { transport } = await machine.resolve('desktop-memory');
    expect(transport).toMatchObject({ command: 'npx', env: { DEBUG: '1' } });
  });
});

describe('codex', () => {
  test('[mcplug:editor:codex-cwd] [mcplug:editor:codex-tool-lists] a local server', async () => {
    expect(await machine.resolve('codex-docs')).toMatchObject({
      transport: {
        kind: 'stdio',
        command: 'docs-server',
        args: ['--verbose'],
        cwd: '/srv/docs',
        env: { DOCS_LANG: 'en' },
      },
      allowedTools: ['search', 'read'],
      blockedTools: ['read'],
      timeouts: { startMs: 20_000, callMs: 90_500 },
    });
  });

  test('[mcplug:editor:codex-bearer] [mcplug:editor:codex-http-headers] a remote server', async () => {
    const env = { CODEX_TOKEN: 'secret', CODEX_TEAM: 'blue' };
    const { transport } = await machine.resolve('codex-remote', { env });
    expect(transport).toMatchObject({
      kind: 'http',
      headers: { Authorization: 'Bearer secret', 'X-Region': 'eu', 'X-Team': 'blue' },
    });
    const { message } = await machine.refusal('codex-remote', { env: { CODEX_TEAM: 'blue' } });
    const file = join(machine.home, '.codex/config.toml');
    expect(message).toBe(`Environment variable 'CODEX_TOKEN' is not set (referenced in ${file})`);
  });

  test('[mcplug:editor:disabled-flags] `enabled = false` switches off', async () => {
    expect((await machine.load()).servers.get('codex-off')?.enabled).toBe(false);
  });
});

describe('windsurf', () => {
  test('`serverUrl`, `disabledTools`, `disabled` and `${file:…}`', async () => {
    expect(await machine.resolve('surf-remote')).toMatchObject({
      transport: {
        url: 'https://surf.example.test/mcp',
        headers: { Authorization: 'Bearer surf-secret' },
      },
      blockedTools: ['delete_everything'],
    });
    expect((await machine.load()).servers.get('surf-off')?.enabled).toBe(false);
  });
});

describe('opencode', () => {
  test('[mcplug:editor:opencode-environment] [mcplug:editor:opencode-command-list] a local server', async () => {
    const env = { OPEN_KEY: 'k' };
    expect(await machine.resolve('open-local', { env })).toMatchObject({
      transport: {
        kind: 'stdio',
        command: 'bun',
        args: ['x', 'open-server'],
        env: { OPEN_KEY: 'k', OPEN_MODE: 'fast' },
      },
      timeouts: { startMs: 7000 },
    });
  });

  test('[mcplug:editor:opencode-remote] a remote server; `{env:X}` is empty when X is not set', async () => {
    expect(await machine.resolve('open-remote')).toMatchObject({
      transport: { kind: 'http', url: 'https://open.example.test/mcp', headers: { 'X-Key': '' } },
      auth: { clientId: 'open', scope: 'tools' },
    });
  });

  test('[mcplug:editor:disabled-flags] an entry that only says `enabled` switches the server of a later file', async () => {
    const { servers: found } = await machine.load();
    expect(found.get('open-switched')).toMatchObject({ enabled: false });
    expect(found.get('open-off')).toMatchObject({ enabled: true });
    expect(found.get('open-off')?.entry['command']).toEqual(['never']);
    expect(found.get('servers')?.entry['command']).toEqual(['a-server-called-servers']);
  });

  test('the shape of its second version', async () => {
    const fake = await fakeMachine({
      'project/opencode.json': {
        mcp: {
          servers: {
            on: { type: 'local', command: ['a'], cwd: 'sub', timeout: { startup: 1, request: 2 } },
            off: { type: 'remote', url: 'https://off.test', disabled: true, oauth: false },
          },
        },
      },
    });
    expect(await fake.resolve('on')).toMatchObject({
      transport: { cwd: join(fake.project, 'sub') },
      timeouts: { startMs: 1, callMs: 2 },
    });
    expect(await fake.resolve('off')).toMatchObject({ enabled: false, auth: { kind: 'none' } });
  });
});

describe('vscode', () => {
  test('[mcplug:editor:vscode-workspace-folder] [mcplug:editor:vscode-env-file] a server of the workspace', async () => {
    expect((await machine.resolve('code-project')).transport).toEqual({
      kind: 'stdio',
      command: `${machine.project}/bin/server`,
      args: ['--name', 'config-project'],
      cwd: machine.project,
      env: { FROM_FILE: 'from the file', EXTRA: '1', PORT: '8080' },
    });
  });

  test('[mcplug:editor:vscode-input-asks] what is left to the user is asked once', async () => {
    const asked: InputQuestion[] = [];
    const { transport } = await machine.resolve('code-search', {
      askInput: async (question) => {
        asked.push(question);
        return question.id === 'code-key' ? 'secret' : 'us';
      },
    });
    expect(transport).toMatchObject({
      url: 'https://us.search.example.test/mcp',
      headers: { Authorization: 'Bearer secret' },
    });
    expect(asked).toEqual([
      {
        id: 'code-key',
        server: 'code-search',
        description: 'Key of the search service',
        isSecret: true,
      },
      {
        id: 'code-region',
        server: 'code-search',
        description: 'Region',
        isSecret: false,
        choices: ['eu', 'us'],
        preset: 'eu',
      },
    ]);
  });

  test('what no file describes is asked for as a secret: it may be one', async () => {
    const own = await fakeMachine({
      'project/config/mcplug.json': servers({ x: { command: 'a', args: ['${input:key}'] } }),
    });
    const asked: InputQuestion[] = [];
    await own.resolve('x', {
      askInput: async (question) => {
        asked.push(question);
        return '';
      },
    });
    expect(asked).toEqual([{ id: 'key', server: 'x', isSecret: true }]);
  });

  test('[mcplug:editor:vscode-input-error] without somebody to ask it is an error of this server alone', async () => {
    const error = await machine.refusal('code-search');
    const file = join(machine.home, '.config/Code/User/mcp.json');
    expect(error.message).toBe(
      `Error in config ${file}: server 'code-search' asks for 'code-key' ` +
        '(Key of the search service), and there is no terminal to ask on',
    );
    expect(error.hint).toContain('terminal');
  });

  test('[mcplug:editor:vscode-sse] the old transport is known by its type', async () => {
    expect((await machine.resolve('code-old')).transport).toMatchObject({ legacySse: true });
  });

  test('what only the editor can know is a clear error', async () => {
    const fake = await fakeMachine({
      'project/.vscode/mcp.json': { servers: { x: { command: '${command:pick.server}' } } },
    });
    expect((await fake.refusal('x')).message).toContain(
      '${command:pick.server} has a value only inside the editor',
    );
  });

  test('an env file that is missing is a clear error', async () => {
    const fake = await fakeMachine({
      'project/.vscode/mcp.json': { servers: { x: { command: 'a', envFile: '.env' } } },
    });
    expect((await fake.refusal('x')).message).toContain(
      `envFile ${join(fake.project, '.env')} cannot be read (ENOENT)`,
    );
  });

  test('a backslash before a placeholder is part of a path', async () => {
    const fake = await fakeMachine({
      'project/.vscode/mcp.json': {
        servers: { x: { command: 'C:\\${env:NAME}\\a.exe', args: ['b'] } },
      },
    });
    const { transport } = await fake.resolve('x', { env: { NAME: 'me' } });
    expect(transport).toMatchObject({ command: 'C:\\me\\a.exe' });
  });
});

describe('files of many shapes', () => {
  test.each([
    ['mcpServers', { mcpServers: { x: { command: 'a' } } }],
    ['servers', { servers: { x: { command: 'a' } } }],
    ['mcp', { mcp: { x: { command: 'a' } } }],
    ['no container', { x: { command: 'a' }, theme: { name: 'dark' }, version: 2 }],
  ])('servers under %s', async (_, content) => {
    const fake = await fakeMachine({ 'home/.cursor/mcp.json': content });
    expect([...(await fake.load()).servers.keys()]).toEqual(['x']);
  });

  test('settings of a program are not taken for servers', async () => {
    const fake = await fakeMachine({
      'home/.claude.json': { tipsHistory: { a: 1 }, x: { command: 'looks like one' } },
      'home/.claude/settings.json': { hooks: { x: { command: 'looks like one' } } },
    });
    expect((await fake.load()).servers.size).toBe(0);
  });
});
