// Waits for a condition by asking again, for a bounded time.
import { setTimeout as delay } from 'node:timers/promises';

const ASK_EVERY_MS = 10;
const GIVE_UP_MS = 4_500;

export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  giveUpMs = GIVE_UP_MS,
): Promise<void> {
  const end = Date.now() + giveUpMs;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error(`gave up waiting after ${giveUpMs} ms: ${condition.toString()}`);
    }
    await delay(ASK_EVERY_MS);
  }
}
