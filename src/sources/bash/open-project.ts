// Finds a mcp-bash project and says where its folders are.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import type { BashProject, ProjectFolders } from './bash-project.ts';
import { loadServerMeta } from './server-meta.ts';
import { readBashSettings, withMetaEnv, type BashSettings } from './settings.ts';

const SERVER_FOLDER = 'server.d';
const MARK = join(SERVER_FOLDER, 'server.meta.json');

/** The project that is meant where none is named: by the environment, else at or above a folder. */
export function findProjectRoot(cwd: string, env: Environment): string | undefined {
  const { projectRoot } = readBashSettings(env);
  if (projectRoot !== undefined) return resolve(cwd, projectRoot);
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    if (existsSync(join(folder, MARK))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

export function openProject(root: string, env: Environment): BashProject {
  const realRoot = realFolder(root);
  const folders = toFolders(realRoot, readBashSettings(env));
  const { data } = loadServerMeta(folders.server);
  const settings = readBashSettings(withMetaEnv(env, data['env']));
  return { root: realRoot, folders, settings, env };
}

function realFolder(root: string): string {
  const path = resolve(root);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
  const hint = 'Name the folder of a project with --project-root, or run `mcp-bash init` in it';
  throw new PlugboardError('not_found', { kind: 'source', name: root }, { hint });
}

/** Relative overrides start at the project. */
function toFolders(root: string, settings: BashSettings): ProjectFolders {
  const at = (chosen: string | undefined, usual: string) => resolve(root, chosen ?? usual);
  return {
    tools: at(settings.toolsDir, 'tools'),
    resources: at(settings.resourcesDir, 'resources'),
    prompts: at(settings.promptsDir, 'prompts'),
    server: at(settings.serverDir, SERVER_FOLDER),
    registry: at(settings.registryDir, '.registry'),
    providers: at(settings.providersDir, 'providers'),
    ui: at(settings.uiDir, 'ui'),
  };
}
