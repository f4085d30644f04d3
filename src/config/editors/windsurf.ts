// Windsurf: `mcp_config.json` below the folder of Codeium, and the places it had before.
import { join } from 'node:path';
import { roamingFolder, type Places } from '../config-files.ts';
import { ANY_CONTAINER, renamed, type Editor } from './editor.ts';

const FILE_NAME = 'mcp_config.json';

export const windsurf: Editor = {
  name: 'windsurf',
  files: (places) =>
    listPaths(places).map((path) => ({ path, scope: 'user', containers: ANY_CONTAINER })),
  translate: (entry) => renamed(entry, { disabledTools: 'blockedTools' }),
};

function listPaths(places: Places): readonly string[] {
  const { home, platform } = places;
  return [
    join(home, '.windsurf', 'mcp.json'),
    join(home, '.codeium', 'windsurf', FILE_NAME),
    join(home, '.codeium', 'windsurf-next', FILE_NAME),
    join(home, '.windsurf', FILE_NAME),
    join(home, '.config', '.codeium', 'windsurf', FILE_NAME),
    ...(platform === 'win32'
      ? [join(roamingFolder(places), 'Codeium', 'windsurf', FILE_NAME)]
      : []),
  ];
}
