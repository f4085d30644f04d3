// Reads the body of an HTTP request, up to a limit.
import type { IncomingMessage } from 'node:http';

/** The body, or `undefined` where it is longer than allowed or the client went away. */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) return resolve(undefined);
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    req.on('end', () => {
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks));
    });
    req.on('close', () => resolve(undefined));
  });
}
