// Reads the body of an HTTP request, up to a limit for each, and one for all that are under way.
import type { IncomingMessage } from 'node:http';
import { wireLimit } from '../../wire/limits.ts';

type Take = (body: Buffer | undefined) => void;

/** Of all bodies that have begun and not ended: memory belongs to the process, not to a server. */
let heldBytes = 0;

/** The body, or `undefined` where it is longer than allowed or the client went away. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => withBody(req, maxBytes, resolve));
}

/** The same without a promise, for the path every call takes; `take` is called once. */
export function withBody(req: IncomingMessage, maxBytes: number, take: Take): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) return take(undefined);
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isTaken = false;
  const end = (body: Buffer | undefined) => {
    if (isTaken) return;
    isTaken = true;
    heldBytes -= bytes;
    // The request lives as long as its answer, and its listeners with it.
    chunks.length = 0;
    take(body);
  };
  req.on('data', (chunk: Buffer) => {
    if (isTaken) return;
    bytes += chunk.length;
    heldBytes += chunk.length;
    if (bytes > maxBytes) return end(undefined);
    chunks.push(chunk);
    // Whoever finds no room is cut: many who send little by little must not take it from all others.
    if (heldBytes > wireLimit('maxReceivingBytes')) req.destroy();
  });
  req.on('end', () => {
    const [only] = chunks;
    end(chunks.length === 1 && only ? only : Buffer.concat(chunks));
  });
  req.on('close', () => end(undefined));
}
