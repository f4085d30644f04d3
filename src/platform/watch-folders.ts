// Tells in which of many folders something changed, so that only those need be looked at again.
import { statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { burstTimer } from './burst-timer.ts';
import { directoryId } from './watch-tree.ts';

export interface FolderWatch extends Disposable {
  /**
   * Follows a folder from now on; one that took the place of another is followed anew. With names,
   * only those entries count, and they are told instead of the folder. Says whether it is followed.
   */
  follow(path: string, names?: ReadonlySet<string>): boolean;
  /** Counts as a change that was seen. */
  note(path: string): void;
}

interface Followed {
  readonly id: string;
  readonly watcher: FSWatcher;
  readonly names: ReadonlySet<string> | undefined;
}

/** No watch keeps the process alive; `onChange` comes once for a burst of changes. */
export function watchFolders(onChange: (changed: ReadonlySet<string>) => void): FolderWatch {
  const followed = new Map<string, Followed>();
  let changed = new Set<string>();
  const burst = burstTimer(() => {
    const told = changed;
    changed = new Set();
    onChange(told);
  });
  const hear = (path: string, name: string | null) => {
    const names = followed.get(path)?.names;
    if (names === undefined) changed.add(path);
    else if (name === null) for (const one of names) changed.add(join(path, one));
    else if (names.has(name)) changed.add(join(path, name));
    else return;
    burst.touch();
  };
  const drop = (path: string) => {
    followed.get(path)?.watcher.close();
    followed.delete(path);
  };
  return {
    follow: (path, names) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      const id = stats ? directoryId(stats) : undefined;
      const before = followed.get(path);
      if (before !== undefined && before.id === id) {
        // Whoever wants all of it gets all of it.
        if (names === undefined) followed.set(path, { ...before, names });
        return true;
      }
      drop(path);
      if (id === undefined) return true;
      const watcher = watchFolder(path, (name) => hear(path, name));
      if (!watcher) return false;
      followed.set(path, { id, watcher, names });
      return true;
    },
    note: (path) => {
      changed.add(path);
      burst.touch();
    },
    [Symbol.dispose]: () => {
      burst.stop();
      for (const path of followed.keys()) drop(path);
    },
  };
}

/** Absent when the system has no watch left. */
function watchFolder(path: string, onEntry: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, (_, name) => onEntry(name));
    // Some systems report a removed folder as an error.
    return watcher.on('error', () => onEntry(null));
  } catch {
    return undefined;
  }
}
