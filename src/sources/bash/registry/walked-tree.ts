// A folder and what was found below it, kept folder by folder, so that a change costs one folder.
import { readdirSync, type Dirent } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PlugboardError } from '../../../core/errors.ts';
import { errnoOf } from '../../../platform/errno.ts';
import { isShortage, ROOM_HINT } from '../../../platform/shortage.ts';
import { statOf } from '../../../platform/stat-of.ts';
import { canonicalJson } from './canonical-json.ts';
import { isSince } from './file-times.ts';
import type { Finds, Folder, Found } from './found.ts';
import { META_ENDING } from './metadata.ts';

export interface WalkOptions<Item extends object> {
  readonly root: string;
  readonly read: (folder: Folder) => Finds<Item>;
  /** Folders that are never entered, by their absolute paths. */
  readonly except: readonly string[];
  readonly onRead: (path: string) => void;
}

export interface WalkedTree<Item extends object> {
  readonly root: string;
  /** Reads a folder and what is new below it; `''` is the root. */
  look(relative: string): void;
  /** Reads everything from a folder on, letting others work in between. */
  lookAll(relative: string): Promise<void>;
  /** Whether something changed in a folder since it was read, by the times of its files. */
  isStale(relative: string): boolean;
  readonly folders: ReadonlyMap<string, WalkedFolder<Item>>;
}

export interface WalkedFolder<Item extends object> extends Finds<Item> {
  readonly path: string;
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly isBelowFound: boolean;
  readonly readAtMs: number;
  readonly said: Folder['said'];
  /** Made when first compared. */
  stamp?: string;
}

/** Folders below the root in which something may lie. */
export const MAX_DEPTH = 3;
/** Plain calls are many times quicker than promises here; a long walk lets others work in between. */
const SLICE_MS = 10;

export function walkedTree<Item extends object>(options: WalkOptions<Item>): WalkedTree<Item> {
  const { root } = options;
  const folders = new Map<string, WalkedFolder<Item>>();
  return {
    root,
    folders,
    look: (relative) => {
      const pending = [relative];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        const { below, isHolding } = lookAt(next, folders, options);
        const isRead = (child: string) => folders.get(child)?.isBelowFound === isHolding;
        pending.push(...below.filter((child) => !isRead(child)));
      }
    },
    lookAll: async (relative) => {
      let sliceStartMs = performance.now();
      const pending = [relative];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        for (const child of lookAt(next, folders, options).below.toReversed()) pending.push(child);
        if (performance.now() - sliceStartMs < SLICE_MS) continue;
        await nextTurn();
        sliceStartMs = performance.now();
      }
    },
    isStale: (relative) => {
      const folder = folders.get(relative);
      return folder !== undefined && isStale(folder);
    },
  };
}

interface Below {
  readonly below: readonly string[];
  /** Whether something above those was found. */
  readonly isHolding: boolean;
}

const NOTHING_BELOW: Below = { below: [], isHolding: false };

/** Reads one folder; says which lie below it. */
function lookAt<Item extends object>(
  relative: string,
  known: Map<string, WalkedFolder<Item>>,
  { root, read, except, onRead }: WalkOptions<Item>,
): Below {
  const path = relative === '' ? root : `${root}/${relative}`;
  const before = known.get(relative);
  const readAtMs = Date.now();
  const entries = entriesOf(path);
  if (!Array.isArray(entries)) {
    // What is there is not known: what was known of it stays.
    if (isShortage(entries)) throw unreadable(path, relative, entries);
    forget(relative, known);
    if (entries) known.set(relative, shut(path, relative, entries));
    return NOTHING_BELOW;
  }
  onRead(path);
  const { files, metas, folders } = visible(entries, path, except);
  const isBelowFound = relative !== '' && isFoundAbove(relative, known);
  const said: Folder['said'] = new Map();
  const { found: all, problems } = read({
    path,
    relative,
    files,
    metas,
    folders,
    isBelowFound,
    said,
    before,
  });
  const found = before ? kept(all, before.found) : all;
  known.set(relative, { path, files, folders, isBelowFound, readAtMs, said, found, problems });
  if (before && before.folders.length > 0) {
    const left = new Set(folders);
    for (const name of before.folders) if (!left.has(name)) forget(join(relative, name), known);
  }
  if (folders.length === 0 || depthOf(relative) >= MAX_DEPTH) return NOTHING_BELOW;
  const isHolding = isBelowFound || (relative !== '' && found.length > 0);
  return { below: folders.map((name) => join(relative, name)), isHolding };
}

/** An item that says the same is the same: who holds it need not look at it again. */
function kept<Item extends object>(
  now: readonly Found<Item>[],
  before: readonly Found<Item>[],
): readonly Found<Item>[] {
  const old = new Map(before.map((one) => [canonicalJson(one.item), one]));
  return now.map((one) => old.get(canonicalJson(one.item)) ?? one);
}

const WITH_TYPES = { withFileTypes: true } as const;

/** Nothing where there is no folder, an error where it may not be read. */
function entriesOf(path: string): Dirent[] | Error | undefined {
  try {
    return readdirSync(path, WITH_TYPES);
  } catch (thrown) {
    const isGone = ['ENOENT', 'ENOTDIR'].includes(errnoOf(thrown) ?? '');
    return isGone || !(thrown instanceof Error) ? undefined : thrown;
  }
}

const NO_RIGHT = 'Give the user who runs this program the right to read and enter the folder';

function unreadable(path: string, relative: string, cause: unknown): PlugboardError<'forbidden'> {
  const reason = `cannot be read (${errnoOf(cause) ?? 'unknown'})`;
  const what = relative === '' ? basename(path) : relative;
  const hint = isShortage(cause) ? ROOM_HINT : NO_RIGHT;
  return new PlugboardError('forbidden', { what, reason }, { hint, cause });
}

/** A folder we cannot look into: a problem, with nothing found. */
function shut(path: string, relative: string, cause: Error): WalkedFolder<never> {
  const error = unreadable(path, relative, cause);
  const problems = [{ subject: error.facts.what, error }];
  const nothing = { files: [], folders: [], found: [], said: new Map() };
  return { path, ...nothing, isBelowFound: false, readAtMs: 0, problems };
}

function visible(entries: readonly Dirent[], path: string, except: readonly string[]) {
  const files: string[] = [];
  const metas = new Set<string>();
  const folders: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    if (entry.isFile()) {
      files.push(name);
      if (name.endsWith(META_ENDING)) metas.add(name);
    } else if (entry.isDirectory() && !except.includes(`${path}/${name}`)) folders.push(name);
  }
  // What is found comes in nearly the order it is listed in, which makes sorting it cheap.
  return { files, metas, folders: folders.length > 1 ? folders.toSorted() : folders };
}

function forget<Item extends object>(
  relative: string,
  known: Map<string, WalkedFolder<Item>>,
): void {
  const folder = known.get(relative);
  known.delete(relative);
  for (const name of folder?.folders ?? []) forget(join(relative, name), known);
}

function isFoundAbove<Item extends object>(
  relative: string,
  known: ReadonlyMap<string, WalkedFolder<Item>>,
): boolean {
  const end = relative.lastIndexOf('/');
  const parent = end === -1 ? undefined : known.get(relative.slice(0, end));
  return parent !== undefined && (parent.isBelowFound || parent.found.length > 0);
}

function isStale(folder: WalkedFolder<object>): boolean {
  const stats = [folder.path, ...folder.files.map((name) => `${folder.path}/${name}`)].map(statOf);
  const stamp = stats
    .map((one) => (one ? `${one.ino} ${one.size} ${one.mtimeMs} ${one.ctimeMs}` : '-'))
    .join();
  const before = folder.stamp;
  folder.stamp = stamp;
  if (before !== undefined) return before !== stamp;
  return stats.some((one) => !one || isSince(one, folder.readAtMs));
}

function depthOf(relative: string): number {
  return relative === '' ? 0 : relative.split('/').length;
}

function join(relative: string, name: string): string {
  return relative === '' ? name : `${relative}/${name}`;
}
