// Tells when something changed in a set of directories, also when their root goes away and returns.
import { watch, type FSWatcher, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { burstTimer } from './burst-timer.ts';

export interface WatchedDirectory {
  readonly path: string;
  /** Which directory it is, whatever its name: a replaced one must be watched anew. */
  readonly id: string;
  /** Only these entries matter; absent means all of them. */
  readonly names?: ReadonlySet<string>;
}

export interface TreeWatch extends Disposable {
  /**
   * Watches exactly these directories from now on. New ones count as a change, because what
   * happened in them between their being read and now was missed.
   */
  follow(directories: readonly WatchedDirectory[]): void;
}

/**
 * Watches hold on to what a directory was, not to its path: one look at the root a second sees it
 * moved, removed, or a link above it turned elsewhere.
 */
const ROOT_LOOK_MS = 1_000;

interface Watched extends WatchedDirectory {
  readonly watcher: FSWatcher | undefined;
}

/** One `fs.watch` for each directory, not for each file; none keeps the process alive. */
export function watchTree(root: string, onChange: () => void): TreeWatch {
  const watched = new Map<string, Watched>();
  const burst = burstTimer(onChange);
  const look = async () => {
    const stats = await stat(root).catch(() => undefined);
    const isBlind = [...watched.values()].some(({ watcher }) => watcher === undefined);
    if (isBlind || watched.get(root)?.id !== (stats && directoryId(stats))) burst.touch();
  };
  const timer = setInterval(() => void look(), ROOT_LOOK_MS).unref();

  const drop = (path: string) => {
    watched.get(path)?.watcher?.close();
    watched.delete(path);
  };
  return {
    follow: (directories) => {
      const wanted = new Set(directories.map(({ path }) => path));
      for (const path of watched.keys()) if (!wanted.has(path)) drop(path);
      for (const directory of directories) {
        const known = watched.get(directory.path);
        if (known?.watcher && known.id === directory.id) {
          watched.set(directory.path, { ...directory, watcher: known.watcher });
          continue;
        }
        drop(directory.path);
        const isInteresting = (name: string | null) => {
          const names = watched.get(directory.path)?.names;
          return name === null || names === undefined || names.has(name);
        };
        const watcher = watchDirectory(directory.path, (name) => {
          if (isInteresting(name)) burst.touch();
        });
        watched.set(directory.path, { ...directory, watcher });
        if (watcher) burst.touch();
      }
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      burst.stop();
      for (const path of watched.keys()) drop(path);
    },
  };
}

/** Absent when the system has no watch left or the directory is gone; the root look stands in. */
function watchDirectory(
  path: string,
  onEntry: (name: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => onEntry(name));
    // Some systems report a removed directory as an error.
    return watcher.on('error', () => onEntry(null));
  } catch {
    return undefined;
  }
}

/** Tells directories apart; inodes are used again at once, so the time of birth counts too. */
export function directoryId(stats: Stats): string {
  return `${stats.dev}:${stats.ino}:${stats.birthtimeMs}`;
}
