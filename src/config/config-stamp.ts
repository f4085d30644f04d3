// Tells cheaply whether configuration changed: which files were looked at, and how they looked.
import { statOf } from '../platform/stat-of.ts';
import { listConfigFiles, type ConfigFileOptions, type Places } from './config-files.ts';
import { EDITORS } from './editors/editors.ts';
import { EDITOR_NAMES } from './server-definition.ts';

export interface FileStamp {
  readonly path: string;
  /** Absent when there was no such file. */
  readonly found?: { readonly sizeBytes: number; readonly mtimeMs: number };
}

/** Files that are missing belong to it: one that appears is a change. */
export type ConfigStamp = readonly FileStamp[];

/** Every file any configuration here could come from, whether or not an import wants it. */
export function listStampedPaths(places: Places, options: ConfigFileOptions): readonly string[] {
  const own = listConfigFiles(places, options).map(({ path }) => path);
  const imported = EDITOR_NAMES.flatMap((name) =>
    EDITORS[name]
      .files(places)
      .flatMap(({ path, disabledBy = [] }) => [path, ...disabledBy.map((list) => list.path)]),
  );
  return [...new Set([...own, ...imported])];
}

export function readStamp(paths: readonly string[]): ConfigStamp {
  return paths.map((path) => {
    const found = statOf(path);
    return found ? { path, found: { sizeBytes: found.size, mtimeMs: found.mtimeMs } } : { path };
  });
}

export function isSameStamp(one: ConfigStamp, other: ConfigStamp): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, found }, at) => {
      const twin = other[at];
      return (
        twin?.path === path &&
        twin.found?.sizeBytes === found?.sizeBytes &&
        twin.found?.mtimeMs === found?.mtimeMs
      );
    })
  );
}
