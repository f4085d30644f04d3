// A server over HTTP without any library: plain answers, broken streams, closed doors.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';

export interface SmallServer {
  readonly url: string;
  /** Method and headers of every request, in order. */
  readonly requests: { readonly method: string; readonly headers: IncomingMessage['headers'] }[];
}

type Answer = (message: JsonObject, response: ServerResponse) => void;

function resultOf({ id = null, method, params }: JsonObject): string {
  const result =
    method === 'initialize'
      ? {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'small' },
        }
      : { content: [{ type: 'text', text: JSON.stringify(params) }] };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

const STREAM = { 'content-type': 'text/event-stream' };

/** How each kind of server answers a request. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  plain: (message, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(resultOf(message));
  },
  /** Asks back and is cut off before the answer, which waits for who comes again. */
  broken: (message, response) => {
    if (message['method'] === 'initialize') return ANSWERS['plain']?.(message, response);
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 'p', method: 'ping' });
    waiting = resultOf(message);
    response.writeHead(200, STREAM);
    response.end(`: hello\n\nid: 7\nretry: 10\ndata: ${ping}\n\n`);
  },
  locked: (_, response) => void response.writeHead(401).end(),
  wrong: (_, response) => {
    const error = { code: -32600, message: 'not like this' };
    response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  },
  silent: () => {},
};

let waiting = '';

export async function startSmallServer(kind: string): Promise<SmallServer> {
  const requests: SmallServer['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ method: request.method ?? '', headers: request.headers });
    void answer(request, response, ANSWERS[kind]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, requests };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answerWith: Answer | undefined,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, STREAM).end(`id: 8\ndata: ${waiting}\n\n`);
    return;
  }
  const message = (await json(request)) as JsonObject;
  if (message['id'] === undefined || message['method'] === undefined) {
    response.writeHead(202).end();
    return;
  }
  answerWith?.(message, response);
}
