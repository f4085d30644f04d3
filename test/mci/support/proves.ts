// Registers a test that proves promises of the MCI specification; their ids stand in its name.
import { test } from 'vitest';

export function proves(
  ids: string | readonly string[],
  name: string,
  fn: () => Promise<void> | void,
): void {
  const marks = [ids].flat().map((id) => `[${id}]`);
  // oxlint-disable-next-line vitest/expect-expect -- the body asserts.
  test(`${marks.join(' ')} ${name}`, fn);
}
