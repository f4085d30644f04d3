// The time one call has: it ends with the caller, with the source, or by the clock.
import { PlugboardError } from '../../../../core/errors.ts';
import { MAX_TIMER_MS } from '../../../../core/max-timer.ts';
import { onAbort } from '../../../../core/on-abort.ts';
import type { Stopper } from '../../../../platform/fetch-http.ts';

export interface TimeFrameOptions {
  /** 0 means none. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Names the call in a timeout. */
  readonly what: string;
}

/** The frames that are open: one clock for all of them, and one end. */
export class OpenFrames {
  readonly #open = new Set<TimeFrame>();
  #timer: NodeJS.Timeout | undefined;
  #ringsAtMs = Infinity;

  add(frame: TimeFrame): void {
    this.#open.add(frame);
    // Most frames end before the clock that is running rings: it is not set anew for each of them.
    if (frame.endMs < this.#ringsAtMs) this.#set(frame.endMs);
  }

  delete(frame: TimeFrame): void {
    this.#open.delete(frame);
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const frame of this.#open) frame.stop(new PlugboardError('cancelled', {}));
  }

  #set(atMs: number): void {
    clearTimeout(this.#timer);
    this.#ringsAtMs = atMs;
    const delayMs = Math.min(Math.ceil(atMs - performance.now()), MAX_TIMER_MS);
    // What a frame waits for keeps the process alive; the clock alone does not.
    this.#timer = setTimeout(() => this.#ring(), delayMs).unref();
  }

  #ring(): void {
    const nowMs = performance.now();
    let nextMs = Infinity;
    for (const frame of this.#open) {
      if (frame.endMs <= nowMs) frame.expire();
      else nextMs = Math.min(nextMs, frame.endMs);
    }
    this.#ringsAtMs = Infinity;
    if (nextMs < Infinity) this.#set(nextMs);
  }
}

export class TimeFrame implements Stopper {
  failure: PlugboardError | undefined;
  onStop: ((failure: PlugboardError) => void) | undefined;
  /** Infinite where nothing bounds the call. */
  readonly endMs: number;
  readonly #options: TimeFrameOptions;
  readonly #frames: OpenFrames;
  readonly #startedMs = performance.now();
  readonly #stopListening: () => void;

  constructor(options: TimeFrameOptions, frames: OpenFrames) {
    this.#options = options;
    this.#frames = frames;
    const { timeoutMs, signal } = options;
    this.endMs = timeoutMs === 0 ? Infinity : this.#startedMs + timeoutMs;
    const cancel = () => this.stop(toFailure(signal.reason));
    if (signal.aborted) cancel();
    this.#stopListening = onAbort(signal, cancel);
    frames.add(this);
  }

  leftMs(): number {
    return this.endMs - performance.now();
  }

  usedMs(): number {
    return performance.now() - this.#startedMs;
  }

  expire(): void {
    const { what, timeoutMs } = this.#options;
    this.stop(new PlugboardError('timeout', { what, afterMs: timeoutMs }));
  }

  stop(failure: PlugboardError): void {
    if (this.failure) return;
    this.failure = failure;
    this.onStop?.(failure);
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
    this.#stopListening();
    this.#frames.delete(this);
  }
}

function toFailure(reason: unknown): PlugboardError {
  if (reason instanceof PlugboardError) return reason;
  return new PlugboardError('cancelled', {}, { cause: reason });
}
