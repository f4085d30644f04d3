// A client wire of 2024-11-05 on HTTP: one stream in, POSTs out.
import { PassThrough, Writable } from 'node:stream';
import { PlugboardError } from '../../core/errors.ts';
import { deferred } from '../wire/deferred.ts';
import { sseReader } from '../wire/sse-parser.ts';
import { isEventStream, toRefusal, type HttpTarget } from './http-target.ts';
import type { HttpReply } from '../../platform/send-http.ts';
import { LineWire } from './line-wire.ts';
import type { Wire } from './wire.ts';

/** Opens the stream and waits for the endpoint; the rest is lines, like everywhere. */
export async function openSse2024Wire(target: HttpTarget, signal: AbortSignal): Promise<Wire> {
  const life = new AbortController();
  const headers = { ...(await target.headers()), Accept: 'text/event-stream' };
  const opening = AbortSignal.any([signal, life.signal]);
  const reply = await target.send({ method: 'GET', url: target.url, headers, signal: opening });
  if (reply.status !== 200 || !isEventStream(reply)) {
    throw await toRefusal(target.name, reply);
  }
  const input = new PassThrough();
  const { endpoint, ended } = follow(reply, target, input);
  const messages = await endpoint;
  const output = new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => {
      // oxlint-disable-next-line promise/no-callback-in-promise -- a Writable is told by callback
      post(target, messages, { body: line.trim(), signal: life.signal }).then(() => done(), done);
    },
  });
  const close = async () => life.abort();
  return new LineWire({ name: target.name, input, output, ended, close });
}

function follow(reply: HttpReply, target: HttpTarget, input: PassThrough) {
  const endpoint = deferred<URL>();
  const reader = sseReader(({ event, data }) => {
    if (event !== 'endpoint') {
      input.write(`${data}\n`);
      return;
    }
    const url = new URL(data, target.url);
    // Answers and credentials stay with the origin that was asked.
    if (url.origin === target.url.origin) endpoint.resolve(url);
    else
      endpoint.reject(
        refusedEndpoint(target, `it names an endpoint of another origin, ${url.origin}`),
      );
  });
  const read = async () => {
    try {
      for await (const chunk of reply.body as AsyncIterable<Buffer>) reader.feed(chunk);
    } catch (thrown) {
      // A broken stream is like one that ended, but for what it said that is too large.
      if (thrown instanceof PlugboardError) return thrown.message;
    } finally {
      endpoint.reject(refusedEndpoint(target, 'its stream ended before it named an endpoint'));
    }
    return 'the stream ended';
  };
  return { endpoint: endpoint.promise, ended: read() };
}

interface Line {
  readonly body: string;
  readonly signal: AbortSignal;
}

async function post(target: HttpTarget, url: URL, { body, signal }: Line): Promise<void> {
  const headers = { ...(await target.headers()), 'Content-Type': 'application/json' };
  const reply = await target.send({ method: 'POST', url, headers, body, signal });
  if (reply.status < 400) return void reply.body.resume();
  throw await toRefusal(target.name, reply);
}

function refusedEndpoint(target: HttpTarget, reason: string): PlugboardError {
  return new PlugboardError('connection_refused', { server: target.name, reason });
}
