// Proves who finds a session, when it expires, and who makes room when there are too many.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineTools } from '../../../core/define-tools.ts';
import { wireLimit } from '../../wire/limits.ts';
import { openEngine, type Engine } from '../engine.ts';
import type { Channel } from '../peer.ts';
import { HttpSessions, type HttpSession } from './http-sessions.ts';

const NOWHERE: Channel = { send: () => {}, finish: () => {}, drop: () => {}, release: () => {} };
const IDLE_MS = wireLimit('sessionIdleMs');

let engine: Engine;
let sessions: HttpSessions;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const source = defineTools({
    name: 'test',
    tools: { forever: { call: () => new Promise(() => {}) } },
  });
  engine = openEngine(source);
  sessions = new HttpSessions(engine);
});

afterEach(() => {
  sessions[Symbol.dispose]();
  engine[Symbol.dispose]();
  vi.useRealTimers();
});

function open(identity?: string): HttpSession {
  const session = sessions.open(identity);
  if (!session) throw new Error('no place');
  return session;
}

/** Gives a session something to do that does not end. */
function keepBusy({ peer }: HttpSession): void {
  const start = { kind: 'request', method: 'initialize', params: {}, id: 0 } as const;
  peer.request(start, NOWHERE);
  const params = { name: 'forever' };
  peer.request({ kind: 'request', method: 'tools/call', params, id: 1 }, NOWHERE);
}

function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  sessions.beat(Date.now());
}

describe('a session', () => {
  it('is found by the one who opened it, and by nobody else', () => {
    const session = open('ann');
    expect(sessions.find(session.id, 'ann')).toBe(session);
    for (const other of ['bob', '', undefined]) {
      expect(sessions.find(session.id, other)).toBeUndefined();
    }
    expect(sessions.find(open().id, 'ann')).toBeUndefined();
  });

  it.each([undefined, '', 'x', ['a']])('is not found by the id %j', (id) => {
    open();
    expect(sessions.find(id, undefined)).toBeUndefined();
  });

  it('expires when nobody used it for long', () => {
    const session = open();
    later(IDLE_MS);
    expect(sessions.find(session.id, undefined)).toBe(session);
    later(IDLE_MS);
    expect(sessions.find(session.id, undefined)).toBe(session);
    later(IDLE_MS + 1);
    expect(sessions.find(session.id, undefined)).toBeUndefined();
  });

  it('does not expire while it works, and then has the whole time again', () => {
    const session = open();
    keepBusy(session);
    later(10 * IDLE_MS);
    session.peer.notification({
      kind: 'notification',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    later(IDLE_MS);
    expect(sessions.find(session.id, undefined)).toBe(session);
    later(IDLE_MS + 1);
    expect(sessions.find(session.id, undefined)).toBeUndefined();
  });

  it('that is closed stops what it runs', () => {
    const session = open();
    keepBusy(session);
    expect(sessions.inflight[0]?.size).toBe(1);
    sessions.close(session);
    expect(session.peer.inflight.size).toBe(0);
    expect(sessions.inflight).toEqual([]);
  });
});

function fill(): HttpSession[] {
  return Array.from({ length: wireLimit('maxSessions') }, (_, at) => {
    vi.setSystemTime(1_000_000 + at);
    return open();
  });
}

describe('when all places are taken', () => {
  it('the longest idle makes room', () => {
    const [first, second] = fill();
    vi.setSystemTime(2_000_000);
    expect(sessions.find(first?.id, undefined)).toBe(first);
    const late = open();
    expect(sessions.find(late.id, undefined)).toBe(late);
    expect(sessions.find(first?.id, undefined)).toBe(first);
    expect(sessions.find(second?.id, undefined)).toBeUndefined();
  });

  it('and busy, nobody does', () => {
    const all = fill();
    all.forEach(keepBusy);
    expect(sessions.open(undefined)).toBeUndefined();
    const [first] = all;
    if (first) sessions.close(first);
    expect(sessions.open(undefined)).toBeDefined();
  });
});
