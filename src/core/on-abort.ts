// Hears of an abort through one listener per signal, however many calls wait for it.

type Act = () => void;

interface Waiters {
  readonly acts: Set<Act>;
  readonly tell: Act;
}

const waiters = new WeakMap<AbortSignal, Waiters>();
const endless = new WeakSet<AbortSignal>();

/** A signal that nobody can abort: whoever waits for it waits for nothing, and need not listen. */
export function endlessSignal(): AbortSignal {
  const { signal } = new AbortController();
  endless.add(signal);
  return signal;
}

/** Calls `act` when the signal aborts; returns what stops listening. Each `act` is its own function. */
export function onAbort(signal: AbortSignal, act: Act): () => void {
  if (endless.has(signal)) return stopNothing;
  const known = waiters.get(signal) ?? listenTo(signal);
  known.acts.add(act);
  return () => {
    known.acts.delete(act);
    if (known.acts.size > 0 || waiters.get(signal) !== known) return;
    waiters.delete(signal);
    signal.removeEventListener('abort', known.tell);
  };
}

const stopNothing = () => {};

function listenTo(signal: AbortSignal): Waiters {
  const acts = new Set<Act>();
  const known: Waiters = { acts, tell: () => acts.forEach((act) => act()) };
  waiters.set(signal, known);
  signal.addEventListener('abort', known.tell, { once: true });
  return known;
}
