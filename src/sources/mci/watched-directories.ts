// Which directories must be watched so that no change of a schema or a toolset is missed.
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { directoryId, type WatchedDirectory } from '../../platform/watch-tree.ts';
import type { LookedAt } from './discover.ts';

/** The directories of the files, and of what the files are links to. */
export async function watchedDirectories(
  lookedAt: readonly LookedAt[],
): Promise<readonly WatchedDirectory[]> {
  const names = new Map<string, Set<string> | undefined>();
  const add = (directory: string, wanted: readonly string[] | undefined) => {
    const before = names.get(directory);
    const isWhole = wanted === undefined || (names.has(directory) && before === undefined);
    names.set(directory, isWhole ? undefined : new Set([...(before ?? []), ...wanted]));
  };
  for (const { directory, names: files } of lookedAt) {
    add(
      directory,
      files?.map((one) => basename(one)),
    );
    for (const file of files ?? []) {
      const real = await realpath(file).catch(() => file);
      if (real !== file) add(dirname(real), [basename(real)]);
    }
  }
  const watched = [...names].map(async ([path, wanted]) => {
    const stats = await stat(path).catch(() => undefined);
    return { path, id: stats ? directoryId(stats) : '', ...(wanted && { names: wanted }) };
  });
  return Promise.all(watched);
}
