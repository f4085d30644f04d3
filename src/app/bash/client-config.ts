// What a client must be told to start a project: as data, in the words of each client, as a script.
import { join } from 'node:path';
import type { Environment } from '../../platform/env.ts';
import { packageRoot } from '../../platform/package-root.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import { serverName } from '../../sources/bash/server-meta.ts';

export interface Descriptor {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Absolute, because programs with windows start servers with a poor PATH. */
export function describeServer(projectRoot: string, env: Environment): Descriptor {
  const project = openProject(projectRoot, env);
  return {
    name: serverName(project),
    command: process.execPath,
    args: [join(packageRoot(), 'dist', 'bin', 'mcp-bash.js')],
    env: { MCPBASH_PROJECT_ROOT: project.root, MCPBASH_TOOL_ALLOWLIST: '*' },
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function mcpServers({ name, ...entry }: Descriptor): string {
  return json({ mcpServers: { [name]: entry } });
}

/** JSON is YAML too, so it can be pasted into both. */
function typedServers({ name, ...entry }: Descriptor): string {
  return json({ mcpServers: { [name]: { type: 'stdio', ...entry } } });
}

interface ClientRow {
  readonly label: string;
  /** Where it belongs. */
  readonly where: string;
  readonly render: (server: Descriptor) => string;
}

export const CLIENTS = {
  'claude-desktop': {
    label: 'Claude Desktop',
    where: 'claude_desktop_config.json',
    render: mcpServers,
  },
  cursor: { label: 'Cursor', where: '.cursor/mcp.json', render: mcpServers },
  'claude-cli': { label: 'Claude Code', where: '.mcp.json', render: typedServers },
  windsurf: { label: 'Windsurf', where: 'mcp_config.json', render: mcpServers },
  librechat: { label: 'LibreChat', where: 'librechat.yaml', render: typedServers },
} as const satisfies Readonly<Record<string, ClientRow>>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

export function renderDescriptor(server: Descriptor): string {
  return json(server);
}

export function renderEveryClient(server: Descriptor): string {
  const parts = Object.values(CLIENTS).map(
    ({ label, where, render }) => `# ${label} (${where})\n${render(server)}`,
  );
  return parts.join('\n');
}

export function renderInspector({ command, args, env }: Descriptor): string {
  const settings = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]);
  const inspector = ['npx', '@modelcontextprotocol/inspector', ...settings];
  return commandLine([...inspector, '--transport', 'stdio', '--', command, ...args]);
}

/** Files of a login shell, which must not read what the client sends, for hosts that know nothing of the user's own PATH. */
const PROFILES = `for profile in "$HOME/.profile" "$HOME/.bash_profile" "$HOME/.bashrc"; do
  # shellcheck source=/dev/null
  if [ -f "$profile" ]; then . "$profile" </dev/null >/dev/null 2>&1 || true; fi
done
`;

/** A script that starts the server with what \`server.d/env.sh\` sets. */
export function renderWrapper(
  { name, command, args, env }: Descriptor,
  { hasProfile }: { readonly hasProfile: boolean },
): string {
  const settings = Object.entries(env).map(([key, value]) => `export ${key}=${quoted(value)}\n`);
  return `#!/usr/bin/env bash
# Starts the MCP server ${name}.
${hasProfile ? PROFILES : ''}${settings.join('')}env_file="$MCPBASH_PROJECT_ROOT/server.d/env.sh"
if [ -f "$env_file" ]; then
  set -a
  # shellcheck source=/dev/null
  . "$env_file" </dev/null >&2
  set +a
fi
exec ${[command, ...args].map(quoted).join(' ')} "$@"
`;
}

function commandLine(words: readonly string[]): string {
  return `${words.map(quoted).join(' ')}\n`;
}

/** As one word of a shell. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/u.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
