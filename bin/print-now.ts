// Prints without waking the streams of the process, which cost a tenth of a whole start.
import { writeSync } from 'node:fs';

const STREAMS = { stdout: 1, stderr: 2 } as const;

/** A reader that is slow gets the rest through the stream; one that is gone wants nothing more. */
export function printNow(name: keyof typeof STREAMS, data: string | Buffer): void {
  let rest = Buffer.from(data);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(STREAMS[name], rest));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'EAGAIN') process[name].on('error', () => process.exit()).write(rest);
    else if (code !== 'EPIPE' && name === 'stdout') {
      // What cannot be printed was done in vain.
      printNow('stderr', `Cannot write to stdout: ${code ?? String(thrown)}\n`);
      process.exit(1);
    }
  }
}
