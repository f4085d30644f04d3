// Who is logged in, forgetting a login, and taking over one.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loginStage, PAST } from './stage.ts';

const CALL = ['call', 'locked.whoami'];

/** What mcporter keeps of a login. */
async function vaultOf(folder: string, entry: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  const vault = { version: 2, entries: { 'locked|0123456789abcdef': entry } };
  await writeFile(join(folder, 'credentials.json'), JSON.stringify(vault));
}

describe('auth --status', () => {
  test('[oauth:tokens:status] says who is logged in where, and asks nobody', async () => {
    const { run, login, edit, authority } = await loginStage();
    expect(await run(['auth', '--status'])).toMatchObject({
      exit: 0,
      stdout: '  locked [none] - not logged in\n',
    });
    expect(authority.seen).toHaveLength(0);
    await login();
    const asked = authority.seen.length;
    expect((await run(['auth', '--status'])).stdout).toMatch(
      /^ {2}locked \[ok\] - logged in until 20\S+Z, renewed when needed\n$/u,
    );
    await edit({ expires_at: PAST });
    expect((await run(['auth', 'locked', '--status'])).stdout).toBe(
      '  locked [expired] - the login has expired, renewed when needed\n',
    );
    expect(authority.seen).toHaveLength(asked);
  });

  test('[oauth:tokens:status] as JSON, without a token', async () => {
    const { json, login, authority, folder } = await loginStage();
    await login();
    const { value } = await json(['auth', '--status']);
    expect(value).toEqual({
      servers: [
        {
          server: 'locked',
          status: 'ok',
          canRefresh: true,
          expiresAt: expect.any(String) as string,
          issuer: authority.origin,
          directory: folder(),
        },
      ],
    });
  });
});

describe('forgetting', () => {
  test('[oauth:tokens:logout] auth logout leaves nothing behind', async () => {
    const { run, login, folder } = await loginStage();
    await login();
    expect(await run(['auth', 'logout', 'locked'])).toMatchObject({
      exit: 0,
      stdout: "Logged out of 'locked'\n",
    });
    expect(existsSync(join(folder(), 'tokens.json'))).toBe(false);
    expect(existsSync(join(folder(), 'client.json'))).toBe(false);
    expect(await run(CALL)).toMatchObject({ exit: 1 });
    expect(await run(['auth', 'logout', 'locked'])).toMatchObject({
      exit: 0,
      stdout: "Not logged in to 'locked'\n",
    });
  });

  test('[oauth:tokens:reset] auth --reset begins from nothing', async () => {
    const { login, authority } = await loginStage();
    await login();
    await login();
    expect(authority.requests('/register')).toHaveLength(1);
    await login(['locked', '--reset']);
    expect(authority.requests('/register')).toHaveLength(2);
  });
});

describe('a login made elsewhere', () => {
  test("[oauth:tokens:vault] in mcporter's vault is taken over and renewed as its client", async () => {
    const { run, login, authority, home, tokens, edit } = await loginStage();
    await login();
    const [access_token, refresh_token] = authority.issued;
    await run(['auth', 'logout', 'locked']);
    await vaultOf(join(home, '.mcporter'), {
      serverName: 'locked',
      serverUrl: authority.mcpUrl,
      tokens: { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600 },
      clientInfo: { client_id: 'of-mcporter' },
      updatedAt: '2026-01-01T00:00:00Z',
    });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(await tokens()).toMatchObject({ access_token, issuer: authority.origin });
    await edit({ expires_at: PAST });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    const [refresh] = authority.requests('/token').slice(-1);
    expect(new URLSearchParams(refresh?.body).get('client_id')).toBe('of-mcporter');
  });

  test('[oauth:tokens:vault] below XDG_DATA_HOME too; for another address it is none', async () => {
    const { run, login, authority, home } = await loginStage();
    await login();
    const [access_token] = authority.issued;
    await run(['auth', 'logout', 'locked']);
    const entry = { serverName: 'locked', tokens: { access_token }, updatedAt: '2026-01-01' };
    const data = join(home, 'data');
    const options = { env: { XDG_DATA_HOME: data } };
    await vaultOf(join(data, 'mcporter'), { ...entry, serverUrl: 'https://other.example/mcp' });
    expect(await run(CALL, options)).toMatchObject({ exit: 1 });
    await vaultOf(join(data, 'mcporter'), { ...entry, serverUrl: authority.mcpUrl });
    expect(await run(CALL, options)).toMatchObject({ exit: 0 });
  });

  test('[oauth:tokens:seed] auth --tokens keeps what another program got', async () => {
    const { run, login, authority, tokens, cwd } = await loginStage();
    await login();
    const [access_token, refresh_token] = authority.issued;
    await run(['auth', 'logout', 'locked']);
    const given = { tokens: { access_token, refresh_token, expires_in: 60 } };
    await writeFile(join(cwd, 'given.json'), JSON.stringify(given));
    expect(await run(['auth', 'locked', '--tokens', 'given.json'])).toMatchObject({ exit: 0 });
    expect(await tokens()).toMatchObject({ access_token, refresh_token });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    const stdin = JSON.stringify({ access_token: 'no-good' });
    expect(await run(['auth', 'locked', '--tokens', '-'], { stdin })).toMatchObject({ exit: 0 });
    expect(await run(CALL)).toMatchObject({ exit: 1 });
  });

  test('[oauth:tokens:seed] what is no token is refused, and not repeated', async () => {
    const { run } = await loginStage();
    const stdin = 'secret-but-not-json';
    const { exit, stderr } = await run(['auth', 'locked', '--tokens', '-'], { stdin });
    expect(exit).toBe(1);
    expect(stderr).toBe('Cannot parse tokens: expected a JSON object\n');
  });

  test('in a folder of its own (tokenCacheDir)', async () => {
    const { login, cwd } = await loginStage({ entry: { tokenCacheDir: './cache' } });
    await login();
    const file = join(cwd, 'config', 'cache', 'tokens.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('access_token');
  });
});
