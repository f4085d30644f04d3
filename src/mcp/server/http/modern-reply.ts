// The reply to a modern POST: one JSON answer, or a stream as soon as something comes before it.
import type { ServerResponse } from 'node:http';
import { wireLimit } from '../../wire/limits.ts';
import { sseText } from '../../wire/sse-events.ts';
import { replyText } from '../batch.ts';
import type { Channel, Reply } from '../peer.ts';
import { writeJson } from './json-answer.ts';
import type { Beating, Pulse } from './pulse.ts';
import { SseStream } from './sse-stream.ts';

export class ModernReply implements Channel, Beating {
  #response: ServerResponse;
  #pulse: Pulse;
  #stream: SseStream | undefined;
  #sinceMs = Date.now();

  constructor(response: ServerResponse, pulse: Pulse) {
    this.#response = response;
    this.#pulse = pulse;
    pulse.add(this);
  }

  send(text: string): void {
    this.#opened().write(sseText({ data: text }));
  }

  finish(reply: Reply, httpStatus: number): void {
    this.#pulse.delete(this);
    if (this.#response.destroyed) return;
    if (!this.#stream) return writeJson(this.#response, reply, { status: httpStatus });
    this.#stream.write(sseText({ data: replyText(reply) }));
    this.#stream.end();
  }

  drop(): void {
    this.#pulse.delete(this);
    if (!this.#response.destroyed) this.#opened().end();
  }

  release(): void {
    // Streams of this era cannot be resumed.
  }

  /** A client that waits long is told that we are alive. */
  beat(nowMs: number): void {
    if (nowMs - this.#sinceMs < wireLimit('streamAfterMs')) return;
    this.#pulse.delete(this);
    // A request refused at the door was answered without us.
    if (!this.#response.headersSent && !this.#response.destroyed) this.#opened();
  }

  #opened(): SseStream {
    this.#stream ??= new SseStream(this.#response, this.#pulse);
    return this.#stream;
  }
}
