// Keeps the list of scripts true: walks the root when something changed, and tells what is different.
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { PlugboardError } from '../../core/errors.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import { deferred } from '../../mcp/wire/deferred.ts';
import { lookAgain } from '../../platform/shortage.ts';
import { watchTree } from '../../platform/watch-tree.ts';
import { discover, isSameKey, type Discovery } from './discover.ts';
import type { HelpAnswers } from './help-answers.ts';
import { EMPTY_SNAPSHOT, nextSnapshot, type Snapshot } from './snapshot.ts';

/** How long known changes wait for scripts that are slow to answer. */
const PATIENCE_MS = 500;

export interface CatalogOptions {
  readonly root: string;
  readonly answers: HelpAnswers;
  readonly watches: boolean;
  /** Only this script is asked for `--help`, where there is one of that name. */
  readonly onlyTool?: string | undefined;
  readonly closing: AbortSignal;
  readonly onChange: (what: ChangedSide) => void;
  /** The file behind a tool is another one now. */
  readonly onScriptChange: (toolName: string) => void;
}

export interface Catalog {
  /** The current lists; waits only for the first. */
  current(): Promise<Snapshot>;
  /** Looks again, now. */
  refresh(): Promise<Snapshot>;
  /** Once closed: resolves when nothing of it is at work any more. */
  idle(): Promise<void>;
}

export function openCatalog(options: CatalogOptions): Catalog {
  const { root, answers, closing } = options;
  let snapshot = EMPTY_SNAPSHOT;
  let latest: Discovery | undefined;
  let isFirst = true;
  const first = deferred<void>();
  let saving: Promise<unknown> | undefined;
  const publish = (found: Discovery) => {
    if (found !== latest || closing.aborted) return;
    const before = snapshot;
    snapshot = nextSnapshot(before, found, answers.outcomeOf);
    if (!isFirst) announce(before, snapshot, options);
  };
  const rescan = coalesced(closing, async () => {
    const found = (await discover(root)) ?? goneRoot(root);
    if (closing.aborted) return;
    latest = found;
    const wanted = found.scripts.find(({ name }) => name === options.onlyTool);
    const asked = answers.ask(found.scripts, wanted);
    if (asked && isFirst) await asked;
    else if (asked) await inTime(asked, () => publish(found));
    publish(found);
    isFirst = false;
    first.resolve();
    // Whoever waits for the list gets it now; new watches make for one more look, so nothing is lost.
    await nextTurn();
    if (!closing.aborted) tree?.follow(found.directories);
    saving = Promise.all([saving, answers.save(found.scripts)]);
  });
  const rescanQuietly = patient(rescan);
  const tree = options.watches ? watchTree(root, () => void rescanQuietly()) : undefined;
  closing.addEventListener('abort', () => tree?.[Symbol.dispose](), { once: true });

  rescan().then(first.resolve, first.reject);
  first.promise.catch(rescanQuietly);
  return {
    current: async () => {
      if (isFirst) await first.promise;
      else if (answers.isRetryDue()) void rescanQuietly();
      return snapshot;
    },
    refresh: async () => {
      await rescanQuietly();
      return snapshot;
    },
    idle: async () => {
      await rescan();
      await saving;
    },
  };
}

/** One at a time; whoever asks while it works waits for one more round. */
function coalesced(closing: AbortSignal, work: () => Promise<void>): () => Promise<void> {
  let isWanted = false;
  let working: Promise<void> | undefined;
  const untilDone = async () => {
    try {
      while (isWanted && !closing.aborted) {
        isWanted = false;
        await work();
      }
    } finally {
      // Here and not after the promise: whoever asks next must not be handed a finished round.
      working = undefined;
    }
  };
  return async () => {
    if (closing.aborted) return working;
    isWanted = true;
    working ??= untilDone();
    return working;
  };
}

/** The lists stay as they are where the system does not let us look; soon it is asked again. */
function patient(look: () => Promise<void>): () => Promise<void> {
  const lookPatiently = (): Promise<void> => look().catch(again);
  const again = lookAgain(lookPatiently);
  return lookPatiently;
}

/** Waits for all answers, but not long; `onLate` is called when the late ones are in. */
async function inTime(asked: Promise<unknown>, onLate: () => void): Promise<void> {
  const patience = new AbortController();
  const late = delay(PATIENCE_MS, true, { signal: patience.signal, ref: false });
  const isLate = await Promise.race([asked.then(() => false), late]);
  patience.abort();
  if (isLate) void asked.then(onLate);
  else late.catch(() => {});
}

function announce(before: Snapshot, now: Snapshot, options: CatalogOptions): void {
  for (const [name, script] of now.scripts) {
    const old = before.scripts.get(name);
    if (old && !isSameKey(old.file.key, script.file.key)) options.onScriptChange(name);
  }
  if (before.tools !== now.tools) options.onChange('tools');
  if (before.resources !== now.resources) options.onChange('resources');
}

function goneRoot(root: string): Discovery {
  const hint = 'Its tools return with it';
  const error = new PlugboardError('not_found', { kind: 'source', name: root }, { hint });
  return { scripts: [], problems: [{ subject: root, error }], ignored: [], directories: [] };
}
