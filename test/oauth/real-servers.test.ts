// Authorization servers we did not write: oidc-provider, and the demo of the official SDK.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { stage } from '../client/stage.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startAuthority } from './authority.ts';
import { Person } from './person.ts';
import { startProvider } from './provider.ts';
import { addressOf, freePort } from './stage.ts';

const CALL = ['call', 'locked.whoami'];

describe('oidc-provider', () => {
  test('[oauth:proof:oidc-provider] [oauth:flow:openid] a person logs in and consents; the token is renewed when it is refused', async () => {
    const { issuer, verify, revoke } = await startProvider();
    const { mcpUrl, seen } = await startAuthority({
      resource: { authorization_servers: [issuer], scopes_supported: ['tools'] },
      verify,
    });
    const { run, start } = await stage({ locked: { baseUrl: mcpUrl } });
    const running = start(['auth', 'locked', '--no-browser', '--json']);
    const page = await new Person().visit(await addressOf(running));
    expect(page).toContain('You are logged in');
    expect(await running.ended).toMatchObject({ exit: 0 });
    expect(await run(CALL)).toMatchObject({ exit: 0, stdout: 'somebody we know\n' });
    const first = seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    revoke(first);
    expect(await run(CALL)).toMatchObject({ exit: 0, stderr: '' });
    const second = seen.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect(second).not.toBe(first);
    revoke(second);
    expect(await run(CALL)).toMatchObject({ exit: 0, stderr: '' });
  });
});

const DEMO = fileURLToPath(
  new URL(
    '../../node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js',
    import.meta.url,
  ),
);

describe('the demo server of the official SDK', () => {
  test('[oauth:proof:sdk-demo] lets us in after a login', async () => {
    const [port, authPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [DEMO, '--oauth'], {
      env: { ...process.env, MCP_PORT: String(port), MCP_AUTH_PORT: String(authPort) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await once(child, 'exit').catch(() => {});
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    }
    const url = `http://localhost:${port}/mcp`;
    await waitUntil(async () => (await fetch(url).catch(() => undefined)) !== undefined, 15_000);
    const { run, json, start } = await stage({ demo: { baseUrl: url } });
    expect((await json(['list'])).value).toMatchObject({ servers: [{ status: 'auth' }] });
    const running = start(['auth', 'demo', '--no-browser', '--json']);
    await fetch(await addressOf(running));
    const ended = await running.ended;
    expect({ ...ended, said }).toMatchObject({ exit: 0 });
    const called = await run(['call', 'demo.greet', 'name=Ann']);
    expect({ ...called, said }).toMatchObject({ exit: 0, stdout: 'Hello, Ann!\n' });
  });
});
