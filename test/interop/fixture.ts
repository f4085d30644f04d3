// Starts the conformance fixture as its own process, from the built package.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVE = fileURLToPath(new URL('../fixtures/conformance-server/serve.mjs', import.meta.url));

export const STDIO_FIXTURE = { command: process.execPath, args: [SERVE, '--stdio'] };

export interface HttpFixture extends AsyncDisposable {
  readonly url: URL;
}

export async function startHttpFixture(): Promise<HttpFixture> {
  const child = spawn(process.execPath, [SERVE, '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const [url] = (await Promise.race([line, exited])) as [string | number | null];
  if (typeof url !== 'string') throw new Error('The fixture ended early. Run: npm run build');
  return {
    url: new URL(url),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}
