// VS Code: `mcp.json` of the workspace and of the user's profile, with `servers` and `inputs`.
import { join } from 'node:path';
import { applicationFolder } from '../config-files.ts';
import { ANY_CONTAINER, asWritten, type Editor } from './editor.ts';

const PROGRAMS = ['Code', 'Code - Insiders'] as const;

export const vscode: Editor = {
  name: 'vscode',
  files: (places) => [
    {
      path: join(places.rootDir, '.vscode', 'mcp.json'),
      scope: 'project',
      containers: ANY_CONTAINER,
    },
    { path: join(places.home, '.vscode', 'mcp.json'), scope: 'user', containers: ANY_CONTAINER },
    ...PROGRAMS.map(
      (program) =>
        ({
          path: join(applicationFolder(places), program, 'User', 'mcp.json'),
          scope: 'user',
          containers: ANY_CONTAINER,
        }) as const,
    ),
  ],
  translate: asWritten,
};
