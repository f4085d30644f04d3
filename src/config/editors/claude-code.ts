// Claude Code: a project's `.mcp.json`, the servers in `.claude.json`, and the lists that switch them off.
import { join } from 'node:path';
import { isJsonObject } from '../../core/json.ts';
import type { Places } from '../config-files.ts';
import { ANY_CONTAINER, type Editor, type EditorFile, type Keys } from './editor.ts';

const SETTINGS = ['settings.local.json', 'settings.json'] as const;
const MCP_SERVERS: readonly Keys[] = [['mcpServers']];

export const claudeCode: Editor = {
  name: 'claude-code',
  files: (places) => {
    const { folder, state } = userFiles(places);
    const projectFolder = join(places.rootDir, '.claude');
    const ofProject = (...rest: string[]) => projectKeys(places, rest);
    const switches = {
      disabledBy: ofProject('disabledMcpServers').map((keys) => ({ path: state, keys })),
    };
    const user = { scope: 'user', ...switches } as const;
    const project = { scope: 'project', ...switches } as const;
    return [
      { ...project, path: state, containers: ofProject('mcpServers') },
      sharedFile(places),
      ...SETTINGS.map((name) => ({
        ...project,
        path: join(projectFolder, name),
        containers: MCP_SERVERS,
      })),
      { ...project, path: join(projectFolder, 'mcp.json'), containers: ANY_CONTAINER },
      { ...user, path: state, containers: MCP_SERVERS },
      { ...user, path: join(folder, '.mcp.json'), containers: ANY_CONTAINER },
      ...SETTINGS.map((name) => ({ ...user, path: join(folder, name), containers: MCP_SERVERS })),
      { ...user, path: join(folder, 'mcp.json'), containers: ANY_CONTAINER },
    ];
  },
  translate: ({ oauth, ...entry }) => {
    if (!isJsonObject(oauth)) return entry;
    const { clientId, callbackPort, scopes } = oauth;
    return {
      ...entry,
      ...(typeof clientId === 'string' && { oauthClientId: clientId }),
      ...(typeof scopes === 'string' && { oauthScope: scopes }),
      ...(typeof callbackPort === 'number' && {
        oauthRedirectUrl: `http://localhost:${callbackPort}/callback`,
      }),
    };
  },
};

/** The file a team shares; there are lists of their own for switching its servers off. */
function sharedFile(places: Places): EditorFile {
  const { folder, state } = userFiles(places);
  const key = 'disabledMcpjsonServers';
  const settings = [join(places.rootDir, '.claude'), folder].flatMap((parent) =>
    SETTINGS.map((name) => ({ path: join(parent, name), keys: [key] })),
  );
  const ofState = projectKeys(places, [key]).map((keys) => ({ path: state, keys }));
  return {
    path: join(places.rootDir, '.mcp.json'),
    scope: 'project',
    containers: ANY_CONTAINER,
    disabledBy: [...settings, ...ofState],
  };
}

function userFiles({ env, home }: Places): { readonly folder: string; readonly state: string } {
  const chosen = env['CLAUDE_CONFIG_DIR'] || undefined;
  return {
    folder: chosen ?? join(home, '.claude'),
    state: join(chosen ?? home, '.claude.json'),
  };
}

/** Projects are named by their folder, on Windows with either slash. */
function projectKeys({ rootDir }: Places, rest: Keys): readonly Keys[] {
  const spellings = new Set([rootDir, rootDir.replaceAll('\\', '/')]);
  return [...spellings].map((folder) => ['projects', folder, ...rest]);
}
