// Keeps the list of tools true: reads the schema again when a file of it changed, and tells.
import { dirname } from 'node:path';
import { toPlugboardError } from '../../core/errors.ts';
import { isShortage, lookAgain } from '../../platform/shortage.ts';
import { watchTree } from '../../platform/watch-tree.ts';
import { discoverAll, discoverFiles, type FileDiscovery } from './discover.ts';
import type { Environment } from './environment.ts';
import { fileStamp, loadSchemaFile, type LoadFile, type SchemaFile } from './load-schema.ts';
import type { MciTool } from './mci-tool.ts';
import type { ServerCatalog } from './server-tools.ts';
import { EMPTY_SNAPSHOT, nextSnapshot, withMistake, type Snapshot } from './snapshot.ts';
import { watchedDirectories } from './watched-directories.ts';

export interface CatalogOptions {
  readonly file: string;
  readonly environment: Environment;
  readonly servers: ServerCatalog;
  readonly loadFile: LoadFile;
  readonly isShown: (tool: MciTool) => boolean;
  readonly watches: boolean;
  readonly closing: AbortSignal;
  /** Told how the servers are defined now. */
  readonly onServers: (servers: Snapshot['servers']) => void;
  readonly onChange: () => void;
}

export interface Catalog {
  readonly first: FileDiscovery;
  /** The current tools; waits only for the first answers of the servers. */
  current(): Promise<Snapshot>;
  /** The current tools where nothing needs to be waited for, which is the case of nearly every call. */
  now(): Snapshot | undefined;
  /** Looks again, now. */
  refresh(): Promise<Snapshot>;
  /** Resolves when nothing of it is at work. */
  idle(): Promise<void>;
}

/** Loads files, and again only those that changed. */
export function fileLoader(): LoadFile {
  const loaded = new Map<string, { stamp: string | undefined; schema: SchemaFile }>();
  return async (file, kind) => {
    const stamp = await fileStamp(file);
    const before = loaded.get(file);
    if (before && stamp !== undefined && before.stamp === stamp) return before.schema;
    const schema = await loadSchemaFile(file, kind);
    loaded.set(file, { stamp, schema });
    return schema;
  };
}

/** Throws when the schema or a toolset is wrong; later mistakes are problems, and the tools stay. */
export async function openCatalog(options: CatalogOptions): Promise<Catalog> {
  const { file, servers, closing, environment, loadFile } = options;
  const discover = () => discoverFiles(file, { loadFile, env: environment.now() });
  const first = await discover();
  let snapshot = EMPTY_SNAPSHOT;
  let isFirst = true;
  const publish = (next: Snapshot) => {
    const before = snapshot;
    snapshot = next;
    if (!isFirst && before.listing !== snapshot.listing) options.onChange();
  };
  const look = async (files: FileDiscovery) => {
    const env = environment.now();
    const { tools, problems } = await discoverAll(files, { servers, loadFile, env });
    if (closing.aborted) return;
    tree?.follow(await watchedDirectories([...files.lookedAt, ...environment.lookedAt()]));
    options.onServers(files.servers);
    const shown = tools.filter(options.isShown);
    publish(nextSnapshot(snapshot, { tools: shown, problems, servers: files.servers }));
  };
  const rescan = coalesced(closing, async () => {
    try {
      if (!isFirst) await environment.refresh();
      await look(isFirst ? first : await discover());
    } catch (thrown) {
      const isPassing = isShortage(thrown);
      if (isPassing) again();
      // The lists stay as they are where the system does not let us look.
      if (!isPassing || isFirst)
        publish(withMistake(snapshot, { subject: file, error: toPlugboardError(thrown) }));
    }
    isFirst = false;
  });
  const again = lookAgain(rescan);
  const tree = options.watches ? watchTree(dirname(file), () => void rescan()) : undefined;
  closing.addEventListener('abort', () => tree?.[Symbol.dispose](), { once: true });
  const begun = rescan();
  const now = () => {
    if (isFirst) return undefined;
    if (servers.isRetryDue()) void rescan();
    return snapshot;
  };
  return {
    first,
    now,
    current: () => begun.then(() => now() ?? snapshot),
    refresh: () => rescan().then(() => snapshot),
    idle: rescan,
  };
}

/** One at a time; whoever asks while it works waits for one more round. */
function coalesced(closing: AbortSignal, work: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let working: Promise<void> | undefined;
  const untilDone = async () => {
    while (isWanted && !closing.aborted) {
      isWanted = false;
      await work();
    }
  };
  return () => {
    isWanted = true;
    working ??= untilDone().finally(() => (working = undefined));
    return working;
  };
}
