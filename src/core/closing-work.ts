// Work that ends with the source: it is told to stop, and waited for.

export interface ClosingWork extends AsyncDisposable {
  /** Aborts when the source is closed. */
  readonly signal: AbortSignal;
  run<Value>(work: Promise<Value>): Promise<Value>;
}

export function closingWork(): ClosingWork {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    signal: closing.signal,
    run: (work) => {
      running.add(work);
      const forget = () => void running.delete(work);
      work.then(forget, forget);
      return work;
    },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.allSettled(running);
    },
  };
}
