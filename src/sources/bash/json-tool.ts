// Which jq scripts are told to use: gojq, else jq, else the one that ships with us.
import { basename, join } from 'node:path';
import { findCommand } from '../../platform/find-command.ts';
import type { BashProject } from './bash-project.ts';
import { sdkFolder } from './sdk-folder.ts';

export interface JsonTool {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** Root runs no program that its environment merely names, unless told so. */
export async function findJsonTool(
  project: Pick<BashProject, 'root' | 'settings'>,
  path: string,
): Promise<JsonTool> {
  const { jsonTool, jsonToolBin, allowJsonToolForRoot } = project.settings;
  const isTrusted = process.getuid?.() !== 0 || allowJsonToolForRoot;
  const options = { env: { PATH: path }, cwd: project.root };
  if (isTrusted && jsonToolBin !== undefined) {
    const found = await findCommand(jsonToolBin, options);
    if (found !== undefined) return { name: toName(jsonTool, found), path: found };
  }
  const wanted = isTrusted && jsonTool === 'jq' ? ['jq'] : ['gojq', 'jq'];
  for (const name of wanted) {
    const found = await findCommand(name, options);
    if (found !== undefined) return { name, path: found };
  }
  return { name: 'jq', path: join(sdkFolder(), 'jq') };
}

function toName(said: string | undefined, path: string): string {
  return said ?? (basename(path).includes('gojq') ? 'gojq' : 'jq');
}

/** The environment of scripts that call jq: which one, and the Node that runs ours. */
export function jsonToolEnv({ name, path }: JsonTool): Record<string, string> {
  return {
    MCPBASH_JSON_TOOL: name,
    MCPBASH_JSON_TOOL_BIN: path,
    MCPBASH_NODE_BIN: process.execPath,
  };
}
