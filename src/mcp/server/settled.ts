// Waits until nothing is in flight, but not for ever.

const LOOK_EVERY_MS = 20;

/** Resolves when nothing is in flight, but not later than asked. */
export async function settled(
  inflight: readonly ReadonlyMap<unknown, unknown>[],
  atMostMs: number,
): Promise<void> {
  const until = Date.now() + atMostMs;
  while (inflight.some((requests) => requests.size > 0) && Date.now() < until) {
    // oxlint-disable-next-line no-await-in-loop -- looking again later is the point
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
}
