// `mcplug auth`: the whole way through the browser and back.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/app/serve.ts';
import { defineTools } from '../../src/core/define-tools.ts';
import { startAuthority } from './authority.ts';
import { freePort, loginStage, type LoginStage } from './stage.ts';

function authorizeParams({ authority }: LoginStage): URLSearchParams {
  const [asked] = authority.requests('/authorize').slice(-1);
  return new URL(asked?.path ?? '', authority.origin).searchParams;
}

describe('a login', () => {
  test('[oauth:auth:server] [oauth:auth:success-words] [oauth:flow:resource-metadata] [oauth:flow:server-metadata] [oauth:flow:browser] [oauth:flow:exchange] [oauth:flow:pages] [oauth:server:promoted] through the browser; then calls work', async () => {
    const { authority, run, withBrowser, shown } = await loginStage();
    const { exit, stdout } = await run(['auth', 'locked'], withBrowser);
    expect(stdout).toMatch(/^Authentication successful for 'locked'\nToken expires: 20\S+Z\n$/u);
    expect(exit).toBe(0);
    expect(authority.requests('/.well-known/oauth-protected-resource/mcp')).toHaveLength(1);
    expect(authority.requests('/.well-known/oauth-authorization-server')).toHaveLength(1);
    expect(authority.count('authorization_code')).toBe(1);
    const called = await run(['call', 'locked.whoami']);
    expect(called).toMatchObject({ exit: 0, stdout: 'somebody we know\n' });
    const page = await shown();
    expect(page.status).toBe(200);
    expect(page.text).toContain('You are logged in');
    expect(page.text).toContain('locked can be used now');
  });

  test('[oauth:flow:pkce] [oauth:flow:state] [oauth:flow:resource] [oauth:flow:redirect] asks for what the specifications want', async () => {
    const stage = await loginStage();
    await stage.login();
    const params = authorizeParams(stage);
    expect(Object.fromEntries(params)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: stage.authority.mcpUrl,
    });
    expect(params.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/callback$/u);
    expect(params.get('code_challenge')).toMatch(/^[\w-]{43}$/u);
    expect(params.get('state')).toMatch(/^[\w-]{32}$/u);
    expect(params.has('scope')).toBe(false);
    const [token] = stage.authority.requests('/token');
    expect(new URLSearchParams(token?.body).get('resource')).toBe(stage.authority.mcpUrl);
  });

  test('[oauth:tokens:file] [oauth:tokens:mode] keeps its tokens for the user alone, in the shape of mcplug', async () => {
    const { login, tokens, folder, mode, authority } = await loginStage();
    await login();
    expect(await tokens()).toMatchObject({
      access_token: authority.issued[0],
      refresh_token: authority.issued[1],
      expires_at: expect.stringMatching(/^20\d\d-.+Z$/u) as unknown,
      token_type: 'Bearer',
      issuer: authority.origin,
      server_url: authority.mcpUrl,
    });
    expect(await mode(join(folder(), 'tokens.json'))).toBe(0o600);
    expect(await mode(join(folder(), 'client.json'))).toBe(0o600);
    expect(await mode(folder())).toBe(0o700);
  });

  test('[oauth:auth:url] at an address no entry has, kept for that address', async () => {
    const { run, login, folder } = await loginStage();
    const { mcpUrl } = await startAuthority();
    await login([mcpUrl]);
    expect(await run(['call', '--http-url', mcpUrl, 'whoami'])).toMatchObject({ exit: 0 });
    const name = encodeURIComponent(mcpUrl).replaceAll('.', '%2E');
    expect(JSON.parse(await readFile(join(folder(name), 'tokens.json'), 'utf8'))).toMatchObject({
      server_url: mcpUrl,
    });
  });

  test('[oauth:auth:url] at the address of a configured server it is that server', async () => {
    const { authority, login, tokens } = await loginStage();
    await login([authority.mcpUrl]);
    expect(await tokens()).toMatchObject({ server_url: authority.mcpUrl });
  });

  test('[oauth:auth:persist] with --persist the server and its login are kept under its name', async () => {
    const { run, login, cwd, tokens } = await loginStage();
    const { mcpUrl } = await startAuthority();
    await login([mcpUrl, '--name', 'mine', '--persist', join(cwd, 'config', 'mcplug.json')]);
    expect(await tokens('mine')).toMatchObject({ server_url: mcpUrl });
    expect(await run(['call', 'mine.whoami'])).toMatchObject({ exit: 0 });
  });

  test('[oauth:flow:open-server] a server that lets anybody in', async () => {
    const { run } = await loginStage();
    await using server = await serveHttp(defineTools({ name: 'open', tools: {} }));
    const { exit, stderr } = await run(['auth', server.url]);
    expect(exit).toBe(1);
    expect(stderr).toContain('does not support logging in: it answers everybody');
  });
});

describe('scopes', () => {
  test('[oauth:flow:scope-challenge] those of the challenge', async () => {
    const stage = await loginStage({ resource: { scopes_supported: ['a', 'b'] } });
    stage.authority.rules.challengeScope = 'read';
    await stage.login();
    expect(authorizeParams(stage).get('scope')).toBe('read');
    expect(await stage.tokens()).toMatchObject({ scope: 'read' });
  });

  test('[oauth:flow:scope-metadata] else those of the metadata', async () => {
    const stage = await loginStage({ resource: { scopes_supported: ['a', 'b'] } });
    await stage.login();
    expect(authorizeParams(stage).get('scope')).toBe('a b');
  });

  test('[oauth:flow:scope-entry] what the entry says wins, and lasting logins are asked for', async () => {
    const stage = await loginStage({
      entry: { oauthScope: 'mine' },
      metadata: { scopes_supported: ['mine', 'offline_access'] },
    });
    stage.authority.rules.challengeScope = 'read';
    await stage.login();
    expect(authorizeParams(stage).get('scope')).toBe('mine offline_access');
  });

  test('[oauth:flow:step-up] a call that needs more says so, and the next login asks for all of it', async () => {
    const stage = await loginStage();
    const { authority, run, login } = stage;
    authority.rules.challengeScope = 'read';
    authority.rules.callScope = 'write';
    await login();
    const { exit, stderr } = await run(['call', 'locked.whoami']);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      "Server 'locked' requires authentication. Run: mcplug auth locked\nhint: It asks for more rights: write\n",
    );
    await login();
    expect(authorizeParams(stage).get('scope')).toBe('read write');
    expect(await run(['call', 'locked.whoami'])).toMatchObject({ exit: 0 });
  });
});

describe('what goes wrong', () => {
  test('[oauth:flow:denied] the user says no: words here and in the browser', async () => {
    const { authority, visit } = await loginStage();
    authority.rules.answer = () => ({
      error: 'access_denied',
      error_description: '<b>not you</b>',
    });
    const { exit, stdout, page } = await visit();
    expect(exit).toBe(1);
    expect(stdout).toContain('Cannot log in to locked: access_denied (<b>not you</b>)');
    expect(page.status).toBe(400);
    expect(page.text).toContain('The login failed');
    expect(page.text).toContain('&lt;b&gt;not you&lt;/b&gt;');
  });

  test('[oauth:flow:issuer] an answer of another issuer is not redeemed', async () => {
    const { authority, visit } = await loginStage();
    authority.rules.answer = () => ({ code: 'stolen', iss: 'https://evil.example' });
    const { exit, stdout } = await visit();
    expect(exit).toBe(1);
    expect(stdout).toMatch(/Cannot log in to locked: .*evil\.example/u);
    expect(authority.count('authorization_code')).toBe(0);
  });

  test('[oauth:flow:issuer] an answer that leaves out the issuer it promises is not redeemed', async () => {
    const { authority, visit } = await loginStage({
      metadata: { authorization_response_iss_parameter_supported: true },
    });
    expect((await visit()).exit).toBe(1);
    expect(authority.count('authorization_code')).toBe(0);
  });

  test('[oauth:flow:resource-mismatch] metadata about another server', async () => {
    const { run, withBrowser, authority } = await loginStage({
      resource: { resource: 'https://other.example/mcp' },
    });
    const { exit, stderr } = await run(['auth', 'locked'], withBrowser);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      'Cannot log in to locked: its metadata is about another server, https://other.example/mcp\n',
    );
    expect(authority.requests('/authorize')).toHaveLength(0);
  });

  test('[oauth:secret:cleartext] a token endpoint in the clear, elsewhere', async () => {
    const { run, withBrowser } = await loginStage({
      metadata: { token_endpoint: 'http://login.example/token' },
    });
    const { exit, stderr } = await run(['auth', 'locked'], withBrowser);
    expect(exit).toBe(1);
    expect(stderr).toContain('its authorization server http://login.example is not https://');
  });

  test('[oauth:flow:browser] an address no browser should open', async () => {
    const { run, withBrowser } = await loginStage({
      metadata: { authorization_endpoint: 'file:///etc/passwd' },
    });
    expect(await run(['auth', 'locked'], withBrowser)).toMatchObject({ exit: 1 });
  });

  test('[oauth:auth:stdio] a server that is no address', async () => {
    const { run } = await loginStage({ entry: { baseUrl: null, command: 'cat' } });
    const { exit, stderr } = await run(['auth', 'locked']);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^Error in config .*: Server 'locked' has no baseUrl for OAuth\n$/u);
  });

  test('two servers at once', async () => {
    const { run } = await loginStage();
    expect((await run(['auth', 'locked', 'other'])).stderr).toBe(
      "Cannot parse arguments: one server at a time; 'other' is too much\n",
    );
  });

  test('an unknown server, with the names there are', async () => {
    const { run } = await loginStage();
    const { exit, stderr } = await run(['auth', 'lockd']);
    expect(exit).toBe(1);
    expect(stderr).toContain("Server 'lockd' not found. Available: locked");
  });
});

describe('where the browser comes back to', () => {
  test('[oauth:flow:port] a port of the entry', async () => {
    const port = await freePort();
    const url = `http://localhost:${port}/back/here`;
    const stage = await loginStage({ entry: { oauthRedirectUrl: url } });
    await stage.login();
    expect(authorizeParams(stage).get('redirect_uri')).toBe(url);
  });

  test('[oauth:flow:port] a port of the command line, by number', async () => {
    const url = `http://127.0.0.1:${await freePort()}/callback`;
    const stage = await loginStage();
    await stage.login(['locked', '--redirect-url', url]);
    expect(authorizeParams(stage).get('redirect_uri')).toBe(url);
  });
});
