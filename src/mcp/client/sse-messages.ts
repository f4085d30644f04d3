// Feeds the messages of an SSE body to a receiver until the body ends.
import type { JsonValue } from '../../core/json.ts';
import { toMessage, type RpcMessage } from '../wire/jsonrpc.ts';
import { sseReader } from '../wire/sse-parser.ts';

export interface StreamPosition {
  lastEventId: string | undefined;
  retryMs: number | undefined;
}

/** Resolves when the stream ends, however it does; `position` says where to resume. */
export async function readMessages(
  body: NodeJS.ReadableStream,
  position: StreamPosition,
  receive: (message: RpcMessage) => void,
): Promise<void> {
  const reader = sseReader(({ id, data }) => {
    position.lastEventId = id ?? position.lastEventId;
    if (data === '') return;
    try {
      receive(toMessage(JSON.parse(data) as JsonValue));
    } catch {
      // Not a message: a server's noise must not end the stream.
    }
  });
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) reader.feed(chunk);
  } catch {
    // A broken stream is like one that ended: the caller resumes or gives up.
  }
  position.retryMs = reader.retryMs ?? position.retryMs;
}
