// What becomes of tokens: used, renewed, replaced, revoked, forgotten.
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createRuntime } from '../../src/app/runtime/runtime.ts';
import { loginStage, PAST } from './stage.ts';

const CALL = ['call', 'locked.whoami'];
const NEEDS_LOGIN = "Server 'locked' requires authentication. Run: mcplug auth locked\n";

/** Seconds from now, as a file says it. */
function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

describe('a token', () => {
  test('[oauth:tokens:valid] that is valid is used as it is', async () => {
    const { authority, login, run } = await loginStage();
    await login();
    const asked = authority.requests('/token').length;
    expect(await run(CALL)).toMatchObject({ exit: 0, stderr: '' });
    expect(authority.requests('/token')).toHaveLength(asked);
    const sent = authority.requests('/mcp').slice(-1)[0]?.headers.authorization;
    expect(sent).toBe(`Bearer ${authority.issued[0]}`);
  });

  test('[oauth:tokens:expired] that has expired is renewed in silence', async () => {
    const { authority, login, run, edit, tokens } = await loginStage();
    await login();
    await edit({ expires_at: PAST });
    expect(await run(CALL)).toMatchObject({ exit: 0, stdout: 'somebody we know\n', stderr: '' });
    expect(authority.count('refresh_token')).toBe(1);
    expect(await tokens()).toMatchObject({ access_token: authority.issued[2] });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(1);
  });

  test('[oauth:tokens:soon] that ends within a minute is renewed before, one that ends later is not', async () => {
    const { authority, login, run, edit } = await loginStage();
    await login();
    await edit({ expires_at: inSeconds(90), issued_at: null });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(0);
    await edit({ expires_at: inSeconds(30), issued_at: null });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(1);
  });

  test('[oauth:tokens:rotation] keeps its refresh token when the answer brings none', async () => {
    const { authority, login, run, edit, tokens } = await loginStage();
    await login();
    const [, first] = authority.issued;
    Object.assign(authority.rules, { rotates: false, givesRefreshToken: false });
    await edit({ expires_at: PAST });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(await tokens()).toMatchObject({ refresh_token: first });
    await edit({ expires_at: PAST });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
  });

  test('[oauth:tokens:rotation] takes the new refresh token when there is one', async () => {
    const { authority, login, run, edit, tokens } = await loginStage();
    await login();
    for (const round of [1, 2, 3]) {
      await edit({ expires_at: PAST });
      expect(await run(CALL)).toMatchObject({ exit: 0 });
      expect(await tokens()).toMatchObject({ refresh_token: authority.issued[round * 2 + 1] });
    }
  });

  test('[oauth:server:refused] that the server no longer takes is replaced, once', async () => {
    const { authority, login, run } = await loginStage();
    await login();
    authority.revokeAccess();
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(authority.count('refresh_token')).toBe(1);
  });

  test('[oauth:tokens:no-refresh-token] [oauth:server:only-auth] that ended for good asks for a login, and opens no browser', async () => {
    const { authority, login, run, edit, withBrowser } = await loginStage();
    authority.rules.givesRefreshToken = false;
    await login();
    await edit({ expires_at: PAST });
    const asked = authority.requests('/authorize').length;
    expect(await run(CALL, withBrowser)).toEqual({ exit: 1, stdout: '', stderr: NEEDS_LOGIN });
    expect(authority.requests('/authorize')).toHaveLength(asked);
    await login();
    expect(await run(CALL)).toMatchObject({ exit: 0 });
  });

  test('[oauth:tokens:missing] [oauth:server:call] that is not there asks for a login', async () => {
    const { run, json, withBrowser, authority, home } = await loginStage();
    expect(await run(CALL, withBrowser)).toEqual({ exit: 1, stdout: '', stderr: NEEDS_LOGIN });
    expect((await json(CALL)).value).toMatchObject({
      error: { code: 'auth_required', server: 'locked', message: NEEDS_LOGIN.trim() },
    });
    expect(authority.requests('/authorize')).toHaveLength(0);
    expect(existsSync(join(home, '.mcplug'))).toBe(false);
  });

  test('[oauth:tokens:revoked] whose refresh token was revoked asks for a login and says why', async () => {
    const { authority, login, run, edit } = await loginStage();
    await login();
    authority.revokeRefresh();
    await edit({ expires_at: PAST });
    const { exit, stderr } = await run(CALL);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      `${NEEDS_LOGIN}hint: Its last login has ended or was revoked (invalid_grant)\n`,
    );
    // It is not tried a second time.
    expect(await run(CALL)).toMatchObject({ exit: 1, stderr: NEEDS_LOGIN });
    expect(authority.count('refresh_token')).toBe(1);
    await login();
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(authority.requests('/register')).toHaveLength(1);
  });

  test('[oauth:tokens:away] is used to its end while nobody can renew it', async () => {
    const { login, run, edit, folder, authority } = await loginStage();
    await login();
    await edit({ expires_at: inSeconds(30), issued_at: null });
    const nowhere = {
      client_id: 'x',
      issuer: authority.origin,
      token_endpoint: 'http://127.0.0.1:9/token',
    };
    await writeFile(join(folder(), 'client.json'), JSON.stringify(nowhere));
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    await edit({ expires_at: PAST });
    const { exit, stderr } = await run(CALL);
    expect(exit).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
  });

  test('[oauth:tokens:original] of the original is read as it is', async () => {
    const { authority, login, run, edit, folder, tokens } = await loginStage();
    await login();
    const [access_token = '', refresh_token = ''] = authority.issued;
    const written = { access_token, refresh_token, expires_at: PAST, token_type: 'Bearer' };
    await writeFile(join(folder(), 'tokens.json'), JSON.stringify(written));
    await writeFile(join(folder(), 'client.json'), '');
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    const [refresh] = authority.requests('/token').slice(-1);
    expect(new URLSearchParams(refresh?.body).get('client_id')).toBe('mcplug');
    expect(await tokens()).toMatchObject({ server_url: authority.mcpUrl });
    await edit({ expires_at: '2999-01-01T00:00:00.131087631Z', refresh_token: null });
    expect(await run(CALL)).toMatchObject({ exit: 0 });
  });

  test('[oauth:tokens:address] [oauth:tokens:mode] of the original belongs to the address that used it first, and to the user alone', async () => {
    const { authority, login, run, folder, tokens, mode, cwd } = await loginStage();
    await login();
    const [access_token = ''] = authority.issued;
    const file = join(folder(), 'tokens.json');
    await writeFile(file, JSON.stringify({ access_token, id_token: 'theirs' }));
    await chmod(file, 0o644);
    expect(await run(CALL)).toMatchObject({ exit: 0 });
    expect(await tokens()).toEqual({
      access_token,
      id_token: 'theirs',
      server_url: authority.mcpUrl,
    });
    expect(await mode(file)).toBe(0o600);
    const elsewhere = { baseUrl: `${authority.mcpUrl}/elsewhere` };
    const config = { mcpServers: { locked: elsewhere }, imports: [] };
    await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify(config));
    await run(CALL);
    const asked = authority.requests('/mcp/elsewhere');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  test('[oauth:tokens:address] of another address is none', async () => {
    const { login, run, authority, edit } = await loginStage();
    await login();
    await edit({ server_url: 'https://elsewhere.example/mcp' });
    const before = authority.seen.length;
    expect(await run(CALL)).toMatchObject({ exit: 1, stderr: NEEDS_LOGIN });
    const since = authority.seen.slice(before);
    expect(since.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
  });

  test('[oauth:secret:refresh-issuer] is never renewed by another issuer than its own', async () => {
    const { login, run, authority, edit } = await loginStage();
    await login();
    await edit({ expires_at: PAST, issuer: 'https://former.example' });
    expect(await run(CALL)).toMatchObject({ exit: 1 });
    expect(authority.count('refresh_token')).toBe(0);
  });
});

describe('many callers', () => {
  test('[oauth:server:parallel] of one process share one renewal', async () => {
    const { authority, login, edit, home, cwd } = await loginStage();
    await login();
    await edit({ expires_at: PAST });
    vi.stubEnv('HOME', home);
    await using runtime = await createRuntime({ rootDir: cwd });
    const calls = Array.from({ length: 20 }, () => runtime.callTool('locked', 'whoami'));
    for (const result of await Promise.all(calls)) expect(result.text()).toBe('somebody we know');
    expect(authority.count('refresh_token')).toBe(1);
  });
});

describe('list', () => {
  test('[oauth:server:list] says auth, opens no browser, and renews what can be renewed', async () => {
    const { authority, json, login, edit, withBrowser } = await loginStage();
    expect((await json(['list'], withBrowser)).value).toMatchObject({
      counts: { auth: 1, ok: 0 },
      servers: [{ name: 'locked', status: 'auth', authCommand: 'mcplug auth locked' }],
    });
    expect(authority.requests('/authorize')).toHaveLength(0);
    await login();
    await edit({ expires_at: PAST });
    expect((await json(['list'], withBrowser)).value).toMatchObject({ counts: { auth: 0, ok: 1 } });
    expect(authority.count('refresh_token')).toBe(1);
  });
});
