// Feeds the messages of an SSE body to a receiver until it has what it waits for, or the body ends.
import type { Readable } from 'node:stream';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { toMessage, type RpcMessage } from '../wire/jsonrpc.ts';
import { sseReader } from '../wire/sse-parser.ts';

export interface StreamPosition {
  lastEventId: string | undefined;
  retryMs: number | undefined;
}

/** A stream that ends by itself leaves its connection usable: it is given this long to do so. */
const LINGER_MS = 500;

/**
 * Resolves when the receiver says that this was all, or when the stream ends, however it does;
 * `position` says where to resume. Throws for an event that is too large: it would be so again.
 */
export async function readMessages(
  body: NodeJS.ReadableStream,
  position: StreamPosition,
  receive: (message: RpcMessage) => boolean,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const reader = sseReader(({ id, data }) => {
      position.lastEventId = id ?? position.lastEventId;
      if (data === '' || !received(data, receive)) return;
      endSoon(body as Readable);
      resolve();
    });
    const read = async () => {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) reader.feed(chunk);
      } finally {
        position.retryMs = reader.retryMs ?? position.retryMs;
      }
    };
    read().then(resolve, (thrown: unknown) => {
      // A broken stream is like one that ended: the caller resumes or gives up.
      if (thrown instanceof PlugboardError) reject(thrown);
      else resolve();
    });
  });
}

function received(data: string, receive: (message: RpcMessage) => boolean): boolean {
  try {
    return receive(toMessage(JSON.parse(data) as JsonValue));
  } catch {
    // Not a message: a server's noise must not end the stream.
    return false;
  }
}

/** Some servers keep a stream open after the answer, for ever. */
function endSoon(body: Readable): void {
  const timer = setTimeout(() => body.destroy(), LINGER_MS);
  timer.unref();
  body.once('close', () => clearTimeout(timer));
  // It may be cut off at any time now, and nobody has to know.
  body.on('error', () => {});
}
