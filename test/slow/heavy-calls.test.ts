// Many long requests that wait for slow tools: the server keeps one copy of few of them, and lives.
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { startFaultServer } from './support/fault-server.ts';
import { headersFor, HttpClient, textOf } from './support/http-client.ts';
import { modernRequest, toolCall } from './support/messages.ts';
import { HAS_PROC, residentBytes } from './support/processes.ts';

/** No more than may be on their way at once. */
const CALLS = 60;
const LONG_BYTES = 4_000_000;
/** What 128 MiB have room for. */
const WELCOME = 33;
const MEBIBYTE = 1024 * 1024;

describe.runIf(HAS_PROC)('long requests at once', () => {
  test('those without room are refused, the others cost about what they weigh', async () => {
    await using server = await startFaultServer();
    using other = new HttpClient(server.port);
    const client = new HttpClient(server.port, CALLS);
    const statuses: number[] = [];
    const asked = Array.from({ length: CALLS }, async (_, at) => {
      const call = toolCall('wait', { key: String(at), padding: 'x'.repeat(LONG_BYTES) });
      const message = modernRequest(at, call);
      const body = JSON.stringify(message);
      const { status } = await client.ask({ headers: headersFor(message), body });
      statuses.push(status);
    });
    const ended = Promise.allSettled(asked);
    await waitUntil(() => statuses.length === CALLS - WELCOME, 15_000);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(residentBytes(server.pid)).toBeLessThan(700 * MEBIBYTE);
    const short = modernRequest('short', toolCall('echo', { message: 'heard' }));
    expect((await other.post(short)).map(textOf)).toEqual(['heard']);

    client[Symbol.dispose]();
    await ended;
    const long = modernRequest('long', toolCall('echo', { message: 'x'.repeat(LONG_BYTES) }));
    const body = JSON.stringify(long);
    const again = { headers: headersFor(long), body };
    await waitUntil(async () => (await other.ask(again)).status === 200);
    expect(server.complaints()).toEqual([]);
  });
});
