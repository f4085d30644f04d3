// Opens what is to be served: paths and configured servers, side by side; a bad server hides no other.
import { toPlugboardError } from '../../core/errors.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { openSource, type OpenOptions } from '../open-source.ts';
import { sideBySide } from '../side-by-side.ts';
import { brokenSource } from './broken-source.ts';
import { steady } from './steady.ts';

export interface ServedOptions extends OpenOptions {
  /** The source of a configured server; its pool closes it. */
  readonly openServer: (name: string) => Promise<ToolSource>;
  /** How long a list of a server is waited for. */
  readonly listTimeoutMs: number;
}

export interface Served {
  readonly paths: readonly string[];
  readonly serverNames: readonly string[];
}

/** The servers stay with their pool; disposing the source closes the paths. */
export async function openServed(
  { paths, serverNames }: Served,
  options: ServedOptions,
): Promise<ToolSource> {
  const isAlone = paths.length + serverNames.length === 1;
  const local = await openPaths(paths, options);
  const remote = await Promise.all(
    serverNames.map(async (name) => {
      try {
        return await options.openServer(name);
      } catch (thrown) {
        if (isAlone) throw thrown;
        return brokenSource(name, toPlugboardError(thrown));
      }
    }),
  );
  const steadied = isAlone
    ? remote
    : remote.map((source) => steady(source, { timeoutMs: options.listTimeoutMs }));
  const [only, ...others] = [...local, ...steadied];
  return only && others.length === 0 ? only : sideBySide([...local, ...steadied]);
}

/** Fails if any of them cannot be opened; what was opened before is closed again. */
async function openPaths(
  paths: readonly string[],
  options: OpenOptions,
): Promise<readonly ToolSource[]> {
  const opened = await Promise.allSettled(paths.map((path) => openSource(path, options)));
  const sources = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = opened.find((one) => one.status === 'rejected');
  if (!failure) return sources;
  await Promise.allSettled(sources.map((source) => source[Symbol.asyncDispose]()));
  throw failure.reason;
}
