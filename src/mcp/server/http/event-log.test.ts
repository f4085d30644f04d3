// Proves what a session remembers of its streams, and what it forgets when there is too much.
import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wireLimit } from '../../wire/limits.ts';
import { EventLog } from './event-log.ts';
import { openPulse, type Pulse } from './pulse.ts';
import { SseStream } from './sse-stream.ts';

let server: Server;
let pulse: Pulse;
let log: EventLog;

beforeEach(async () => {
  log = new EventLog();
  pulse = openPulse();
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  pulse[Symbol.dispose]();
  server.close();
  server.closeAllConnections();
});

/** A real connection: the server's end of it, and everything its client will have read. */
async function connection(): Promise<{ stream: SseStream; read: Promise<string> }> {
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', agent: false });
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const stream = new SseStream(response, pulse);
  const read = once(request, 'response').then(([answer]) => text(answer));
  return { stream, read };
}

const dataOf = (body: string) => [...body.matchAll(/^data: (.*)$/gmu)].map((match) => match[1]);

describe('a stream', () => {
  it('brings what came before its connection, what comes then, and ends with it', async () => {
    const stream = log.openStream();
    log.write(stream, 'a');
    const { stream: wire, read } = await connection();
    log.attach(stream, wire, 0);
    log.write(stream, 'b');
    log.finish(stream);
    expect(dataOf(await read)).toEqual(['a', 'b']);
  });

  it('goes on from a place that an event id names', async () => {
    const stream = log.openStream();
    for (const data of ['a', 'b', 'c']) log.write(stream, data);
    log.finish(stream);
    const from = log.find(`${stream.id}-2`);
    expect(from).toEqual({ stream, after: 2 });
    const { stream: wire, read } = await connection();
    log.attach(stream, wire, from?.after ?? 0);
    expect(dataOf(await read)).toEqual(['c']);
  });

  it('belongs to its latest connection', async () => {
    const stream = log.openStream();
    const [first, second] = [await connection(), await connection()];
    log.attach(stream, first.stream, 0);
    log.attach(stream, second.stream, 0);
    log.write(stream, 'a');
    log.finish(stream);
    expect(dataOf(await first.read)).toEqual([]);
    expect(dataOf(await second.read)).toEqual(['a']);
  });

  it('that said nothing is forgotten once it is finished', () => {
    const stream = log.openStream();
    log.finish(stream);
    expect(log.find(`${stream.id}-0`)).toBeUndefined();
  });

  it.each(['', 'x', '7-1', '0', '0-x', '1.5-1'])('is not named by %j', (id) => {
    log.openStream();
    expect(log.find(id)).toBeUndefined();
  });
});

describe('too many events', () => {
  const limit = wireLimit('maxStoredEvents');

  it('are forgotten from the oldest stream on, and finished streams with them', () => {
    const [done, running, latest] = [log.openStream(), log.openStream(), log.openStream()];
    for (const stream of [done, running]) log.write(stream, 'old');
    log.finish(done);
    for (let count = 0; count < limit; count += 1) log.write(latest, String(count));
    expect(log.find(`${done.id}-0`)).toBeUndefined();
    expect(log.find(`${running.id}-0`)?.stream).toBe(running);
    expect(running.events).toEqual([]);
    expect(latest.events).toHaveLength(limit);
  });

  it('never are more than the limit, nor heavier', () => {
    const streams = Array.from({ length: 5 }, () => log.openStream());
    const heavy = 'x'.repeat(wireLimit('maxStoredBytes') / 4);
    for (let count = 0; count < 50; count += 1) {
      const stream = streams[count % streams.length];
      if (stream) log.write(stream, heavy);
    }
    const kept = streams.flatMap(({ events }) => events.map((event) => event.text.length));
    expect(kept.length).toBeLessThanOrEqual(limit);
    const bytes = kept.reduce((sum, length) => sum + length, 0);
    expect(bytes).toBeLessThanOrEqual(wireLimit('maxStoredBytes'));
  });
});

describe('too many sessions with events', () => {
  const heavy = 'x'.repeat(wireLimit('maxStoredBytes') / 2);
  const most = Math.floor(wireLimit('maxStoredTotalBytes') / heavy.length);

  it('lose theirs, those first that were quiet for the longest', () => {
    const sessions = Array.from({ length: most + 5 }, () => {
      const own = new EventLog();
      const stream = own.openStream();
      own.write(stream, heavy);
      return { own, stream };
    });
    const kept = sessions.map(({ stream }) => stream.events.length);
    expect(kept.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(kept.slice(6)).toEqual(kept.slice(6).map(() => 1));
    for (const { own } of sessions) own.endAll();
  });

  it('give their room back when they end', () => {
    for (let count = 0; count < 3 * most; count += 1) {
      const own = new EventLog();
      own.write(own.openStream(), heavy);
      own.endAll();
    }
    const stream = log.openStream();
    log.write(stream, heavy);
    expect(stream.events).toHaveLength(1);
    log.endAll();
    expect(stream.events).toHaveLength(0);
  });
});
