// The SSE events of one session, kept so that a client that lost a stream can have the rest.
import { wireLimit } from '../../wire/limits.ts';
import { sseText } from '../../wire/sse-events.ts';
import type { SseStream } from './sse-stream.ts';

interface StoredEvent {
  readonly sequence: number;
  readonly text: string;
}

/** One logical stream: it lives on while connections come and go. */
export interface LoggedStream {
  readonly id: number;
  events: StoredEvent[];
  sequence: number;
  /** The highest event that went out on a connection. */
  sent: number;
  done: boolean;
  connection: SseStream | undefined;
}

/** Logs that hold events, those first that were not written to for the longest. */
const holding = new Set<EventLog>();
/** Of all sessions: memory belongs to the process, not to one of them. */
let heldBytes = 0;

export class EventLog {
  #streams = new Map<number, LoggedStream>();
  #nextId = 0;
  #events = 0;
  #bytes = 0;
  #isClosed = false;

  openStream(): LoggedStream {
    const stream = {
      id: this.#nextId++,
      events: [],
      sequence: 0,
      sent: 0,
      done: false,
      connection: undefined,
    };
    this.#streams.set(stream.id, stream);
    return stream;
  }

  write(stream: LoggedStream, data: string, retryMs?: number): void {
    stream.sequence += 1;
    const id = `${stream.id}-${stream.sequence}`;
    const text = sseText({ id, data, ...(retryMs !== undefined && { retryMs }) });
    if (!this.#isClosed) this.#keep(stream, text);
    if (stream.connection?.open) {
      stream.connection.write(text);
      stream.sent = stream.sequence;
    }
  }

  finish(stream: LoggedStream): void {
    stream.done = true;
    stream.connection?.end();
    stream.connection = undefined;
    // Nothing to send again: nobody could name a place in it.
    if (stream.events.length === 0) this.#streams.delete(stream.id);
  }

  /** The stream and position a `Last-Event-ID` names. */
  find(lastEventId: string): { stream: LoggedStream; after: number } | undefined {
    const [id, sequence] = lastEventId.split('-').map(Number);
    const stream = id === undefined ? undefined : this.#streams.get(id);
    return stream && Number.isSafeInteger(sequence) ? { stream, after: sequence ?? 0 } : undefined;
  }

  /** Sends what came after a position, then goes on live. */
  attach(stream: LoggedStream, connection: SseStream, after: number): void {
    stream.connection?.end();
    for (const event of stream.events) if (event.sequence > after) connection.write(event.text);
    stream.sent = stream.sequence;
    if (stream.done) return connection.end();
    stream.connection = connection;
    connection.response.once('close', () => {
      if (stream.connection === connection) stream.connection = undefined;
    });
  }

  /** Ends every stream; there is nobody left who could ask for the rest. */
  endAll(): void {
    for (const stream of this.#streams.values()) stream.connection?.end();
    this.#isClosed = true;
    this.forget();
  }

  /** Gives up what is kept; streams go on. */
  forget(): void {
    for (const stream of this.#streams.values()) this.#drop(stream);
    holding.delete(this);
  }

  #keep(stream: LoggedStream, text: string): void {
    stream.events.push({ sequence: stream.sequence, text });
    this.#events += 1;
    this.#bytes += text.length;
    heldBytes += text.length;
    holding.delete(this);
    holding.add(this);
    this.#shrink();
    for (const log of holding) {
      if (heldBytes <= wireLimit('maxStoredTotalBytes')) return;
      log.forget();
    }
  }

  /** Oldest streams lose their events first; finished ones are then forgotten. */
  #shrink(): void {
    for (const stream of this.#streams.values()) {
      if (
        this.#events <= wireLimit('maxStoredEvents') &&
        this.#bytes <= wireLimit('maxStoredBytes')
      )
        return;
      this.#drop(stream);
    }
  }

  #drop(stream: LoggedStream): void {
    const bytes = stream.events.reduce((sum, { text }) => sum + text.length, 0);
    this.#bytes -= bytes;
    heldBytes -= bytes;
    this.#events -= stream.events.length;
    stream.events = [];
    if (stream.done) this.#streams.delete(stream.id);
  }
}
