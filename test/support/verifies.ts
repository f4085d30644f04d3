// Registers a test that proves requirements; the requirements reporter reads the ids it carries.

import { test } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    requirements?: readonly string[];
  }
}

type TestBody = () => unknown;

// oxlint-disable-next-line max-params -- reads as a test: what it proves, its name, its body, its time.
export function verifies(
  ids: string | readonly string[],
  name: string,
  fn: TestBody,
  timeoutMs?: number,
): void {
  const requirements = typeof ids === 'string' ? [ids] : ids;
  const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs };
  test(name, { ...timeout, meta: { requirements } }, async () => {
    await fn();
  });
}
