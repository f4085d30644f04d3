// Claude Desktop: one file, and on Windows a second one when it came from the Store.
import { join } from 'node:path';
import { applicationFolder, type Places } from '../config-files.ts';
import { asWritten, type Editor, type Keys } from './editor.ts';

const FILE_NAME = 'claude_desktop_config.json';
const CONTAINERS: readonly Keys[] = [['mcpServers']];

export const claudeDesktop: Editor = {
  name: 'claude-desktop',
  files: (places) =>
    [applicationFolder(places), ...storeFolders(places)].map((folder) => ({
      path: join(folder, 'Claude', FILE_NAME),
      scope: 'user',
      containers: CONTAINERS,
    })),
  translate: asWritten,
};

/** Windows redirects what a Store program writes into its package. */
function storeFolders({ platform, env, home }: Places): readonly string[] {
  if (platform !== 'win32') return [];
  const local = env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  return [join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming')];
}
