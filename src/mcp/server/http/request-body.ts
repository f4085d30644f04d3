// Reads the body of an HTTP request, up to a limit.
import type { IncomingMessage } from 'node:http';

type Take = (body: Buffer | undefined) => void;

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
    take(body);
  };
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else end(undefined);
  });
  req.on('end', () => {
    const [only] = chunks;
    end(chunks.length === 1 && only ? only : Buffer.concat(chunks));
  });
  req.on('close', () => end(undefined));
}
