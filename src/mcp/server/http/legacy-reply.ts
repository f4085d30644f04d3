// The reply to a POST of a 2025 session: one JSON answer, or a resumable stream once something precedes it.
import type { ServerResponse } from 'node:http';
import { wireLimit } from '../../wire/limits.ts';
import { replyText } from '../batch.ts';
import type { Channel, Reply } from '../peer.ts';
import type { LoggedStream } from './event-log.ts';
import type { HttpSession } from './http-sessions.ts';
import { writeJson } from './json-answer.ts';
import type { Beating, Pulse } from './pulse.ts';
import { SseStream } from './sse-stream.ts';

/** How long a client waits before it comes back for a stream we closed. */
const RETRY_MS = 500;

export interface LegacyReplyOptions {
  readonly session: HttpSession;
  readonly pulse: Pulse;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

export class LegacyReply implements Channel, Beating {
  #response: ServerResponse;
  #options: LegacyReplyOptions;
  #stream: LoggedStream | undefined;
  #sinceMs = Date.now();

  constructor(response: ServerResponse, options: LegacyReplyOptions) {
    this.#response = response;
    this.#options = options;
    options.pulse.add(this);
  }

  send(text: string): void {
    this.#options.session.log.write(this.#opened(), text);
  }

  finish(reply: Reply, httpStatus: number): void {
    const { session, pulse, headers } = this.#options;
    pulse.delete(this);
    if (!this.#stream) {
      if (this.#response.destroyed) return;
      return writeJson(this.#response, reply, { status: httpStatus, headers });
    }
    session.log.write(this.#stream, replyText(reply));
    session.log.finish(this.#stream);
  }

  drop(): void {
    this.#options.pulse.delete(this);
    if (!this.#stream && this.#response.destroyed) return;
    this.#options.session.log.finish(this.#opened());
  }

  release(): void {
    const stream = this.#opened();
    stream.connection?.end();
    stream.connection = undefined;
  }

  beat(nowMs: number): void {
    if (nowMs - this.#sinceMs < wireLimit('streamAfterMs')) return;
    this.#options.pulse.delete(this);
    if (!this.#response.destroyed) this.#opened();
  }

  #opened(): LoggedStream {
    if (this.#stream) return this.#stream;
    const { session, pulse, headers } = this.#options;
    this.#stream = session.log.openStream();
    if (!this.#response.destroyed) {
      session.log.attach(this.#stream, new SseStream(this.#response, pulse, headers), 0);
    }
    if (session.peer.revision.primingEvent) session.log.write(this.#stream, '', RETRY_MS);
    return this.#stream;
  }
}
