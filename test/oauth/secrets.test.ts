// Where tokens go, and where they never do.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fixture, stage } from '../client/stage.ts';
import { startAuthority } from './authority.ts';
import { loginStage, PAST } from './stage.ts';

const CALL = ['call', 'locked.whoami'];

/** A server that keeps every header it is sent, and answers as it is told. */
async function recorder(answer: { status: number; headers?: Record<string, string> }) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(JSON.stringify(request.rawHeaders) + (request.url ?? ''));
    request.resume().on('data', (chunk: Buffer) => seen.push(chunk.toString()));
    response.writeHead(answer.status, answer.headers).end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe('a token', () => {
  test('[oauth:secret:origin] follows no redirect to another origin', async () => {
    const { login, run, authority, cwd, edit } = await loginStage();
    await login();
    const other = await recorder({ status: 200 });
    const moved = await recorder({ status: 307, headers: { Location: `${other.url}/mcp` } });
    const config = { mcpServers: { locked: { baseUrl: `${moved.url}/mcp` } }, imports: [] };
    await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify(config));
    await edit({ server_url: `${moved.url}/mcp` });
    await run(CALL);
    expect(moved.seen.join('\n')).toContain(authority.issued[0]);
    expect(other.seen).toEqual([]);
  });

  test('[oauth:secret:other-server] of one server is unknown to its neighbours', async () => {
    const { login, run, authority, cwd } = await loginStage();
    await login();
    const neighbour = await recorder({ status: 401 });
    const config = {
      mcpServers: {
        locked: { baseUrl: authority.mcpUrl },
        neighbour: { baseUrl: `${neighbour.url}/mcp` },
      },
      imports: [],
    };
    await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify(config));
    expect(await run(['list'])).toMatchObject({ exit: 0 });
    expect(neighbour.seen.length).toBeGreaterThan(0);
    expect(neighbour.seen.join('\n')).not.toMatch(/authorization/iu);
  });

  test('[oauth:secret:origin] of an earlier login is not shown to an authorization server', async () => {
    const { login, authority, edit } = await loginStage();
    await login();
    await edit({ access_token: 'secret-token', refresh_token: 'secret-refresh' });
    await login();
    const asked = authority.seen.filter(({ path }) => path !== '/mcp');
    expect(asked.length).toBeGreaterThan(6);
    expect(JSON.stringify(asked)).not.toMatch(/secret-token|secret-refresh/u);
  });

  test('[oauth:secret:log] is in no output, no error and no file but its own', async () => {
    const { login, run, authority, edit, home, folder } = await loginStage();
    await login();
    await edit({ expires_at: PAST });
    const outputs = [
      await run([...CALL, '--verbose'], { env: { MCPLUG_LOG_LEVEL: 'debug' } }),
      await run(['list', '--json', '--verbose']),
      await run(['auth', '--status', '--json']),
      await run(['config', 'show']),
    ];
    authority.revokeRefresh();
    authority.revokeAccess();
    outputs.push(await run([...CALL, '--verbose', '--json']));
    const said = JSON.stringify(outputs);
    expect(authority.issued.length).toBeGreaterThan(3);
    for (const token of authority.issued) expect(said).not.toContain(token);
    const files = await readdir(home, { recursive: true, withFileTypes: true });
    for (const file of files) {
      if (!file.isFile() || file.parentPath === folder()) continue;
      const content = await readFile(join(file.parentPath, file.name), 'utf8');
      for (const token of authority.issued) expect(content).not.toContain(token);
    }
  });

  test('[oauth:secret:log] an answer of a token endpoint that makes no sense is not repeated', async () => {
    const broken = await recorder({ status: 500 });
    const { login, run, edit, folder, authority } = await loginStage();
    await login();
    await edit({ expires_at: PAST });
    const client = { client_id: 'x', issuer: authority.origin, token_endpoint: broken.url };
    await writeFile(join(folder(), 'client.json'), JSON.stringify(client));
    const { exit, stderr } = await run(CALL);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      'Cannot connect to locked: its authorization server answered HTTP 500 without tokens\n',
    );
  });
});

describe('an entry that says who we are', () => {
  test('[oauth:server:bearer] [oauth:server:bearer-env] sends its own token, whatever login there is', async () => {
    const { mcpUrl, seen } = await startAuthority();
    const { run } = await stage({
      fixed: { baseUrl: mcpUrl, bearerToken: 'of-the-entry' },
      variable: { baseUrl: mcpUrl, bearerTokenEnv: 'MY_TOKEN' },
    });
    const env = { MY_TOKEN: 'of-the-variable' };
    expect(await run(['call', 'fixed.whoami'], { env })).toMatchObject({ exit: 1 });
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer of-the-entry');
    expect(await run(['call', 'variable.whoami'], { env })).toMatchObject({ exit: 1 });
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer of-the-variable');
    const { stderr } = await run(['auth', 'fixed']);
    expect(stderr).toContain("server 'fixed' has an Authorization header or a bearer token");
  });

  test('[oauth:server:none] "auth": "none" sends nothing', async () => {
    const { login, run, cwd, authority } = await loginStage();
    await login();
    const entry = { baseUrl: authority.mcpUrl, auth: 'none' };
    const config = { mcpServers: { locked: entry }, imports: [] };
    await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify(config));
    expect(await run(CALL)).toMatchObject({ exit: 1 });
    expect(authority.seen.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe('a refreshable bearer', () => {
  test('[oauth:server:refreshable] reaches a stdio server fresh, in a variable and nowhere else', async () => {
    const authority = await startAuthority();
    const entry = {
      ...fixture('mock'),
      auth: 'refreshable_bearer',
      oauthClientId: 'mine',
      refresh: {
        tokenEndpoint: `${authority.origin}/token`,
        clientSecretEnv: 'MY_SECRET',
        accessTokenEnv: 'THE_TOKEN',
      },
    };
    const { run } = await stage({ mock: entry });
    const env = { MY_SECRET: 'shh' };
    const call = ['call', `mock.surroundings(names: ["THE_TOKEN"])`];
    expect((await run(call, { env })).stderr).toContain(
      'requires authentication. Run: mcplug auth mock\nhint: Give it tokens: `mcplug auth mock --tokens FILE`',
    );
    authority.allowRefresh('seeded');
    const stdin = JSON.stringify({
      access_token: 'old',
      refresh_token: 'seeded',
      expires_at: PAST,
    });
    expect(await run(['auth', 'mock', '--tokens', '-'], { stdin, env })).toMatchObject({ exit: 0 });
    const { exit, stdout } = await run(call, { env });
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      env: { THE_TOKEN: authority.issued[0] },
      args: [],
    });
    const [asked] = authority.requests('/token');
    expect(asked?.headers.authorization).toMatch(/^Basic /u);
    expect(await run(call, { env })).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(1);
  });
});
