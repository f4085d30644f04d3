// The two things the conformance suite judges: our server, and our client.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER = join(ROOT, 'test/fixtures/conformance-server/serve.mjs');
const CLIENT = join(ROOT, 'test/fixtures/conformance-client/run.mjs');
const STOP_MS = 5_000;
const CLIENT_TIMEOUT_MS = 60_000;

function requireBuild() {
  if (!existsSync(join(ROOT, 'dist/index.js'))) throw new Error('run `npm run build` first');
}

async function startServer() {
  requireBuild();
  const child = spawn(process.execPath, [SERVER, '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const [url] = await Promise.race([line, exited]);
  if (typeof url !== 'string') throw new Error(`the fixture ended with ${url} before it listened`);
  return { args: ['--url', url], env: process.env, stop: () => stopServer(child, exited) };
}

async function stopServer(child, exited) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

/** The referee starts the client itself; a home of its own keeps the user's servers out of it. */
async function prepareClient() {
  requireBuild();
  const home = await mkdtemp(join(tmpdir(), 'plugboard-conformance-'));
  const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
  return {
    args: [
      '--command',
      `"${process.execPath}" "${CLIENT}"`,
      '--timeout',
      String(CLIENT_TIMEOUT_MS),
    ],
    env: {
      ...inherited,
      HOME: home,
      USERPROFILE: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_STATE_HOME: join(home, 'state'),
    },
    stop: () => rm(home, { recursive: true, force: true }),
  };
}

/**
 * `heading` is how the referee titles the scenarios of a side in its lists. A server may lack what
 * a scenario is about; a client that was not seen doing anything has failed.
 */
export const SIDES = {
  server: { heading: 'Server scenarios', start: startServer, maySkip: true },
  client: { heading: 'Client scenarios', start: prepareClient, maySkip: false },
};
