// Reads every layer of configuration into one list of servers, each with where it came from.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import type { Environment } from '../platform/env.ts';
import { readDocument, type ReadDocument } from '../platform/read-document.ts';
import { listConfigFiles, type Places } from './config-files.ts';
import { listStampedPaths, readStamp, type ConfigStamp } from './config-stamp.ts';
import { EDITORS } from './editors/editors.ts';
import {
  originOf,
  toConfiguredServer,
  type ConfiguredServer,
  type FoundEntry,
} from './found-entry.ts';
import {
  readConfigFile,
  type ConfigPart,
  type ConfigProblem,
  type DocumentReader,
} from './read-config-file.ts';
import { readEditor } from './read-editor.ts';
import { EDITOR_NAMES, type EditorName, type Origin } from './server-definition.ts';

export interface LoadConfigOptions {
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
  /** The value of `--config`. */
  readonly configPath?: string;
  /** Where the project is, when it is not the working directory. */
  readonly rootDir?: string;
  /** Default: the platform this runs on. */
  readonly platform?: NodeJS.Platform;
}

export interface LoadedConfig {
  /** By name, in order of precedence. */
  readonly servers: ReadonlyMap<string, ConfiguredServer>;
  /** Files that could not be used; what is wrong with one server is with that server. */
  readonly problems: readonly ConfigProblem[];
  readonly imports: readonly EditorName[];
  readonly daemonIdleTimeoutMs?: number;
  readonly places: Places;
  readonly stamp: ConfigStamp;
}

export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const places = toPlaces(options);
  if (options.rootDir !== undefined) refuseMissing(places.rootDir);
  // Stamped before it is read: what changes in between is noticed the next time.
  const stamp = readStamp(listStampedPaths(places, options));
  const reader = documentReader(stamp);
  const own = await Promise.all(
    listConfigFiles(places, options).map((file) => readConfigFile(file, reader)),
  );
  const imports = own.find((part) => part.imports)?.imports ?? EDITOR_NAMES;
  const imported = await Promise.all(
    imports.map((name) => readEditor({ editor: EDITORS[name], places, readDocument: reader })),
  );
  const parts: readonly ConfigPart[] = [...own, ...imported];
  const idle = own.find((part) => part.daemonIdleTimeoutMs !== undefined)?.daemonIdleTimeoutMs;
  return {
    servers: await toServers(parts.flatMap(({ found }) => found)),
    problems: parts.flatMap(({ problems }) => problems),
    imports,
    ...(idle !== undefined && { daemonIdleTimeoutMs: idle }),
    places,
    stamp,
  };
}

export interface LoadEditorOptions extends LoadConfigOptions {
  readonly editor: EditorName;
  /** One file to read instead of those the editor uses. */
  readonly path?: string;
}

/** The servers of one editor alone, whatever our own files say; a file that is named must be right. */
export async function loadEditorServers(
  options: LoadEditorOptions,
): Promise<Pick<LoadedConfig, 'servers' | 'problems'>> {
  const { editor, path } = options;
  const places = toPlaces(options);
  const usual = () => documentReader(readStamp(listStampedPaths(places, options)));
  const { found, problems } = await readEditor({
    editor: EDITORS[editor],
    places,
    readDocument: path === undefined ? usual() : readDocument,
    ...(path !== undefined && { path: resolve(options.cwd, path) }),
  });
  const [problem] = problems;
  if (path !== undefined && problem) throw problem.error;
  return { servers: await toServers(found), problems };
}

function toPlaces({ cwd, rootDir, home, env, platform }: LoadConfigOptions): Places {
  return {
    rootDir: resolve(cwd, rootDir ?? '.'),
    home,
    env,
    platform: platform ?? process.platform,
  };
}

/** A folder that somebody names is meant to be there; the working directory may be anything. */
function refuseMissing(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new PlugboardError(
    'config_error',
    { file: folder, reason: 'folder not found' },
    { hint: '`--root` names it; make the folder or name another' },
  );
}

/** Reads each file once, and none that is known to be missing. */
function documentReader(stamp: ConfigStamp): DocumentReader {
  const existing = new Set(stamp.filter(({ found }) => found).map(({ path }) => path));
  const documents = new Map<string, Promise<ReadDocument>>();
  return async (path) => {
    if (!existing.has(path)) return undefined;
    const known = documents.get(path) ?? readDocument(path);
    documents.set(path, known);
    return known;
  };
}

/** The first definition of a name wins, whole. */
async function toServers(
  found: readonly FoundEntry[],
): Promise<ReadonlyMap<string, ConfiguredServer>> {
  const winners = new Map<string, { readonly entry: FoundEntry; readonly shadowed: Origin[] }>();
  for (const entry of found) {
    const winner = winners.get(entry.name);
    if (winner) winner.shadowed.push(originOf(entry));
    else winners.set(entry.name, { entry, shadowed: [] });
  }
  const servers = await Promise.all(
    [...winners.values()].map(({ entry, shadowed }) => toConfiguredServer(entry, shadowed)),
  );
  return new Map(servers.map((server) => [server.name, server]));
}
