// Tells the end of a burst of changes, once, however many came.

/** Changes come in bursts; this much quiet ends one. */
const QUIET_MS = 100;
/** A burst that does not end is reported all the same. */
const MAX_BURST_MS = 500;

export interface BurstTimer {
  touch(): void;
  stop(): void;
}

export function burstTimer(onEnd: () => void): BurstTimer {
  let timer: NodeJS.Timeout | undefined;
  let startedMs = 0;
  let isStopped = false;
  const end = () => {
    timer = undefined;
    onEnd();
  };
  return {
    touch: () => {
      if (isStopped) return;
      const now = Date.now();
      if (timer === undefined) startedMs = now;
      clearTimeout(timer);
      const delayMs = Math.min(QUIET_MS, Math.max(0, startedMs + MAX_BURST_MS - now));
      timer = setTimeout(end, delayMs).unref();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
