// A real HTTP server on loopback that remembers what it was asked and answers as it is told.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Asked {
  readonly method: string;
  /** As sent, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request; `count` is how many came before it. */
export type Answer = (response: ServerResponse, asked: Asked, count: number) => void;

export interface HttpFixture {
  readonly url: string;
  readonly asked: Asked[];
}

/** Answers with a status, a body and perhaps headers. */
export function answer(
  body: string | Buffer = 'ok',
  {
    status = 200,
    ...headers
  }: { status?: number; [name: string]: string | number | undefined } = {},
): Answer {
  return (response) => {
    const all = { 'content-type': 'text/plain', ...headers };
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.statusCode = status;
    response.end(body);
  };
}

/** Answers each request in its turn; the last answer is given for ever. */
export function inTurn(...answers: readonly Answer[]): Answer {
  return (response, asked, count) =>
    answers[Math.min(count, answers.length - 1)]?.(response, asked, count);
}

export async function httpFixture(give: Answer = answer()): Promise<HttpFixture> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      asked.push(one);
      give(response, one, asked.length - 1);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A loopback address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
