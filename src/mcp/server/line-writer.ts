// Writes messages as lines: those of one turn go out in one write, and a slow reader slows the input.
import type { PreparedReply, Reply } from './peer.ts';

export interface LineWriter {
  write(reply: Reply): void;
  /** Resolves when everything written so far has left; a client that reads nothing is not waited for. */
  flushed(atMostMs: number): Promise<void>;
}

export function openLineWriter(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): LineWriter {
  let pending = '';
  let scheduled = false;
  let isStuck = false;

  const push = (chunk: string | Buffer) => {
    if (!output.writable) return;
    if (output.write(chunk) || isStuck) return;
    // The client does not read: take no more from it until it does.
    isStuck = true;
    input.pause();
    output.once('drain', () => {
      isStuck = false;
      input.resume();
    });
  };

  const flush = () => {
    scheduled = false;
    const text = pending;
    pending = '';
    if (text !== '') push(text);
  };

  const writePrepared = ({ head, tail }: PreparedReply) => {
    flush();
    push(head);
    pending = `${tail}\n`;
  };

  return {
    write: (reply) => {
      if (typeof reply === 'string') pending += `${reply}\n`;
      else writePrepared(reply);
      if (scheduled) return;
      scheduled = true;
      setImmediate(flush);
    },
    flushed: (atMostMs) => {
      flush();
      return new Promise((resolve) => {
        if (!output.writable) return resolve();
        const timer = setTimeout(resolve, atMostMs);
        output.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    },
  };
}
