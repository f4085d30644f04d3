// Looks at a file at once, without an error where there is nothing to see.
import { statSync, type Stats } from 'node:fs';

/** `undefined` where there is nothing, or nothing we may look at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
