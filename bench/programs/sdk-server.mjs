// The echo tool on the low-level server of the official SDK: the leanest way it offers.
import { Server } from '@modelcontextprotocol/server';
import { ECHO, SERVER_INFO } from './echo-tool.mjs';

export function sdkServer() {
  const server = new Server(SERVER_INFO, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [{ name: 'echo', ...ECHO }] }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: params.arguments.message }],
  }));
  return server;
}
