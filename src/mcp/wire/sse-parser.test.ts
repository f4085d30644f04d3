// Events come out the same however their bytes were cut, and a long one costs no more than its length.
import { array, assert, constantFrom, nat, oneof, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { sseReader, type ReceivedEvent } from './sse-parser.ts';

function eventsOf(chunks: readonly Buffer[]): readonly ReceivedEvent[] {
  const events: ReceivedEvent[] = [];
  const reader = sseReader((event) => events.push(event));
  for (const chunk of chunks) reader.feed(chunk);
  return events;
}

test('fields, comments and line ends of every kind', () => {
  const text =
    ': hello\nevent: endpoint\ndata: /x\n\n' +
    'id: 7\r\ndata: one\r\ndata: two\r\n\r\n' +
    'data:{"a":1}\r\rdata: cut off';
  expect(eventsOf([Buffer.from(text)])).toEqual([
    { id: undefined, event: 'endpoint', data: '/x' },
    { id: '7', event: 'message', data: 'one\ntwo' },
    { id: '7', event: 'message', data: '{"a":1}' },
  ]);
});

test('the pause a server asks for is kept', () => {
  const reader = sseReader(() => {});
  reader.feed(Buffer.from('retry: soon\nretry: 250\n\n'));
  expect(reader.retryMs).toBe(250);
});

test('where the bytes are cut does not matter', () => {
  const line = oneof(
    constantFrom('', ': comment', 'id: 3', 'event: other', 'data: é👋', 'data: {"x": [1]}'),
    string().map((text) => `data: ${text.replaceAll(/[\r\n]/gu, ' ')}`),
  );
  const end = constantFrom('\n', '\r\n', '\r');
  const stream = array(tuple(line, end)).map((lines) => lines.flat().join(''));
  assert(
    property(stream, array(nat(200)), (text, cuts) => {
      // A return at the very end may be half of a line end, so that nothing may follow from it.
      const bytes = Buffer.from(`${text}\n: end\n`);
      const places = [...cuts.filter((at) => at < bytes.length), bytes.length].toSorted(
        (a, b) => a - b,
      );
      const chunks = places.map((at, index) => bytes.subarray(places[index - 1] ?? 0, at));
      expect(eventsOf(chunks)).toEqual(eventsOf([bytes]));
    }),
  );
});

test('a long event in many pieces is read in a moment', () => {
  const data = 'x'.repeat(8 * 1024 * 1024);
  const bytes = Buffer.from(`data: ${data}\n\n`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4096) }, (_, at) =>
    bytes.subarray(at * 4096, (at + 1) * 4096),
  );
  const [event] = eventsOf(pieces);
  expect(event?.data === data).toBe(true);
});

test.each<[string, (piece: string) => string]>([
  ['a line', (piece) => piece],
  ['an event', (piece) => `data: ${piece}\n`],
])('%s without an end is refused before it fills the memory', (_, toChunk) => {
  const reader = sseReader(() => {}, 1_000);
  const feed = () => reader.feed(Buffer.from(toChunk('x'.repeat(100))));
  for (let times = 0; times < 10; times += 1) feed();
  expect(feed).toThrow('Output exceeds 1000 bytes.');
});

test('events and comments that end are never too many', () => {
  const events: string[] = [];
  const reader = sseReader(({ data }) => events.push(data), 100);
  for (let times = 0; times < 50; times += 1) {
    reader.feed(Buffer.from(`: still here\ndata: ${'é'.repeat(50)}\n\n: and`));
    reader.feed(Buffer.from(' here\n'));
  }
  expect(events).toHaveLength(50);
});
