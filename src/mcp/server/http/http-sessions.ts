// The 2025 sessions of an HTTP endpoint: opened, found again, expired, and bounded in number.
import { randomUUID } from 'node:crypto';
import { wireLimit } from '../../wire/limits.ts';
import type { Engine } from '../engine.ts';
import { LegacySession } from '../legacy-session.ts';
import { EventLog, type LoggedStream } from './event-log.ts';
import type { Beating } from './pulse.ts';

export interface HttpSession {
  readonly id: string;
  readonly identity: string | undefined;
  readonly peer: LegacySession;
  readonly log: EventLog;
  /** Carries what belongs to no request; the client opens it with GET. */
  readonly standalone: LoggedStream;
  lastSeenMs: number;
}

export class HttpSessions implements Beating, Disposable {
  #engine: Engine;
  #byId = new Map<string, HttpSession>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** A new session, or `undefined` where all places are taken by busy ones. */
  open(identity: string | undefined): HttpSession | undefined {
    if (this.#byId.size >= wireLimit('maxSessions') && !this.#makeRoom()) return undefined;
    const log = new EventLog();
    const standalone = log.openStream();
    const peer = new LegacySession({
      engine: this.#engine,
      identity,
      push: (text) => log.write(standalone, text),
    });
    const session = { id: randomUUID(), identity, peer, log, standalone, lastSeenMs: Date.now() };
    this.#byId.set(session.id, session);
    return session;
  }

  /** A session belongs to whoever opened it; for all others it does not exist. */
  find(id: unknown, identity: string | undefined): HttpSession | undefined {
    const session = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (!session || session.identity !== identity) return undefined;
    session.lastSeenMs = Date.now();
    return session;
  }

  close(session: HttpSession): void {
    this.#byId.delete(session.id);
    session.peer[Symbol.dispose]();
    session.log.endAll();
  }

  get inflight(): readonly ReadonlyMap<unknown, unknown>[] {
    return [...this.#byId.values()].map((session) => session.peer.inflight);
  }

  beat(nowMs: number): void {
    for (const session of this.#byId.values()) {
      // An open stream or a running call is traffic: idleness begins when the last of them ends.
      if (!isIdle(session)) session.lastSeenMs = nowMs;
      else if (nowMs - session.lastSeenMs > wireLimit('sessionIdleMs')) this.close(session);
    }
  }

  [Symbol.dispose](): void {
    for (const session of this.#byId.values()) this.close(session);
  }

  #makeRoom(): boolean {
    let oldest: HttpSession | undefined;
    for (const session of this.#byId.values()) {
      if (isIdle(session) && (!oldest || session.lastSeenMs < oldest.lastSeenMs)) oldest = session;
    }
    if (oldest) this.close(oldest);
    return oldest !== undefined;
  }
}

function isIdle(session: HttpSession): boolean {
  return session.peer.inflight.size === 0 && !session.standalone.connection?.open;
}
