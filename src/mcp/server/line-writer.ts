// Writes messages as lines: those of one turn go out in one write, and a slow reader slows the input.
import type { Writable } from 'node:stream';
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
  const batch = openBatch();
  let scheduled = false;
  let isStuck = false;

  const push = (chunks: readonly (string | Buffer)[]) => {
    if (!output.writable) return;
    if (writeAll(output, chunks) || isStuck) return;
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
    push(batch.take());
  };

  const writePrepared = ({ head, tail }: PreparedReply) => {
    batch.addBuffer(head);
    batch.addText(`${tail}\n`);
  };

  return {
    write: (reply) => {
      if (typeof reply === 'string') batch.addText(`${reply}\n`);
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

/** Several chunks leave in one call of the system, and none is copied for it. */
function writeAll(output: NodeJS.WritableStream, chunks: readonly (string | Buffer)[]): boolean {
  const [only] = chunks;
  if (only === undefined) return true;
  if (chunks.length === 1) return output.write(only);
  const corked = 'cork' in output ? (output as Writable) : undefined;
  corked?.cork();
  let isTaken = true;
  for (const chunk of chunks) isTaken = output.write(chunk);
  corked?.uncork();
  return isTaken;
}

/** What waits to be written: buffers as they are, and between them text, joined where it meets. */
function openBatch() {
  let text = '';
  let chunks: (string | Buffer)[] = [];
  return {
    addText: (more: string) => {
      text += more;
    },
    addBuffer: (buffer: Buffer) => {
      if (text !== '') chunks.push(text);
      text = '';
      chunks.push(buffer);
    },
    take: (): readonly (string | Buffer)[] => {
      const all = chunks;
      if (text !== '') all.push(text);
      text = '';
      chunks = [];
      return all;
    },
  };
}
