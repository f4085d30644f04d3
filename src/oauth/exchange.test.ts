// What an authorization server may do to us, and what becomes of it.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openHttpSender } from '../platform/send-http.ts';
import { exchange } from './exchange.ts';

async function ask(listener: RequestListener, signal = new AbortController().signal) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  const sender = openHttpSender();
  onTestFinished(() => {
    sender[Symbol.dispose]();
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return exchange(sender.send, { method: 'GET', url, headers: {}, signal });
}

describe('exchange', () => {
  test('gives the whole answer', async () => {
    const answer = await ask((_, response) => {
      response.writeHead(418, { 'X-Kind': 'teapot' });
      response.write('short and ');
      response.end('stout');
    });
    expect(answer).toMatchObject({ status: 418, text: 'short and stout' });
    expect(answer.headers['x-kind']).toBe('teapot');
  });

  test('says what program asks', async () => {
    const { text } = await ask((request, response) => {
      response.end(request.headers['user-agent']);
    });
    expect(text).toMatch(/^plugboard\/\d/u);
  });

  test('an answer that breaks off', async () => {
    const asking = ask((_, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('{"access');
      response.destroy();
    });
    await expect(asking).rejects.toMatchObject({ code: 'connection_refused' });
  });

  test('an answer without end', async () => {
    const asking = ask((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    await expect(asking).rejects.toMatchObject({ code: 'too_large' });
  });

  test('no answer at all: half a minute, by a clock that is moved', async () => {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((delayMs) => {
      expect(delayMs).toBe(30_000);
      return clock.signal;
    });
    const asking = ask(() => clock.abort());
    await expect(asking).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/^Timeout after 30s asking 127\.0\.0\.1:\d+$/u) as string,
    });
  });

  test('a caller that gives up', async () => {
    const stop = new AbortController();
    const asking = ask(() => stop.abort(), stop.signal);
    await expect(asking).rejects.toMatchObject({ code: 'cancelled' });
  });
});
