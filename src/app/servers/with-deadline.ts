// Bounds a piece of work in time: progress gives it more, up to a limit; waiting for people costs nothing.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { MAX_TIMER_MS } from '../../core/max-timer.ts';

export interface Deadline {
  readonly timeoutMs: number;
  /** What is timed, as `server.tool`. */
  readonly what: string;
  readonly signal: AbortSignal;
}

export interface Guard {
  /** Aborts when the caller gives up or the time is over. */
  readonly signal: AbortSignal;
  /** There is progress: the time starts anew. */
  extend(): void;
  /** The clock stands still until the work is done, as while a person answers. */
  pauseFor<Value>(work: Promise<Value>): Promise<Value>;
}

/** Progress extends a call up to this many times its timeout. */
const MAX_EXTENSION = 10;

export async function withDeadline<Value>(
  { timeoutMs, what, signal }: Deadline,
  work: (guard: Guard) => Promise<Value>,
): Promise<Value> {
  const clock = new Clock(timeoutMs);
  const late = new AbortController();
  const expired = new Promise<never>((_, reject) => {
    clock.onEnd = () => {
      const error = new PlugboardError('timeout', { what, afterMs: clock.spentMs });
      late.abort(error);
      reject(error);
    };
  });
  clock.start();
  const guard: Guard = {
    signal: AbortSignal.any([signal, late.signal]),
    extend: () => clock.extend(),
    pauseFor: async (pausing) => {
      clock.pause();
      return pausing.finally(() => clock.resume());
    },
  };
  try {
    return await Promise.race([work(guard), expired]);
  } catch (thrown) {
    throw toPlugboardError(thrown);
  } finally {
    clock.end();
  }
}

class Clock {
  onEnd: () => void = () => {};
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | undefined;
  /** What is granted in all; grows with progress. */
  #grantedMs: number;
  #usedMs = 0;
  #startedMs = 0;
  /** A server may ask several things at once. */
  #pauses = 0;
  #isOver = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#grantedMs = timeoutMs;
  }

  /** What the message says: the timeout, or the sum of what progress added to it. */
  get spentMs(): number {
    const isExtended = this.#grantedMs > this.#timeoutMs;
    return isExtended ? Math.round(this.#grantedMs / 1000) * 1000 : this.#timeoutMs;
  }

  start(): void {
    this.#startedMs = Date.now();
    const leftMs = Math.max(0, this.#grantedMs - this.#usedMs);
    this.#timer = setTimeout(() => this.onEnd(), Math.min(leftMs, MAX_TIMER_MS));
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#usedMs += Date.now() - this.#startedMs;
  }

  pause(): void {
    this.#pauses += 1;
    this.stop();
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0 && !this.#isOver) this.start();
  }

  end(): void {
    this.#isOver = true;
    this.stop();
  }

  extend(): void {
    if (this.#timer === undefined) return;
    this.stop();
    const wantedMs = this.#usedMs + this.#timeoutMs;
    this.#grantedMs = Math.min(wantedMs, this.#timeoutMs * MAX_EXTENSION);
    this.start();
  }
}
