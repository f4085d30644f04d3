// Proves that what is written as server-sent events is read back, however it was cut and ended.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SSE_KEEP_ALIVE, sseText } from './sse-events.ts';
import { sseReader, type ReceivedEvent } from './sse-parser.ts';

function read(chunks: readonly Buffer[]): { events: ReceivedEvent[]; retryMs: number | undefined } {
  const events: ReceivedEvent[] = [];
  const reader = sseReader((event) => events.push(event));
  for (const chunk of chunks) reader.feed(chunk);
  return { events, retryMs: reader.retryMs };
}

/** Each byte in a chunk of its own: no border could be worse. */
const byByte = (text: string): Buffer[] =>
  [...Buffer.from(text)].map((byte) => Buffer.from([byte]));

describe('server-sent events', () => {
  it('bring every message back', () => {
    const message = fc.jsonValue().map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.array(message), fc.constantFrom('\n', '\r\n', '\r'), (messages, lineEnd) => {
        const text = messages.map((data, at) => sseText({ id: `0-${at}`, data })).join('');
        const { events } = read(byByte(text.replaceAll('\n', lineEnd) + lineEnd));
        expect(events).toEqual(
          messages.map((data, at) => ({ id: `0-${at}`, event: 'message', data })),
        );
      }),
    );
  });

  it('carry a message on one line, so that simple readers need not join any', () => {
    expect(sseText({ event: 'endpoint', id: '1', retryMs: 500, data: '{"a":"\\n"}' })).toBe(
      'event: endpoint\nid: 1\nretry: 500\ndata: {"a":"\\n"}\n\n',
    );
  });

  it('open with an id and no data', () => {
    const { events, retryMs } = read([Buffer.from(sseText({ id: '1-1', data: '', retryMs: 500 }))]);
    expect(events).toEqual([{ id: '1-1', event: 'message', data: '' }]);
    expect(retryMs).toBe(500);
  });

  it('are not made by a sign of life', () => {
    expect(read(byByte(SSE_KEEP_ALIVE + SSE_KEEP_ALIVE)).events).toEqual([]);
  });

  it('do not count while they are unfinished', () => {
    expect(read([Buffer.from('data: {}\n')]).events).toEqual([]);
  });
});
