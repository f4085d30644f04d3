// Lets one waiter give up on work that others still wait for.
import { onAbort } from './on-abort.ts';

/** The promise's outcome, or the signal's reason if that comes first; the work itself goes on. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    const stopListening = onAbort(signal, abort);
    promise.then(resolve, reject).finally(stopListening);
  });
}
