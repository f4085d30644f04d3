// As whom we log in, and how a token endpoint learns that it is us.
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { startAuthority } from './authority.ts';
import { isSignedBy, decodeJwt } from './jwt.ts';
import { loginStage, PAST, type LoginStage } from './stage.ts';

const CALL = ['call', 'locked.whoami'];

function lastToken({ authority }: LoginStage) {
  const [last] = authority.requests('/token').slice(-1);
  return { form: new URLSearchParams(last?.body), headers: last?.headers ?? {} };
}

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

describe('registration', () => {
  test('[oauth:client:dynamic] [oauth:client:method-none] by itself, as a public client of this machine', async () => {
    const stage = await loginStage();
    await stage.login();
    const [register] = stage.authority.requests('/register');
    const asked = JSON.parse(register?.body ?? '') as Record<string, unknown>;
    expect(asked).toMatchObject({
      client_name: 'mcplug (locked)',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
    const { form, headers } = lastToken(stage);
    expect(form.get('client_id')).toMatch(/^client-/u);
    expect(form.has('client_secret')).toBe(false);
    expect(headers.authorization).toBeUndefined();
  });

  test('[oauth:client:kept] is used again by the next login, with the same address', async () => {
    const { login, authority } = await loginStage();
    await login();
    await login();
    expect(authority.requests('/register')).toHaveLength(1);
    const redirects = authority
      .requests('/authorize')
      .map(({ path }) => new URL(path, authority.origin).searchParams.get('redirect_uri'));
    expect(new Set(redirects).size).toBe(1);
  });

  test('[oauth:client:issuer] with one issuer is never shown to another', async () => {
    const { login, folder, authority } = await loginStage();
    await login();
    const file = join(folder(), 'client.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    const foreign = { ...kept, client_id: 'theirs', issuer: 'https://former.example' };
    await writeFile(file, JSON.stringify(foreign));
    await login();
    expect(authority.requests('/register')).toHaveLength(2);
    expect(authority.seen.some(({ path, body }) => `${path}${body}`.includes('theirs'))).toBe(
      false,
    );
  });

  test('[oauth:client:none-offered] where nobody registers, the way out is named', async () => {
    const { run } = await loginStage({ hasRegistration: false });
    const { exit, stderr } = await run(['auth', 'locked', '--no-browser']);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      'Cannot log in to locked: its authorization server registers no clients\n' +
        'hint: Register one there and write `oauthClientId` (and `oauthClientSecretEnv`) into its entry\n',
    );
  });

  test('[oauth:client:document] the address of a document is a client id where servers take it', async () => {
    const id = 'https://me.example/client.json';
    const stage = await loginStage({
      entry: { oauthClientMetadataUrl: id },
      metadata: { client_id_metadata_document_supported: true },
    });
    await stage.login();
    expect(stage.authority.requests('/register')).toHaveLength(0);
    expect(lastToken(stage).form.get('client_id')).toBe(id);
  });
});

describe('a configured client', () => {
  test('[oauth:client:configured] [oauth:client:method-basic] with a secret of a variable, encoded as RFC 6749 says', async () => {
    const stage = await loginStage({
      hasRegistration: false,
      entry: { oauthClientId: 'my:id', oauthClientSecretEnv: 'MY_SECRET' },
    });
    await stage.login(undefined, { env: { MY_SECRET: 's e/c' } });
    const { form, headers } = lastToken(stage);
    expect(headers.authorization).toBe(basic('my%3Aid', 's+e%2Fc'));
    expect(form.has('client_id')).toBe(false);
    const kept = await readFile(join(stage.folder(), 'client.json'), 'utf8');
    expect(kept).not.toContain('s e/c');
    await stage.edit({ expires_at: PAST });
    const env = { MY_SECRET: 's e/c' };
    expect(await stage.run(CALL, { env })).toMatchObject({ exit: 0 });
    expect(lastToken(stage).headers.authorization).toBe(basic('my%3Aid', 's+e%2Fc'));
  });

  test('[oauth:client:method-post] in the form where that is all the server knows, or the entry says', async () => {
    for (const options of [
      { metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] } },
      { entry: { oauthTokenEndpointAuthMethod: 'client_secret_post' } },
    ]) {
      const entry = { oauthClientId: 'mine', oauthClientSecret: 'shh', ...options.entry };
      const stage = await loginStage({ ...options, entry });
      await stage.login();
      const { form, headers } = lastToken(stage);
      expect(form.get('client_secret')).toBe('shh');
      expect(headers.authorization).toBeUndefined();
    }
  });

  test('[oauth:client:configured] a variable that is not set', async () => {
    const { run } = await loginStage({
      entry: { oauthClientId: 'mine', oauthClientSecretEnv: 'NOT_SET_ANYWHERE' },
    });
    const { exit, stderr } = await run(['auth', 'locked']);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^Environment variable 'NOT_SET_ANYWHERE' is not set \(referenced in /u);
  });

  test('[oauth:client:issuer] its secret does not follow a server to another issuer', async () => {
    const stage = await loginStage({
      entry: { oauthClientId: 'mine', oauthClientSecret: 'shh' },
    });
    await stage.login();
    const file = join(stage.folder(), 'client.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...kept, issuer: 'https://former.example' }));
    const asked = stage.authority.requests('/token').length;
    const { exit, stderr } = await stage.run(['auth', 'locked', '--no-browser']);
    expect(exit).toBe(1);
    expect(stderr).toContain(
      'but its client belongs to https://former.example\nhint: Run `mcplug auth locked --reset`',
    );
    expect(stage.authority.requests('/token')).toHaveLength(asked);
    await stage.login(['locked', '--reset']);
  });
});

describe('a machine', () => {
  test('[oauth:client:machine-secret] gets its token by itself, once for many calls', async () => {
    const stage = await loginStage({
      hasRegistration: false,
      entry: { auth: 'client_credentials', oauthClientId: 'robot', oauthClientSecret: 'shh' },
    });
    stage.authority.rules.challengeScope = 'work';
    expect(await stage.run(CALL)).toMatchObject({ exit: 0, stderr: '' });
    const { form, headers } = lastToken(stage);
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      resource: stage.authority.mcpUrl,
    });
    expect(headers.authorization).toBe(basic('robot', 'shh'));
    expect(await stage.run(CALL)).toMatchObject({ exit: 0 });
    expect(stage.authority.count('client_credentials')).toBe(1);
    await stage.edit({ expires_at: PAST });
    expect(await stage.run(CALL)).toMatchObject({ exit: 0 });
    expect(stage.authority.count('client_credentials')).toBe(2);
    expect(await stage.run(['auth', 'locked'])).toMatchObject({ exit: 0 });
  });

  test('[oauth:client:machine-jwt] signs with a key of its own', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const stage = await loginStage({
      entry: {
        auth: 'client_credentials',
        oauthClientId: 'robot',
        oauthPrivateKeyFile: './key.pem',
        oauthSigningAlgorithm: 'ES256',
      },
    });
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(join(stage.cwd, 'config', 'key.pem'), pem, { mode: 0o600 });
    expect(await stage.run(CALL)).toMatchObject({ exit: 0 });
    const { form } = lastToken(stage);
    expect(form.get('client_assertion_type')).toContain('jwt-bearer');
    const assertion = form.get('client_assertion') ?? '';
    expect(isSignedBy(assertion, keys.publicKey)).toBe(true);
    expect(decodeJwt(assertion)).toMatchObject({
      iss: 'robot',
      sub: 'robot',
      aud: stage.authority.origin,
    });
  });

  test('an identity provider vouches for the user', async () => {
    const stage = await loginStage({
      entry: {
        auth: 'enterprise',
        oauthClientId: 'robot',
        oauthClientSecret: 'shh',
        identityProvider: { clientId: 'at-home', idTokenFile: './id-token' },
      },
    });
    const file = join(stage.cwd, 'config', 'mcplug.json');
    await writeFile(join(stage.cwd, 'config', 'id-token'), 'it-is-ann\n');
    expect((await stage.run(CALL)).stderr).toContain('identityProvider: tokenEndpoint is missing');
    const provider = await startAuthority();
    provider.rules.givesRefreshToken = false;
    const config = JSON.parse(await readFile(file, 'utf8')) as {
      mcpServers: { locked: { identityProvider: JsonObject } };
    };
    config.mcpServers.locked.identityProvider['tokenEndpoint'] = `${provider.origin}/token`;
    await writeFile(file, JSON.stringify(config));
    expect(await stage.run(CALL)).toMatchObject({ exit: 0, stderr: '' });
    const [asked] = provider.requests('/token');
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: 'it-is-ann',
      audience: stage.authority.origin,
      resource: stage.authority.mcpUrl,
      client_id: 'at-home',
    });
    const { form, headers } = lastToken(stage);
    expect(form.get('assertion')).toBe(provider.issued[0]);
    expect(headers.authorization).toBe(basic('robot', 'shh'));
  });

  test('without a client the way out is named; a key that is not there too', async () => {
    const none = await loginStage({ entry: { auth: 'client_credentials' } });
    const { stderr } = await none.run(CALL);
    expect(stderr).toContain('Cannot log in to locked: its entry names no client\nhint: Write');
    const keyless = await loginStage({
      entry: { auth: 'client_credentials', oauthClientId: 'x', oauthPrivateKeyFile: './gone.pem' },
    });
    expect((await keyless.run(CALL)).stderr).toMatch(
      /server 'locked': oauthPrivateKeyFile \S+gone\.pem cannot be read \(ENOENT\)/u,
    );
  });
});
