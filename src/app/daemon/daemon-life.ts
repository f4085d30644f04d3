// Knows whether the daemon has anything to do, and when its life is over.
import { deferred } from '../../mcp/wire/deferred.ts';

/** A daemon without any running server has no reason to stay. */
const EMPTY_TIMEOUT_MS = 10 * 60_000;

export class DaemonLife {
  #idleTimeoutMs: number | undefined;
  #hasServers: () => boolean;
  #over = deferred<void>();
  #working = 0;
  #isEnding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(hasServers: () => boolean) {
    this.#hasServers = hasServers;
    this.touch();
  }

  /** How long the daemon stays without work; 0 and nothing mean as long as a server runs. */
  set idleTimeoutMs(timeoutMs: number | undefined) {
    this.#idleTimeoutMs = timeoutMs || undefined;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  get over(): Promise<void> {
    return this.#over.promise;
  }

  async busy<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.touch();
      // The answer leaves before we do.
      if (this.#isEnding && this.#working === 0) setImmediate(() => this.#over.resolve());
    }
  }

  touch(): void {
    if (this.#isEnding) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#whenIdle(), this.#idleTimeoutMs ?? EMPTY_TIMEOUT_MS);
  }

  endAfterLastCall(): void {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    if (this.#working === 0) setImmediate(() => this.#over.resolve());
  }

  async endWithin(limitMs: number): Promise<void> {
    this.endAfterLastCall();
    const late = setTimeout(() => this.#over.resolve(), limitMs);
    await this.over;
    clearTimeout(late);
  }

  #whenIdle(): void {
    const isNeeded = this.#idleTimeoutMs === undefined && this.#hasServers();
    if (this.#working > 0 || isNeeded) return this.touch();
    this.endAfterLastCall();
  }
}
