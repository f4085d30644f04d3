// What the registry files of a project say, and what comes of writing them anew.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { toPlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import type { Log } from '../../platform/log.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { findJsonTool } from '../../sources/bash/json-tool.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import type { Registry } from '../../sources/bash/registry-items.ts';
import { openRegistry } from '../../sources/bash/registry/open-registry.ts';
import { isNarrowedTo } from '../../sources/bash/registry/project-scan.ts';
import { loadRegistryFile } from '../../sources/bash/registry/registry-files.ts';
import { isMinimal } from '../../sources/bash/settings.ts';

/** The kinds that are told, each with its file. */
const FILES = {
  tools: 'tools',
  resources: 'resources',
  prompts: 'prompts',
  ui: 'ui-resources',
} as const;
type Kind = keyof typeof FILES;
const KINDS: readonly Kind[] = ['tools', 'resources', 'prompts', 'ui'];

export interface FileStatus {
  readonly status: 'present' | 'missing';
  readonly path: string;
  readonly count: number | null;
  readonly hash: string | null;
  /** Seconds since 1970. */
  readonly mtime: number | null;
}

export type RegistryStatus = Readonly<Record<Kind, FileStatus>> & {
  readonly projectRoot: string;
  readonly jsonTool: string;
};

export async function registryStatus(root: string, env: Environment): Promise<RegistryStatus> {
  const project = openProject(root, env);
  const { name: jsonTool } = await findJsonTool(project, env['PATH'] ?? '');
  return { projectRoot: project.root, jsonTool, ...byKind((kind) => fileStatus(project, kind)) };
}

function fileStatus({ folders, settings }: BashProject, kind: Kind): FileStatus {
  const path = join(folders.registry, `${FILES[kind]}.json`);
  const file = loadRegistryFile(folders.registry, FILES[kind], settings.registryMaxBytes);
  const stats = file && statSync(path, { throwIfNoEntry: false });
  if (!file || !stats) return { status: 'missing', path, count: null, hash: null, mtime: null };
  const mtime = Math.floor(stats.mtimeMs / 1000);
  return { status: 'present', path, count: file.items.length, hash: file.hash, mtime };
}

export interface KindRefresh {
  readonly status: 'ok' | 'failed' | 'skipped';
  readonly count: number | null;
  readonly error: string | null;
}

export type RegistryRefresh = Readonly<Record<Kind, KindRefresh>> & {
  readonly notificationsSent: false;
  readonly mode: 'full' | 'minimal';
};

export interface RefreshOptions {
  readonly env: Environment;
  /** Look below this path only; default: what MCPBASH_REGISTRY_REFRESH_PATH says. */
  readonly filter?: string;
  readonly log: Log;
}

export async function refreshRegistry(
  root: string,
  { env, log, ...options }: RefreshOptions,
): Promise<RegistryRefresh> {
  const project = openProject(root, env);
  const filter = options.filter ?? project.settings.registryRefreshPath;
  await using registry = openRegistry(project, {
    watch: false,
    isStatic: false,
    log,
    ...(filter !== undefined && { filter }),
  });
  const mode = isMinimal(project.settings) ? 'minimal' : 'full';
  const rest = { notificationsSent: false, mode } as const;
  try {
    const found = namesOf(await registry.refresh());
    const isLookedAt = (kind: Kind) => filter === undefined || isNarrowedTo(project, kind, filter);
    const outcome = (kind: Kind) =>
      isLookedAt(kind)
        ? refreshed(project, kind, found[kind])
        : ({ status: 'skipped', count: found[kind].length, error: null } as const);
    return { ...byKind(outcome), ...rest };
  } catch (thrown) {
    const error = toPlugboardError(thrown).message;
    return { ...byKind(() => ({ status: 'failed', count: null, error }) as const), ...rest };
  }
}

/** Files that cannot be written are told in the log; they are what was asked for here. */
function refreshed(project: BashProject, kind: Kind, wanted: readonly string[]): KindRefresh {
  const { folders, settings } = project;
  const file = loadRegistryFile(folders.registry, FILES[kind], settings.registryMaxBytes);
  const written = (file?.items ?? []).map((item) => item['name']);
  const count = wanted.length;
  const isCurrent = written.length === count && wanted.every((name) => written.includes(name));
  if (isCurrent && (file || kind === 'ui')) return { status: 'ok', count, error: null };
  const error = `${join(folders.registry, `${FILES[kind]}.json`)} cannot be written`;
  return { status: 'failed', count, error };
}

const isPage = ({ provider }: { readonly provider: string }) => provider === 'ui';
const names = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

function namesOf(registry: Registry): Readonly<Record<Kind, readonly string[]>> {
  const { tools, resources, prompts } = registry;
  return {
    tools: names(tools.items),
    resources: names(resources.items.filter((item) => !isPage(item))),
    prompts: names(prompts.items),
    ui: names(resources.items.filter(isPage)),
  };
}

function byKind<Value>(valueOf: (kind: Kind) => Value): Readonly<Record<Kind, Value>> {
  const values = KINDS.map((kind) => [kind, valueOf(kind)] as const);
  return Object.fromEntries(values) as Record<Kind, Value>;
}
