// Writes the registry files a moment after they changed, and what is left when the source closes.
import { existsSync } from 'node:fs';
import { toPlugboardError } from '../../../core/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { BashProject } from '../bash-project.ts';
import type { RegistryFiles } from './compose.ts';
import { isWritten, toContents, writeRegistryFile } from './registry-files.ts';

export interface RegistryWriter extends AsyncDisposable {
  /** Writes soon: they are a cache, nobody waits for them. */
  later(files: RegistryFiles): void;
  /** Writes now, also what the files already say. */
  now(files: RegistryFiles): Promise<void>;
}

/** The files follow within the time a list counts as fresh; a burst of changes is one write. */
const MAX_DELAY_MS = 5_000;

/** Only a project that has such things gets these files. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'resource-templates',
  'completions',
  'ui-resources',
]);

export function registryWriter(project: BashProject, log: Log): RegistryWriter {
  const delayMs = Math.min(project.settings.toolsTtlMs, MAX_DELAY_MS);
  let latest: RegistryFiles | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasFailed = false;
  const known = new Map<string, readonly object[]>();
  const write = async (isForced: boolean) => {
    const files = latest;
    clearTimeout(timer);
    timer = latest = undefined;
    // A project that was removed must not come back as a folder of caches.
    if (!files || !existsSync(project.root)) return;
    try {
      await writeFiles(files, { folder: project.folders.registry, known, isForced });
    } catch (thrown) {
      if (!hasFailed) log('warn', `Registry files cannot be written: ${reasonOf(thrown)}`);
      hasFailed = true;
    }
  };
  const enqueue = (isForced: boolean) => (writing = writing.then(() => write(isForced)));
  return {
    later: (files) => {
      latest = files;
      timer ??= setTimeout(() => void enqueue(false), delayMs).unref();
    },
    now: (files) => {
      latest = files;
      return enqueue(true);
    },
    [Symbol.asyncDispose]: () => enqueue(false),
  };
}

interface Writing {
  readonly folder: string;
  /** What the files are known to say. */
  readonly known: Map<string, readonly object[]>;
  readonly isForced: boolean;
}

async function writeFiles(files: RegistryFiles, writing: Writing): Promise<void> {
  const { folder, known, isForced } = writing;
  for (const [name, { items }] of Object.entries(files)) {
    if (!isForced && known.get(name) === items) continue;
    const isWanted =
      items.length > 0 || !OPTIONAL.has(name) || existsSync(`${folder}/${name}.json`);
    const contents = toContents(items);
    const isCurrent = !isForced && isWritten(folder, name, contents);
    if (isWanted && !isCurrent) await writeRegistryFile(folder, name, contents);
    known.set(name, items);
  }
}

function reasonOf(thrown: unknown): string {
  const { cause, message } = toPlugboardError(thrown);
  return cause instanceof Error ? cause.message : message;
}
