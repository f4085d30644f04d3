// Notices that nobody has talked on two streams for a long time.
import { MAX_TIMER_MS } from '../../core/max-timer.ts';
import type { BashSettings } from '../../sources/bash/settings.ts';

export interface Idle extends Disposable {
  /** Never, where the settings say so. */
  readonly happened: Promise<void>;
}

/** What we write to a client is an answer, so that what comes in tells all. */
export function whenIdle(
  { idleTimeoutMs, idleTimeoutEnabled, ciMode }: BashSettings,
  input: NodeJS.ReadableStream,
): Idle {
  if (!idleTimeoutEnabled || ciMode || idleTimeoutMs === 0) {
    return { happened: new Promise(() => {}), [Symbol.dispose]: () => {} };
  }
  let timer: NodeJS.Timeout | undefined;
  const refresh = () => timer?.refresh();
  const happened = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(idleTimeoutMs, MAX_TIMER_MS)).unref();
  });
  input.on('data', refresh);
  return {
    happened,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      input.off('data', refresh);
    },
  };
}
