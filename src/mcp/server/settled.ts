// Waits until nothing is in flight, but not for ever.

const LOOK_EVERY_MS = 20;

export async function settled(
  inflight: readonly ReadonlyMap<unknown, unknown>[],
  atMostMs: number,
): Promise<void> {
  const until = Date.now() + atMostMs;
  while (inflight.some((requests) => requests.size > 0) && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
