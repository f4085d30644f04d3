// The subscriptions/listen stream of a modern client: opened when first wanted, again when more is.
import type { JsonObject } from '../../core/json.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import { CHANGED_SIDES, LIST_CHANGES } from '../wire/list-changes.ts';
import { pause } from './pause.ts';

export interface ListenOptions {
  readonly signal: AbortSignal;
  /** Told what the server follows from now on. */
  readonly onAcknowledged: (granted: JsonObject) => void;
}

export interface ListeningOptions {
  /** Runs one subscriptions/listen request; settles when its stream ends. */
  readonly listen: (filter: JsonObject, options: ListenOptions) => Promise<unknown>;
  /** The lists that were ever asked for. */
  readonly listed: ReadonlySet<ChangedSide>;
  /** A list that was asked for may have changed while nobody followed it. */
  readonly onMissed: (what: ChangedSide) => void;
}

export interface Listening extends Disposable {
  wantChanges(): void;
  wantUpdates(uri: string): void;
  dropUpdates(uri: string): void;
}

/** A stream that was acknowledged and has not ended. */
interface Followed {
  readonly by: AbortController;
  readonly granted: JsonObject;
}

interface Wanted {
  readonly changes: boolean;
  readonly uris: ReadonlySet<string>;
}

const RETRY_MS = 1000;

export function openListening({ listen, listed, onMissed }: ListeningOptions): Listening {
  const wanted = { changes: false, uris: new Set<string>() };
  let current: AbortController | undefined;
  let followed: Followed | undefined;
  let closed = false;

  /** What was listed after the stream was asked for is younger than what the stream tells. */
  const takeOver = (by: AbortController, before: ReadonlySet<ChangedSide>) => {
    return (granted: JsonObject): void => {
      if (by.signal.aborted) return;
      const last = followed;
      followed = { by, granted };
      if (last && last.by !== by) last.by.abort();
      for (const side of before) {
        const flag = LIST_CHANGES[side];
        if (granted[flag] === true && last?.granted[flag] !== true) onMissed(side);
      }
    };
  };
  /** Each stream is followed by the next until another controller took over. */
  const run = async (mine: AbortController): Promise<void> => {
    const onAcknowledged = takeOver(mine, new Set(listed));
    await listen(toFilter(wanted), { signal: mine.signal, onAcknowledged }).catch(() => {});
    if (followed?.by === mine) followed = undefined;
    await pause(RETRY_MS, { signal: mine.signal, isIdle: true });
    if (!mine.signal.aborted && mine === current) await run(mine);
  };
  /** A stream that is followed stays until the next one is, so that nothing falls between them. */
  const reopen = () => {
    if (current !== followed?.by) current?.abort();
    current = closed || isNothing(wanted) ? undefined : new AbortController();
    if (current) void run(current);
    else followed?.by.abort();
  };
  return {
    wantChanges: () => {
      if (wanted.changes) return;
      wanted.changes = true;
      reopen();
    },
    wantUpdates: (uri) => {
      if (wanted.uris.has(uri)) return;
      wanted.uris.add(uri);
      reopen();
    },
    dropUpdates: (uri) => {
      if (wanted.uris.delete(uri)) reopen();
    },
    [Symbol.dispose]: () => {
      closed = true;
      reopen();
    },
  };
}

function isNothing({ changes, uris }: Wanted): boolean {
  return !changes && uris.size === 0;
}

function toFilter({ changes, uris }: Wanted): JsonObject {
  return {
    ...(changes && Object.fromEntries(CHANGED_SIDES.map((side) => [LIST_CHANGES[side], true]))),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
  };
}
