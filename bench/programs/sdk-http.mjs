// The SDK on HTTP, for one era: its web-standard handlers behind the smallest `node:http` adapter.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { sdkServer } from './sdk-server.mjs';

/** One server and one transport per session, as its documentation shows it. */
function sessions() {
  const open = new Map();
  return async (request) => {
    const known = open.get(request.headers.get('mcp-session-id'));
    if (known) return known.handleRequest(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void open.set(id, transport),
    });
    await sdkServer().connect(transport);
    return transport.handleRequest(request);
  };
}

const ERAS = {
  2025: sessions,
  2026: () => createMcpHandler(sdkServer).fetch,
};
const answer = ERAS[process.argv[2]]();

async function toRequest(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const { method, headers } = req;
  return new Request(`http://${headers.host}${req.url}`, {
    method,
    headers,
    body: Buffer.concat(chunks),
  });
}

async function handle(req, res) {
  const response = await answer(await toRequest(req));
  const body = Buffer.from(await response.arrayBuffer());
  const headers = Object.fromEntries(response.headers);
  res.writeHead(response.status, { ...headers, 'Content-Length': body.length });
  res.end(body);
}

const server = createServer((req, res) => void handle(req, res));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
