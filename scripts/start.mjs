// `npm start`: serves the examples over HTTP, and says so only after a call went through the socket.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openScripts, PlugboardError, serveHttp } from '../dist/index.js';

const EXAMPLES = fileURLToPath(new URL('../examples/scripts', import.meta.url));
const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function request(url, method, params) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });
  const { result, error } = await answer.json();
  if (result === undefined) throw new Error(`${method}: ${error?.message ?? answer.status}`);
  return result;
}

/** The proof that the server works: one tool, called as any client would. */
async function callThroughSocket(url) {
  const { content, isError } = await request(url, 'tools/call', {
    name: 'greet',
    arguments: { name: 'newcomer' },
  });
  if (isError) throw new Error(`greet failed: ${content[0].text}`);
  return content[0].text;
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'curl', version: '1' },
  },
});

function renderReady(url, tools, greeting) {
  const width = Math.max(...tools.map(({ name }) => name.length));
  const lines = tools.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `ready: ${url}

tools in examples/scripts:
${lines.join('\n')}

called greet through the socket, it said: ${greeting}

try next, in another terminal:
  node dist/bin/plugboard.js call ./examples/scripts:greet name:Ann style:formal
  node dist/bin/plugboard.js validate ./examples/scripts
  curl -s ${url} -H 'content-type: application/json' -d '${INITIALIZE}'

Ctrl-C ends it.
`;
}

const untilSignal = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
});

async function run() {
  const { values } = parseArgs({ options: { port: { type: 'string', default: '1995' } } });
  const source = await openScripts(EXAMPLES);
  try {
    const server = await serveHttp(source, { port: Number(values.port) });
    try {
      const greeting = await callThroughSocket(server.url);
      const { tools } = await request(server.url, 'tools/list', {});
      process.stdout.write(renderReady(server.url, tools, greeting));
      await untilSignal;
    } finally {
      await server[Symbol.asyncDispose]();
    }
  } finally {
    await source[Symbol.asyncDispose]();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  if (error instanceof PlugboardError && error.code === 'config_error') {
    process.stderr.write('hint: choose another port with `npm start -- --port 8080`\n');
  }
  process.exitCode = 1;
}
