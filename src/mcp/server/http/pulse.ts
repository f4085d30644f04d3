// One timer for everything that must be looked after while connections stay open.
import { wireLimit } from '../../wire/limits.ts';

export interface Beating {
  beat(nowMs: number): void;
}

export interface Pulse extends Disposable {
  add(beating: Beating): void;
  delete(beating: Beating): void;
}

const BEATS_PER_KEEP_ALIVE = 3;

export function openPulse(): Pulse {
  const all = new Set<Beating>();
  const timer = setInterval(
    () => {
      const nowMs = Date.now();
      for (const beating of all) beating.beat(nowMs);
    },
    wireLimit('keepAliveMs') / BEATS_PER_KEEP_ALIVE,
  );
  timer.unref();
  return {
    add: (beating) => all.add(beating),
    delete: (beating) => all.delete(beating),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
