// An open SSE response: kept alive while silent, cut when too much of it waits unread.
import type { ServerResponse } from 'node:http';
import { wireLimit } from '../../wire/limits.ts';
import { SSE_HEADERS, SSE_KEEP_ALIVE } from '../../wire/sse-events.ts';
import type { Beating, Pulse } from './pulse.ts';

export class SseStream implements Beating {
  readonly response: ServerResponse;
  #pulse: Pulse;
  #lastWriteMs = Date.now();

  constructor(
    response: ServerResponse,
    pulse: Pulse,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.response = response;
    this.#pulse = pulse;
    response.writeHead(200, { ...SSE_HEADERS, ...headers });
    response.flushHeaders();
    pulse.add(this);
    response.once('close', () => pulse.delete(this));
  }

  get open(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  write(text: string): void {
    if (!this.open) return;
    // Judged before it is queued: one long message says nothing about how the client reads.
    if (this.response.writableLength > wireLimit('maxQueuedBytes')) {
      this.response.destroy();
      return;
    }
    this.response.write(text);
    this.#lastWriteMs = Date.now();
  }

  end(): void {
    this.#pulse.delete(this);
    if (this.open) this.response.end();
  }

  beat(nowMs: number): void {
    if (this.response.writableNeedDrain) return;
    if (nowMs - this.#lastWriteMs >= wireLimit('keepAliveMs')) this.write(SSE_KEEP_ALIVE);
  }
}
