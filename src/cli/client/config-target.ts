// Which configuration file a change goes to.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { homeConfigFiles, projectConfigFile } from '../../config/config-files.ts';
import { toAbsolutePath } from '../../app/locate.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Deps } from '../deps.ts';

export const SCOPES = ['home', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

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

export function parseScope(text: string): Scope {
  const known = SCOPES.find((scope) => scope === text);
  if (known) return known;
  const reason = `expected ${SCOPES.join(' or ')}, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--scope', reason });
}
