// Where an HTTP server is, and how its answers are read.
import { PlugboardError } from '../../core/errors.ts';
import type { HttpReply, SendHttp } from '../../platform/send-http.ts';
import { wireLimit } from '../wire/limits.ts';

export interface HttpTarget {
  readonly url: URL;
  /** Sent with every request; read anew each time, so that a refreshed token is used at once. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** The door of `platform/`; handed in so that nothing here opens sockets of its own. */
  readonly send: SendHttp;
  /** How the server is called in errors. */
  readonly name: string;
}

export const ACCEPT_BOTH = 'application/json, text/event-stream';

export async function readText(body: NodeJS.ReadableStream, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new PlugboardError('too_large', { limitBytes: maxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

export function isEventStream({ headers }: HttpReply): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** The refusal that a reply is. */
export async function toRefusal(
  name: string,
  { status, body }: HttpReply,
): Promise<PlugboardError> {
  return httpRefusal(name, status, await readText(body, wireLimit('maxRefusalBytes')));
}

/** A refusal in words: the status and the start of what the server said. */
export function httpRefusal(name: string, status: number, body: string): PlugboardError {
  if (status === 401) return new PlugboardError('auth_required', { server: name });
  const said = body.trim().slice(0, 200);
  return new PlugboardError('connection_refused', {
    server: name,
    reason: `HTTP ${status}${said === '' ? '' : `: ${said}`}`,
  });
}
