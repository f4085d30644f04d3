// A whole JSON answer in one response.
import type { ServerResponse } from 'node:http';
import type { Reply } from '../peer.ts';

export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function writeJson(response: ServerResponse, reply: Reply, answer: JsonAnswer): void {
  const whole = typeof reply === 'string';
  const length = whole
    ? Buffer.byteLength(reply)
    : reply.head.length + Buffer.byteLength(reply.tail);
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Content-Length': length,
    ...answer.headers,
  });
  if (whole) {
    response.end(reply);
    return;
  }
  response.cork();
  response.write(reply.head);
  response.end(reply.tail);
  response.uncork();
}
