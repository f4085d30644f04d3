// Walks the root directory and finds the executables that are scripts; runs none of them.
import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { extname, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlugboardError } from '../../core/errors.ts';
import type { Problem } from '../../core/tool-source.ts';
import { errnoOf } from '../../platform/errno.ts';
import { statOf } from '../../platform/stat-of.ts';
import { isShortage } from '../../platform/shortage.ts';
import { directoryId, type WatchedDirectory } from '../../platform/watch-tree.ts';
import { SCRIPT_LIMITS } from './limits.ts';
import { linkSteps } from './link-steps.ts';

/** Numbers as the system gave them: making a string of each would cost as much as asking for them. */
export interface FileKey {
  readonly inode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

export function isSameKey(a: FileKey, b: FileKey): boolean {
  return (
    a.inode === b.inode && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs
  );
}

export interface FoundScript {
  /** Path relative to the root, joined with `/`: the tool's name. */
  readonly name: string;
  /** What is executed: links stay links, so that a script sees the name it was called by. */
  readonly path: string;
  readonly realPath: string;
  /** Changes whenever the file may have changed. */
  readonly key: FileKey;
}

export interface IgnoredEntry {
  readonly name: string;
  readonly why: 'not-executable' | 'too-deep' | 'loop';
}

export interface Discovery {
  readonly scripts: readonly FoundScript[];
  readonly problems: readonly Problem[];
  readonly ignored: readonly IgnoredEntry[];
  /** Where a change may change what is found. */
  readonly directories: readonly WatchedDirectory[];
}

/** The root is the first level. */
const MAX_LEVELS = SCRIPT_LIMITS.maxLevels.value;
/** Plain calls are many times quicker than promises here; a long walk lets others work in between. */
const SLICE_MS = 25;

interface Folder {
  readonly path: string;
  /** What names in it start with. */
  readonly prefix: string;
  readonly id: string;
  /** Real paths of this folder and of those it was reached through. */
  readonly trail: readonly [string, ...string[]];
}

interface Walk {
  readonly scripts: FoundScript[];
  readonly problems: Problem[];
  readonly ignored: IgnoredEntry[];
  readonly folders: Folder[];
  /** Names to watch in the folders that links lead to. */
  readonly targets: Map<string, Set<string>>;
}

/** `undefined` means that there is no such directory. */
export async function discover(root: string): Promise<Discovery | undefined> {
  const stats = statOf(root);
  const realRoot = realPathOf(root);
  if (!stats?.isDirectory() || realRoot === undefined) return undefined;
  const top: Folder = { path: root, prefix: '', id: directoryId(stats), trail: [realRoot] };
  const walk: Walk = {
    scripts: [],
    problems: [],
    ignored: [],
    folders: [top],
    targets: new Map(),
  };
  let sliceStartMs = performance.now();
  for (const folder of walk.folders) {
    readFolder(folder, walk);
    if (performance.now() - sliceStartMs < SLICE_MS) continue;
    await nextTurn();
    sliceStartMs = performance.now();
  }
  const { scripts, problems, ignored } = walk;
  return {
    scripts: sortedBy(scripts, ({ name }) => name),
    problems: sortedBy(problems, ({ subject }) => subject),
    ignored,
    directories: toWatched(walk),
  };
}

function readFolder(folder: Folder, walk: Walk): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder.path, { withFileTypes: true });
  } catch (thrown) {
    // What is there is not known: the caller may know it from before.
    if (isShortage(thrown)) throw thrown;
    if (!isGone(thrown)) walk.problems.push(unreadable(folder, thrown));
    return;
  }
  for (const entry of entries) if (!entry.name.startsWith('.')) readEntry(folder, entry, walk);
}

function readEntry(folder: Folder, entry: Dirent, walk: Walk): void {
  const path = `${folder.path}/${entry.name}`;
  const name = folder.prefix + entry.name;
  let stats: Stats;
  let realPath: string;
  if (entry.isSymbolicLink()) noteSteps(folder, entry, walk);
  try {
    stats = statSync(path);
    // Only a link leads elsewhere; asking the system for each file would double the cost of a walk.
    realPath = entry.isSymbolicLink() ? realpathSync.native(path) : realPathIn(folder, path, entry);
  } catch (thrown) {
    const problem = unusable(name, entry, thrown);
    if (problem) walk.problems.push(problem);
    return;
  }
  if (stats.isDirectory()) enter(folder, { name, path, realPath, id: directoryId(stats) }, walk);
  if (!stats.isFile()) return;
  if (!isExecutable(path, stats)) {
    walk.ignored.push({ name, why: 'not-executable' });
    return;
  }
  walk.scripts.push({ name, path, realPath, key: fileKey(stats) });
}

function realPathIn(folder: Folder, path: string, entry: Dirent): string {
  const real = folder.trail[0];
  return real === folder.path ? path : `${real}/${entry.name}`;
}

function enter(
  folder: Folder,
  found: Pick<FoundScript, 'name' | 'path' | 'realPath'> & { readonly id: string },
  walk: Walk,
): void {
  const { name, path, realPath, id } = found;
  const isLoop = folder.trail.some((past) => isWithin(past, realPath));
  // A directory at the last level could only hold scripts below it.
  const isTooDeep = name.split('/').length >= MAX_LEVELS;
  if (isLoop || isTooDeep) walk.ignored.push({ name, why: isLoop ? 'loop' : 'too-deep' });
  else walk.folders.push({ path, prefix: `${name}/`, id, trail: [realPath, ...folder.trail] });
}

/** Whether a path is the directory itself or lies below it. */
function isWithin(path: string, directory: string): boolean {
  return (
    path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep)
  );
}

/** Also where a link leads nowhere: it may lead somewhere later. */
function noteSteps({ trail }: Folder, entry: Dirent, { targets }: Walk): void {
  for (const { folder, name } of linkSteps({ folder: trail[0], name: entry.name })) {
    const names = targets.get(folder) ?? new Set();
    targets.set(folder, names.add(name));
  }
}

function toWatched({ folders, targets }: Walk): WatchedDirectory[] {
  const watched: WatchedDirectory[] = folders.map(({ path, id }) => ({ path, id }));
  const whole = new Set(folders.map(({ path }) => path));
  for (const [path, names] of targets) {
    const stats = whole.has(path) ? undefined : statOf(path);
    if (stats) watched.push({ path, id: directoryId(stats), names });
  }
  return watched;
}

const WINDOWS_EXECUTABLES = ['.exe', '.com'];

function isExecutable(path: string, stats: Stats): boolean {
  if (process.platform !== 'win32') return (stats.mode & 0o111) !== 0;
  return WINDOWS_EXECUTABLES.includes(extname(path).toLowerCase());
}

function fileKey({ ino, size, mtimeMs, ctimeMs }: Stats): FileKey {
  return { inode: ino, size, mtimeMs, ctimeMs };
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** Removed while we walked: the next walk will not see it. */
function isGone(thrown: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errnoOf(thrown) ?? '');
}

function unreadable(folder: Folder, cause: unknown): Problem {
  const subject = folder.prefix === '' ? folder.path : folder.prefix.slice(0, -1);
  const facts = { what: folder.path, reason: `cannot be read (${errnoOf(cause) ?? 'unknown'})` };
  const hint = 'Give the user who runs this program the right to read and enter the directory';
  return { subject, error: new PlugboardError('forbidden', facts, { hint, cause }) };
}

function unusable(name: string, entry: Dirent, cause: unknown): Problem | undefined {
  const errno = errnoOf(cause) ?? 'unknown';
  const what = entry.name.includes('\uFFFD')
    ? ['its name is not UTF-8', 'Give the file a name in UTF-8']
    : entry.isSymbolicLink()
      ? [`the link leads nowhere (${errno})`, 'Let the link lead to a script, or remove it']
      : [`it cannot be looked at (${errno})`, 'Check the permissions of the file'];
  if (isGone(cause) && !entry.isSymbolicLink() && !entry.name.includes('\uFFFD')) return undefined;
  const [reason = '', hint = ''] = what;
  const output = `Cannot use ${name}: ${reason}`;
  return { subject: name, error: new PlugboardError('tool_failed', { output }, { hint, cause }) };
}

const SURROGATE = /[\uD800-\uDFFF]/;

/** By UTF-8 bytes, which is the order of UTF-16 units too unless surrogates are involved. */
function sortedBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  if (items.some((item) => SURROGATE.test(nameOf(item)))) {
    return items.toSorted((a, b) => Buffer.compare(Buffer.from(nameOf(a)), Buffer.from(nameOf(b))));
  }
  return items.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : Number(nameOf(a) > nameOf(b))));
}
