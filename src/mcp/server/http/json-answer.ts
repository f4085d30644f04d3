// A whole JSON answer in one response.
import type { ServerResponse } from 'node:http';
import type { Reply } from '../peer.ts';

export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Longer text goes out as bytes: encoded once, and not kept twice while its client is slow. */
const LONG_TEXT = 65_536;

export function writeJson(response: ServerResponse, reply: Reply, answer: JsonAnswer): void {
  const body = typeof reply === 'string' && reply.length > LONG_TEXT ? Buffer.from(reply) : reply;
  // Names and values by turns: Node takes them as they are, where it would walk an object.
  const head = ['Content-Type', 'application/json', 'Content-Length', byteLength(body)];
  if (answer.headers) head.push(...Object.entries(answer.headers).flat());
  response.writeHead(answer.status, head);
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  response.cork();
  response.write(body.head);
  response.end(body.tail);
  response.uncork();
}

function byteLength(body: Reply | Buffer): number {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.byteLength(body);
  return body.head.length + Buffer.byteLength(body.tail);
}
