// Reads the lines that were added to a file since the last look.
import { readSync } from 'node:fs';
import { textLines } from '../../../platform/text-lines.ts';

/** Shared by all: it is filled and emptied within one look. */
const buffer = Buffer.allocUnsafe(65_536);
/** One look takes no more, so that a flood of lines does not hold up everything else. */
const MAX_LOOK_BYTES = 1_048_576;

/** Hands on the lines that are complete; says whether anything was added, a blank line included. */
export type Look = (maxBytes?: number) => boolean;

export function followLines(fd: number, onLine: (line: string) => void): Look {
  const lines = textLines(onLine);
  let position = 0;
  return (maxBytes = MAX_LOOK_BYTES) => {
    const start = position;
    for (;;) {
      const count = readSync(fd, buffer, 0, buffer.length, position);
      position += count;
      if (count > 0) lines.push(buffer.subarray(0, count));
      if (count < buffer.length || position - start >= maxBytes) return position > start;
    }
  };
}
