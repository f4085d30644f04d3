// The time one call has: it ends with the caller, with the source, or by the clock.
import { PlugboardError } from '../../../../core/errors.ts';
import type { Stopper } from '../../../../platform/fetch-http.ts';

export interface TimeFrameOptions {
  /** 0 means none. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Names the call in a timeout. */
  readonly what: string;
}

/** A longer timer would go off at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The frames that are open, so that a source can end them all without a listener for each. */
export type OpenFrames = Set<{ stop(failure: PlugboardError): void }>;

export class TimeFrame implements Stopper {
  failure: PlugboardError | undefined;
  onStop: ((failure: PlugboardError) => void) | undefined;
  readonly #options: TimeFrameOptions;
  readonly #frames: OpenFrames;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #cancel = () => this.stop(toFailure(this.#options.signal.reason));

  constructor(options: TimeFrameOptions, frames: OpenFrames) {
    this.#options = options;
    this.#frames = frames;
    const { timeoutMs, signal, what } = options;
    if (timeoutMs > 0) {
      const expire = () => this.stop(new PlugboardError('timeout', { what, afterMs: timeoutMs }));
      this.#timer = setTimeout(expire, Math.min(timeoutMs, MAX_TIMER_MS));
    }
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
    frames.add(this);
  }

  /** Infinite where nothing bounds the call. */
  leftMs(): number {
    const { timeoutMs } = this.#options;
    return timeoutMs === 0 ? Infinity : timeoutMs - this.usedMs();
  }

  usedMs(): number {
    return performance.now() - this.#startedMs;
  }

  stop(failure: PlugboardError): void {
    this.failure ??= failure;
    this.onStop?.(this.failure);
  }

  /** Waits for work that others may wait for too; gives up when the frame ends. */
  async until<Value>(work: Promise<Value>): Promise<Value> {
    try {
      return await new Promise<Value>((resolve, reject) => {
        if (this.failure) return reject(this.failure);
        this.onStop = reject;
        work.then(resolve, reject);
      });
    } finally {
      this.onStop = undefined;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#options.signal.removeEventListener('abort', this.#cancel);
    this.#frames.delete(this);
  }
}

function toFailure(reason: unknown): PlugboardError {
  if (reason instanceof PlugboardError) return reason;
  return new PlugboardError('cancelled', {}, { cause: reason });
}
