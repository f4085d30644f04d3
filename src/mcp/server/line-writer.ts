// Writes messages as lines: those of one turn go out in one write, and a slow reader slows the input.
import type { PreparedReply, Reply } from './peer.ts';

export interface LineWriter {
  write(reply: Reply): void;
  /** Resolves when everything written so far has left; a client that reads nothing is not waited for. */
  flushed(atMostMs: number): Promise<void>;
}

/** Up to here copying is cheaper than one more write; what is longer goes out by itself. */
const JOIN_BYTES = 262_144;

export function openLineWriter(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): LineWriter {
  const batch = openBatch();
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
    const chunk = batch.take();
    if (chunk !== undefined) push(chunk);
  };

  const writePrepared = ({ head, tail }: PreparedReply) => {
    if (batch.bytes() + head.length > JOIN_BYTES) flush();
    if (head.length > JOIN_BYTES) push(head);
    else batch.addBuffer(head);
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

/** What waits to be written: text as long as there is nothing else, then buffers and text in order. */
function openBatch() {
  let text = '';
  let buffers: Buffer[] = [];
  let bytes = 0;
  const add = (buffer: Buffer) => {
    buffers.push(buffer);
    bytes += buffer.length;
  };
  return {
    /** Of the buffers; text is short. */
    bytes: () => bytes,
    addText: (more: string) => {
      text += more;
    },
    addBuffer: (buffer: Buffer) => {
      if (text !== '') add(Buffer.from(text));
      text = '';
      add(buffer);
    },
    take: (): string | Buffer | undefined => {
      const [lastText, all] = [text, buffers];
      text = '';
      if (all.length === 0) return lastText === '' ? undefined : lastText;
      buffers = [];
      bytes = 0;
      return Buffer.concat(lastText === '' ? all : [...all, Buffer.from(lastText)]);
    },
  };
}
