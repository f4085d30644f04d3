// The subscriptions/listen stream of a modern client: opened when first wanted, again when more is.
import type { JsonObject } from '../../core/json.ts';
import { pause } from './pause.ts';

/** Runs one subscriptions/listen request; settles when its stream ends. */
type Listen = (filter: JsonObject, signal: AbortSignal) => Promise<unknown>;

export interface Listening extends Disposable {
  wantChanges(): void;
  wantUpdates(uri: string): void;
  dropUpdates(uri: string): void;
}

const RETRY_MS = 1000;

export function openListening(listen: Listen): Listening {
  const uris = new Set<string>();
  let changes = false;
  let current: AbortController | undefined;
  let closed = false;

  const filter = (): JsonObject => ({
    ...(changes && {
      toolsListChanged: true,
      resourcesListChanged: true,
      promptsListChanged: true,
    }),
    ...(uris.size > 0 && { resourceSubscriptions: [...uris] }),
  });
  /** Each stream is followed by the next until another controller took over. */
  const run = async (mine: AbortController): Promise<void> => {
    await listen(filter(), mine.signal).catch(() => {});
    await pause(RETRY_MS, { signal: mine.signal, isIdle: true });
    if (!mine.signal.aborted) await run(mine);
  };
  const reopen = () => {
    current?.abort();
    current = closed || (!changes && uris.size === 0) ? undefined : new AbortController();
    if (current) void run(current);
  };
  return {
    wantChanges: () => {
      if (changes) return;
      changes = true;
      reopen();
    },
    wantUpdates: (uri) => {
      if (uris.has(uri)) return;
      uris.add(uri);
      reopen();
    },
    dropUpdates: (uri) => {
      if (uris.delete(uri)) reopen();
    },
    [Symbol.dispose]: () => {
      closed = true;
      reopen();
    },
  };
}
