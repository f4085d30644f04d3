// What a project says about itself: server.meta.json, instructions, and the defaults for both.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { SourceInfo } from '../../core/tool-source.ts';
import { isShortage } from '../../platform/shortage.ts';
import type { BashProject } from './bash-project.ts';
import { toIcons } from './registry/icons.ts';
import { toTitle } from './to-title.ts';

export interface ServerMeta {
  readonly data: JsonObject;
  /** Why there is nothing in it, where there is a file. */
  readonly error?: PlugboardError;
}

/** A broken file must not keep a server from starting: it counts as empty, and `validate` tells. */
export function loadServerMeta(serverFolder: string): ServerMeta {
  const file = join(serverFolder, 'server.meta.json');
  const text = textOf(file);
  if (text === undefined) return { data: {} };
  try {
    const data = JSON.parse(text) as JsonValue;
    if (isJsonObject(data)) return { data };
    return { data: {}, error: wrong(file, 'must be a JSON object') };
  } catch (cause) {
    return { data: {}, error: wrong(file, `Invalid JSON: ${(cause as Error).message}`) };
  }
}

/** What holds where server.meta.json says nothing. */
export function serverDefaults({ root }: Pick<BashProject, 'root'>) {
  const name = basename(root) || 'mcp-bash';
  return { name, title: toTitle(name), version: versionOf(root) };
}

export function serverName(project: BashProject): string {
  const { data } = loadServerMeta(project.folders.server);
  return textIn(data, 'name') ?? serverDefaults(project).name;
}

export async function readServerInfo(project: BashProject): Promise<SourceInfo> {
  const { data } = loadServerMeta(project.folders.server);
  const description = textIn(data, 'description');
  const websiteUrl = textIn(data, 'websiteUrl');
  const icons = toIcons(data['icons'], project.folders.server);
  const instructions = textOf(join(project.folders.server, 'server.instructions.md'))?.trim();
  const said = serverDefaults(project);
  return {
    name: textIn(data, 'name') ?? said.name,
    title: textIn(data, 'title') ?? said.title,
    version: textIn(data, 'version') ?? said.version,
    ...(description !== undefined && { description }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(icons && { icons }),
    ...(instructions && { instructions }),
  };
}

function versionOf(root: string): string {
  const own = textOf(join(root, 'VERSION'))?.trim();
  if (own) return own;
  try {
    const data = JSON.parse(textOf(join(root, 'package.json')) ?? '{}') as JsonValue;
    return (isJsonObject(data) ? textIn(data, 'version') : undefined) ?? '0.0.0';
  } catch {
    return '0.0.0';
  }
}

function textIn(data: JsonObject, key: string): string | undefined {
  const value = data[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if (isShortage(thrown)) throw thrown;
    return undefined;
  }
}

function wrong(file: string, reason: string): PlugboardError {
  const hint = 'Run `mcp-bash validate`';
  return new PlugboardError('config_error', { file, reason }, { hint });
}
