// What a wire of lines holds on to while it waits.
import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { LineWire } from './line-wire.ts';

function openWire() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const wire = new LineWire({
    name: 'x',
    input,
    output,
    ended: new Promise(() => {}),
    close: async () => {},
  });
  return { wire, input, output };
}

test('however many servers are asked under one signal, it has one listener, and all are cancelled', async () => {
  const stop = new AbortController();
  const wires = Array.from({ length: 12 }, openWire);
  const asked = wires.map(({ wire }) =>
    wire.request({ id: 1, method: 'tools/list', params: {} }, { signal: stop.signal }),
  );
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  stop.abort();
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(wires.map(() => 'rejected'));
  for (const { output } of wires)
    expect(String(output.read())).toContain('notifications/cancelled');
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test('an answer lets go of the signal', async () => {
  const { signal } = new AbortController();
  const { wire, input } = openWire();
  const asked = wire.request({ id: 1, method: 'tools/list', params: {} }, { signal });
  input.write('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  await asked;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
