// Writes messages as lines: those of one turn go out in one write, and a slow reader slows the input.
import type { PreparedReply, Reply } from './peer.ts';

export interface LineWriter {
  write(reply: Reply): void;
  /** Resolves when everything written so far has left. */
  flushed(): Promise<void>;
}

export function openLineWriter(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): LineWriter {
  let pending = '';
  let scheduled = false;

  const push = (chunk: string | Buffer) => {
    if (!output.writable) return;
    if (output.write(chunk)) return;
    // The client does not read: take no more from it until it does.
    input.pause();
    output.once('drain', () => input.resume());
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
    flushed: () => {
      flush();
      return new Promise((resolve) => {
        if (!output.writable) return resolve();
        output.write('', () => resolve());
      });
    },
  };
}
