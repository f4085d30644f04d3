// Where each editor keeps its servers, on each platform, and which of its files wins.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadEditorServers } from '../../src/config/load-config.ts';
import { EDITOR_NAMES, type EditorName } from '../../src/config/server-definition.ts';
import { fakeMachine, servers } from './fake-machine.ts';

type Row = readonly [
  id: string,
  editor: EditorName,
  platform: NodeJS.Platform | 'any',
  path: string,
  content: (entry: object) => object | string,
];

const underServers = (entry: object) => ({ servers: { x: entry } });
const underMcp = (entry: object) => ({ mcp: { x: entry } });
const toml = () => '[mcp_servers.x]\ncommand = "found"\n';
const ours = (entry: object) => servers({ x: entry });

const MAC = 'home/Library/Application Support';
const ROAMING = 'home/AppData/Roaming';
const STORE = 'home/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude';

/** The paths of the specification, and those the programs really use. */
const ROWS: readonly Row[] = [
  ['mcplug:editor:cursor', 'cursor', 'any', 'home/.cursor/mcp.json', ours],
  ['mcplug:editor:cursor-real', 'cursor', 'any', 'project/.cursor/mcp.json', ours],
  ['mcplug:editor:cursor-real', 'cursor', 'linux', 'home/.config/Cursor/User/mcp.json', ours],
  ['mcplug:editor:cursor-real', 'cursor', 'darwin', `${MAC}/Cursor/User/mcp.json`, ours],
  ['mcplug:editor:cursor-real', 'cursor', 'win32', `${ROAMING}/Cursor/User/mcp.json`, ours],
  [
    'mcplug:editor:claude-desktop-mac',
    'claude-desktop',
    'darwin',
    `${MAC}/Claude/claude_desktop_config.json`,
    ours,
  ],
  [
    'mcplug:editor:claude-desktop-windows',
    'claude-desktop',
    'win32',
    `${ROAMING}/Claude/claude_desktop_config.json`,
    ours,
  ],
  [
    'mcplug:editor:claude-desktop-real',
    'claude-desktop',
    'win32',
    `${STORE}/claude_desktop_config.json`,
    ours,
  ],
  [
    'mcplug:editor:claude-desktop-real',
    'claude-desktop',
    'linux',
    'home/.config/Claude/claude_desktop_config.json',
    ours,
  ],
  ['mcplug:editor:claude-code-home', 'claude-code', 'any', 'home/.claude/.mcp.json', ours],
  ['mcplug:editor:claude-code-project', 'claude-code', 'any', 'project/.mcp.json', ours],
  ['mcplug:editor:claude-code-real', 'claude-code', 'any', 'home/.claude.json', ours],
  ['mcplug:editor:claude-code-real', 'claude-code', 'any', 'home/.claude/settings.json', ours],
  [
    'mcplug:editor:claude-code-real',
    'claude-code',
    'any',
    'home/.claude/settings.local.json',
    ours,
  ],
  ['mcplug:editor:claude-code-real', 'claude-code', 'any', 'home/.claude/mcp.json', ours],
  ['mcplug:editor:claude-code-real', 'claude-code', 'any', 'project/.claude/settings.json', ours],
  [
    'mcplug:editor:claude-code-real',
    'claude-code',
    'any',
    'project/.claude/settings.local.json',
    ours,
  ],
  ['mcplug:editor:claude-code-real', 'claude-code', 'any', 'project/.claude/mcp.json', ours],
  ['mcplug:editor:vscode', 'vscode', 'any', 'home/.vscode/mcp.json', underServers],
  ['mcplug:editor:vscode-real', 'vscode', 'any', 'project/.vscode/mcp.json', underServers],
  ['mcplug:editor:vscode-real', 'vscode', 'linux', 'home/.config/Code/User/mcp.json', underServers],
  ['mcplug:editor:vscode-real', 'vscode', 'darwin', `${MAC}/Code/User/mcp.json`, underServers],
  ['mcplug:editor:vscode-real', 'vscode', 'win32', `${ROAMING}/Code/User/mcp.json`, underServers],
  [
    'mcplug:editor:vscode-real',
    'vscode',
    'linux',
    'home/.config/Code - Insiders/User/mcp.json',
    underServers,
  ],
  ['mcplug:editor:windsurf', 'windsurf', 'any', 'home/.windsurf/mcp.json', ours],
  [
    'mcplug:editor:windsurf-real',
    'windsurf',
    'any',
    'home/.codeium/windsurf/mcp_config.json',
    ours,
  ],
  [
    'mcplug:editor:windsurf-real',
    'windsurf',
    'any',
    'home/.codeium/windsurf-next/mcp_config.json',
    ours,
  ],
  ['mcplug:editor:windsurf-real', 'windsurf', 'any', 'home/.windsurf/mcp_config.json', ours],
  [
    'mcplug:editor:windsurf-real',
    'windsurf',
    'any',
    'home/.config/.codeium/windsurf/mcp_config.json',
    ours,
  ],
  [
    'mcplug:editor:windsurf-real',
    'windsurf',
    'win32',
    `${ROAMING}/Codeium/windsurf/mcp_config.json`,
    ours,
  ],
  ['mcplug:editor:codex', 'codex', 'any', 'home/.codex/mcp.json', ours],
  ['mcplug:editor:codex-real', 'codex', 'any', 'home/.codex/config.toml', toml],
  ['mcplug:editor:codex-real', 'codex', 'any', 'project/.codex/config.toml', toml],
  ['mcplug:editor:opencode', 'opencode', 'any', 'home/.opencode/mcp.json', ours],
  ['mcplug:editor:opencode-real', 'opencode', 'any', 'home/.opencode/mcp.json', underMcp],
  [
    'mcplug:editor:opencode-real',
    'opencode',
    'any',
    'home/.config/opencode/opencode.json',
    underMcp,
  ],
  [
    'mcplug:editor:opencode-real',
    'opencode',
    'any',
    'home/.config/opencode/opencode.jsonc',
    underMcp,
  ],
  ['mcplug:editor:opencode-real', 'opencode', 'any', 'project/opencode.json', underMcp],
  ['mcplug:editor:opencode-real', 'opencode', 'any', 'project/opencode.jsonc', underMcp],
  ['mcplug:editor:opencode-real', 'opencode', 'any', 'project/.opencode/opencode.json', underMcp],
  [
    'mcplug:editor:opencode-real',
    'opencode',
    'win32',
    `${ROAMING}/opencode/opencode.json`,
    underMcp,
  ],
];

const PLATFORMS: readonly NodeJS.Platform[] = ['linux', 'darwin', 'win32'];

const isOn = (platform: NodeJS.Platform, [, , where]: Row) => where === 'any' || where === platform;

describe('files', () => {
  test.each(ROWS)('[%s] %s on %s: %s', async (...row) => {
    const [, editor, , path, content] = row;
    const machine = await fakeMachine({ [path]: content({ command: 'found' }) });
    const file = join(machine.project, '..', path);
    for (const platform of PLATFORMS) {
      const { servers: found } = await machine.load({ platform });
      const places = [...found.values()].map(({ name, origin }) => [
        name,
        origin.editor,
        origin.file,
      ]);
      expect(places).toEqual(isOn(platform, row) ? [['x', editor, file]] : []);
    }
  });

  test('every editor has rows, for each platform', () => {
    for (const editor of EDITOR_NAMES) {
      for (const platform of PLATFORMS) {
        const rows = ROWS.filter((row) => row[1] === editor && isOn(platform, row));
        expect(rows.length).toBeGreaterThan(0);
      }
    }
  });

  test('a file of Claude Desktop that others took for its configuration is not read', async () => {
    const machine = await fakeMachine({
      'home/.config/Claude/settings.json': servers({ x: { command: 'wrong' } }),
    });
    expect((await machine.load()).servers.size).toBe(0);
  });

  test('folders that variables move are found', async () => {
    const machine = await fakeMachine({
      'home/c/.claude.json': servers({ claude: { command: 'a' } }),
      'home/c/.mcp.json': servers({ claude2: { command: 'a' } }),
      'home/x/config.toml': '[mcp_servers.codex]\ncommand = "a"\n',
      'home/o/opencode.json': underMcp({ command: ['a'] }),
      'home/o2.json': { mcp: { opencode2: { command: ['a'] } } },
      'home/xdg/Claude/claude_desktop_config.json': servers({ desktop: { command: 'a' } }),
      'home/roam/Code/User/mcp.json': { servers: { code: { command: 'a' } } },
    });
    const env = {
      CLAUDE_CONFIG_DIR: join(machine.home, 'c'),
      CODEX_HOME: join(machine.home, 'x'),
      OPENCODE_CONFIG_DIR: join(machine.home, 'o'),
      OPENCODE_CONFIG: join(machine.home, 'o2.json'),
      XDG_CONFIG_HOME: join(machine.home, 'xdg'),
      APPDATA: join(machine.home, 'roam'),
    };
    const linux = await machine.load({ env });
    expect([...linux.servers.keys()]).toEqual([
      'claude',
      'claude2',
      'desktop',
      'codex',
      'x',
      'opencode2',
    ]);
    expect((await machine.load({ env, platform: 'win32' })).servers.has('code')).toBe(true);
  });
});

describe('imports', () => {
  const everyEditor = {
    'home/.cursor/mcp.json': servers({ cursor: { command: 'a' }, x: { command: 'cursor' } }),
    'project/.mcp.json': servers({
      'claude-code': { command: 'a' },
      x: { command: 'claude-code' },
    }),
    'home/.config/Claude/claude_desktop_config.json': servers({
      'claude-desktop': { command: 'a' },
      x: { command: 'claude-desktop' },
    }),
    'home/.codex/mcp.json': servers({ codex: { command: 'a' }, x: { command: 'codex' } }),
    'home/.windsurf/mcp.json': servers({ windsurf: { command: 'a' }, x: { command: 'windsurf' } }),
    'home/.opencode/mcp.json': servers({ opencode: { command: 'a' }, x: { command: 'opencode' } }),
    'home/.vscode/mcp.json': servers({ vscode: { command: 'a' }, x: { command: 'vscode' } }),
  };

  async function loadWith(own: Readonly<Record<string, object>>) {
    const machine = await fakeMachine({ ...everyEditor, ...own });
    const config = await machine.load();
    return { config, names: [...config.servers.keys()].filter((name) => name !== 'x') };
  }

  test('[mcplug:editor:imports-absent-all] without `imports` all seven, in the order of the specification', async () => {
    const { config, names } = await loadWith({ 'project/config/mcplug.json': servers({}) });
    expect(names).toEqual([...EDITOR_NAMES]);
    expect(config.imports).toEqual(EDITOR_NAMES);
  });

  test('[mcplug:editor:earlier-editor-wins] the first editor wins a name, the others are known', async () => {
    const { config } = await loadWith({});
    const found = config.servers.get('x');
    expect(found?.entry['command']).toBe('cursor');
    expect(found?.shadowed.map(({ editor }) => editor)).toEqual(EDITOR_NAMES.slice(1));
  });

  test('[mcplug:editor:imports-list-exact] a list is exactly these, in its order', async () => {
    const own = servers({}, { imports: ['vscode', 'cursor', 'vscode'] });
    const { config, names } = await loadWith({ 'project/config/mcplug.json': own });
    expect(names).toEqual(['vscode', 'cursor']);
    expect(config.servers.get('x')?.entry['command']).toBe('vscode');
  });

  test('[mcplug:editor:imports-empty-none] an empty list is none', async () => {
    const own = servers({ mine: { command: 'a' } }, { imports: [] });
    const { config, names } = await loadWith({ 'home/.mcplug/mcplug.json': own });
    expect(names).toEqual(['mine']);
    expect(config.imports).toEqual([]);
  });

  test('the highest file that says `imports` decides', async () => {
    const { names } = await loadWith({
      'project/config/mcplug.json': servers({}, { imports: ['codex'] }),
      'home/.mcplug/mcplug.json': servers({}, { imports: ['vscode'] }),
    });
    expect(names).toEqual(['codex']);
  });

  test('an editor nobody knows is reported, the others are imported', async () => {
    const own = servers({ mine: { command: 'a' } }, { imports: ['zed', 'cursor'] });
    const { config, names } = await loadWith({ 'project/config/mcplug.json': own });
    expect(names).toEqual(['mine', 'cursor']);
    expect(config.problems[0]?.error.message).toContain('imports: unknown editor "zed"');
  });
});

describe('one editor alone', () => {
  test('its servers are listed whatever our files say', async () => {
    const machine = await fakeMachine({
      'project/config/mcplug.json': servers({ x: { command: 'own' } }, { imports: [] }),
      'home/.cursor/mcp.json': servers({ x: { command: 'cursor' } }),
    });
    const { project, home } = machine;
    const found = await loadEditorServers({ editor: 'cursor', cwd: project, home, env: {} });
    expect([...found.servers.values()].map(({ entry }) => entry['command'])).toEqual(['cursor']);
  });

  test('a file may be named, and must then be right', async () => {
    const machine = await fakeMachine({
      'project/codex.toml': '[mcp_servers.a]\nurl = "https://a.test"\nbearer_token_env_var = "T"\n',
    });
    const options = { editor: 'codex', cwd: machine.project, home: machine.home, env: {} } as const;
    const found = await loadEditorServers({ ...options, path: 'codex.toml' });
    expect(found.servers.get('a')?.entry).toEqual({
      baseUrl: 'https://a.test',
      bearerTokenEnv: 'T',
    });
    await expect(loadEditorServers({ ...options, path: 'none.toml' })).rejects.toThrow(
      `Error in config ${join(machine.project, 'none.toml')}: file not found`,
    );
  });
});
