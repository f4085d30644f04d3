// The official test server with everything: its program, and running over Streamable HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { waitUntil } from '../../support/wait-until.ts';

const MANIFEST = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/package.json',
);

export const EVERYTHING = join(dirname(MANIFEST), 'dist', 'index.js');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Its address; it ends with the test. */
export async function startEverything(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await waitUntil(() => said.includes(String(port)), 20_000);
  return `http://127.0.0.1:${port}/mcp`;
}
