// Notices that whoever started us is gone while somebody else still holds our stdin open.
import type { BashSettings } from '../../sources/bash/settings.ts';

export interface Orphaned extends Disposable {
  /** Never, where the settings say so. */
  readonly happened: Promise<void>;
}

/** A process without a parent is given another one by the system. */
export function whenOrphaned({
  orphanCheckEnabled,
  orphanCheckIntervalMs,
  ciMode,
}: BashSettings): Orphaned {
  if (!orphanCheckEnabled || ciMode || orphanCheckIntervalMs === 0) {
    return { happened: new Promise(() => {}), [Symbol.dispose]: () => {} };
  }
  const parent = process.ppid;
  let timer: NodeJS.Timeout | undefined;
  const happened = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, orphanCheckIntervalMs).unref();
  });
  return { happened, [Symbol.dispose]: () => clearInterval(timer) };
}
