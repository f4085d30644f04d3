// A pause ends by time or by its signal, and leaves no listener behind.
import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { pause } from './pause.ts';

test('ends by itself, at once where the signal is aborted, and with it', async () => {
  await pause(1, { signal: new AbortController().signal });
  await pause(60_000, { signal: AbortSignal.abort() });
  const stop = new AbortController();
  const waiting = pause(60_000, { signal: stop.signal });
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
});

test('any number of pauses in a row leave the signal as it was', async () => {
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) await pause(0, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
