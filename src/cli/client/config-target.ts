// Which configuration file a change goes to.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { homeConfigFiles, projectConfigFile } from '../../config/config-files.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import type { Deps } from '../deps.ts';

export const SCOPES = ['home', 'project'] as const;
type Scope = (typeof SCOPES)[number];

export interface WriteOptions {
  readonly config: string | undefined;
  readonly scope: Scope | undefined;
  readonly root: string | undefined;
}

/** `--config`, or the file of the scope; by default the user's own. */
export function fileToWrite({ config, scope, root }: WriteOptions, { cwd, home }: Deps): string {
  if (config !== undefined) return toAbsolutePath(config, cwd);
  if (scope === 'project') return projectConfigFile(resolve(cwd, root ?? '.'));
  const [json, jsonc] = homeConfigFiles(home);
  return !existsSync(json) && existsSync(jsonc) ? jsonc : json;
}
