// Proves that one listener serves all who wait for a signal, and that none stays behind.
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { localContext } from './local-context.ts';
import { endlessSignal, onAbort } from './on-abort.ts';

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

it('tells all who wait, through one listener', () => {
  const controller = new AbortController();
  const told: number[] = [];
  const stops = Array.from({ length: 20 }, (_, at) =>
    onAbort(controller.signal, () => told.push(at)),
  );
  expect(listeners(controller.signal)).toBe(1);
  stops[3]?.();
  controller.abort();
  expect(told).toHaveLength(19);
  expect(told).not.toContain(3);
});

it('leaves no listener behind', () => {
  const { signal } = new AbortController();
  const stops = [onAbort(signal, () => {}), onAbort(signal, () => {})];
  stops[0]?.();
  expect(listeners(signal)).toBe(1);
  stops[1]?.();
  stops[1]?.();
  expect(listeners(signal)).toBe(0);
});

it('hears again after everybody had stopped', () => {
  const controller = new AbortController();
  let told = 0;
  const stop = onAbort(controller.signal, () => {});
  stop();
  onAbort(controller.signal, () => (told += 1));
  stop();
  controller.abort();
  expect(told).toBe(1);
});

it('does not listen where nothing can come', () => {
  const signal = endlessSignal();
  onAbort(signal, () => {})();
  expect(listeners(signal)).toBe(0);
  const { signal: local } = localContext();
  onAbort(local, () => {});
  expect(listeners(local)).toBe(0);
});
