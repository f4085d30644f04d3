// Watches the folders of a project as far as they have been read, without holding up anybody.
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { watchFolders } from '../../../platform/watch-folders.ts';
import type { BashProject } from '../bash-project.ts';

export interface FollowOptions {
  readonly project: BashProject;
  /** Whether a folder changed between its being read and its being watched. */
  readonly isStale: (path: string) => boolean;
  readonly onChange: (changed: ReadonlySet<string>) => void;
  readonly closing: AbortSignal;
}

export interface ProjectWatch extends Disposable {
  /** Folders that were read are watched from now on. */
  follow(paths: readonly string[]): Promise<void>;
  /** Whether there are folders the system cannot watch. */
  isBlind(): boolean;
}

const SLICE_MS = 10;

export function followProject(options: FollowOptions): ProjectWatch {
  const { project, isStale, closing } = options;
  const watch = watchFolders(options.onChange);
  let isBlind = false;
  const { tools, resources, prompts, server, ui } = project.folders;
  const above = new Map<string, Set<string>>();
  for (const folder of [tools, resources, prompts, server, ui]) {
    const names = above.get(dirname(folder)) ?? new Set();
    above.set(dirname(folder), names.add(basename(folder)));
  }
  return {
    follow: async (paths) => {
      for (const [path, names] of above) watch.follow(path, names);
      watch.follow(server);
      let sliceStartMs = performance.now();
      for (const path of paths) {
        if (closing.aborted) return;
        if (!watch.follow(path)) isBlind = true;
        if (isStale(path)) watch.note(path);
        if (performance.now() - sliceStartMs < SLICE_MS) continue;
        await nextTurn();
        sliceStartMs = performance.now();
      }
    },
    isBlind: () => isBlind,
    [Symbol.dispose]: () => watch[Symbol.dispose](),
  };
}
