// Waits a while, unless a signal ends the wait before.
import { onAbort } from '../../core/on-abort.ts';

export interface PauseOptions {
  readonly signal: AbortSignal;
  /** Whether the process may end meanwhile; default false. */
  readonly isIdle?: boolean;
}

/** Leaves nothing behind at the signal: whoever waits again and again would fill it with listeners. */
export function pause(delayMs: number, { signal, isIdle = false }: PauseOptions): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    if (isIdle) timer.unref();
    const stopListening = onAbort(signal, end);
  });
}
