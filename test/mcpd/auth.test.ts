// Who gets in: an API token, a login and its token, name and password, and what the others are told.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSync } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../support/verifies.ts';
import { ask, basic, callText, post, startMcpd, type Ask, type RunningMcpd } from './run-mcpd.ts';

const PASSWORD = 'correct horse: battery';
const SHA256 = createHash('sha256').update(PASSWORD).digest('hex');
const HASH = hashSync(SHA256, 4);
const PING = { id: 1, method: 'ping' };

const login = (mcpd: RunningMcpd, headers: Ask['headers'] = {}) =>
  ask(mcpd, '/api/auth/token', { method: 'POST', headers });
const test = (mcpd: RunningMcpd, headers: Ask['headers'] = {}) =>
  ask(mcpd, '/api/auth/test', { headers });

async function newToken(mcpd: RunningMcpd): Promise<string> {
  const { json } = await login(mcpd, { Authorization: basic('admin', PASSWORD) });
  return (json['result'] as { token: string }).token;
}

describe('an API token', () => {
  let mcpd: RunningMcpd;
  beforeAll(async () => {
    mcpd = await startMcpd([], { MCPD_HTTP_AUTH_API_TOKEN: 'api-token' });
  });
  afterAll(() => mcpd.stop());

  verifies(
    ['mcpd:better:api-token-alone-protects', 'mcpd:flag:http-auth-api-token'],
    'protects everything by itself',
    async () => {
      expect((await post(mcpd, PING)).status).toBe(401);
      expect((await post(mcpd, PING, { path: '/mcp' })).status).toBe(401);
      expect((await test(mcpd)).status).toBe(401);
      const headers = { Authorization: 'Bearer api-token' };
      expect((await post(mcpd, PING, { headers })).json).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {},
      });
      expect((await test(mcpd, headers)).json).toEqual({ ok: true, result: null });
    },
  );

  it('is refused in the REST envelope with a challenge, also on the MCP paths', async () => {
    for (const path of ['/api/mcp', '/mcp']) {
      const { status, headers, json } = await post(mcpd, PING, { path });
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer realm="mcpd"');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(json).toEqual({ ok: false, result: 'Token not found or expired', code: 2010 });
    }
  });

  it('cannot be bypassed by a login, because there is no password', async () => {
    const { status, json } = await login(mcpd);
    expect([status, json['code']]).toEqual([409, 2004]);
  });

  it('leaves the public routes public', async () => {
    expect((await ask(mcpd, '/api/public/configuration')).status).toBe(200);
  });

  it('answers to any name, because the token is what protects it', async () => {
    const headers = { Host: 'tools.example.org', Authorization: 'Bearer api-token' };
    expect((await post(mcpd, PING, { headers })).status).toBe(200);
  });
});

describe('a password', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcpd-test-'));
  let mcpd: RunningMcpd;
  beforeAll(async () => {
    writeFileSync(join(folder, 'password'), `${HASH}\n`);
    mcpd = await startMcpd(['--http-auth-password-file', join(folder, 'password')]);
  });
  afterAll(async () => {
    await mcpd.stop();
    rmSync(folder, { recursive: true });
  });

  verifies(
    [
      'mcpd:route:post-api-auth-token',
      'mcpd:route:auth-token-cookie',
      'mcpd:keep:bcrypt-sha256hex-passwords',
      'mcpd:flag:http-auth-password-file',
      'mcpd:flag:http-auth-token-timeout',
    ],
    'POST /api/auth/token trades name and password for a token and a cookie',
    async () => {
      const { status, json, headers } = await login(mcpd, {
        Authorization: basic('admin', PASSWORD),
      });
      expect(status).toBe(200);
      const { token } = json['result'] as { token: string };
      expect(token).toMatch(/^[0-9a-f]{128}$/u);
      expect(headers['set-cookie']).toEqual([
        `mcpd_token=${token}; Path=/; Max-Age=604800; SameSite=None; Secure;`,
      ]);
      expect((await test(mcpd, { Authorization: `Bearer ${token}` })).status).toBe(200);
      expect((await test(mcpd, { Cookie: `a=b; mcpd_token=${token}` })).status).toBe(200);
      const authorized = { Authorization: `bearer ${token}` };
      expect(await callText(mcpd, 'hello', { headers: authorized })).toBe('Hello, World!');
    },
  );

  verifies(
    ['mcpd:route:password-plain-or-sha256-hex', 'mcpd:better:both-password-hashed-headers'],
    'the password may come as its SHA-256, announced by either header',
    async () => {
      const Authorization = basic('admin', SHA256);
      const hashed = { Authorization, 'X-MCPD-PASSWORD-HASHED': 'true' };
      const dashboard = { Authorization, 'X-RESTCOMMANDER-PASSWORD-HASHED': 'true' };
      expect((await login(mcpd, hashed)).status).toBe(200);
      expect((await login(mcpd, dashboard)).status).toBe(200);
      expect((await login(mcpd, { Authorization })).status).toBe(401);
    },
  );

  it('opens the MCP endpoint to name and password directly', async () => {
    const headers = { Authorization: basic('admin', PASSWORD) };
    expect((await post(mcpd, PING, { headers })).status).toBe(200);
    const wrong = await post(mcpd, PING, { headers: { Authorization: basic('admin', 'no') } });
    expect([wrong.status, wrong.json['code']]).toEqual([401, 2007]);
  });

  it('is not defeated by a stale cookie beside a good token', async () => {
    const headers = { Authorization: `Bearer ${await newToken(mcpd)}`, Cookie: 'mcpd_token=stale' };
    expect((await test(mcpd, headers)).status).toBe(200);
  });

  const loginCodes = {
    'mcpd:code:2002-base64': ['Basic ?$!', 400, 2002, 'base64'],
    'mcpd:code:2003-no-colon': ['Basic YWRtaW4=', 401, 2003, 'username'],
    'mcpd:code:2005-unknown-method': [
      'Digest username="admin"',
      400,
      2005,
      'Unknown authentication method "Digest"',
    ],
    'mcpd:code:2006-invalid-basic': ['NoSchemeAtAll', 400, 2006, 'Invalid basic authentication'],
    'mcpd:code:2007-invalid-credentials': [
      basic('admin', 'wrong'),
      401,
      2007,
      'Invalid username or password',
    ],
  } as const;
  for (const [id, [Authorization, status, code, words]] of Object.entries(loginCodes)) {
    verifies(id, `a login can fail with code ${code}, without an echo`, async () => {
      const answer = await login(mcpd, { Authorization });
      expect([answer.status, answer.json['code']]).toEqual([status, code]);
      expect(answer.json['result']).toContain(words);
      expect(answer.text).not.toContain(Authorization);
    });
  }

  verifies(
    [
      'mcpd:route:get-api-auth-test',
      'mcpd:code:2010-token-not-found',
      'mcpd:code:2012-token-invalid',
    ],
    'GET /api/auth/test tells no token from a wrong one',
    async () => {
      const none = await test(mcpd);
      expect([none.status, none.json]).toEqual([
        401,
        { ok: false, result: 'Token not found or expired', code: 2010 },
      ]);
      const wrong = await test(mcpd, { Authorization: 'Bearer wrong' });
      expect([wrong.status, wrong.json]).toEqual([
        401,
        { ok: false, result: 'Token is invalid', code: 2012 },
      ]);
      const good = await test(mcpd, { Authorization: `Bearer ${await newToken(mcpd)}` });
      expect([good.status, good.json]).toEqual([200, { ok: true, result: null }]);
    },
  );

  it('bounds what guessing costs', async () => {
    const guesses = Array.from({ length: 12 }, (_, at) =>
      login(mcpd, { Authorization: basic('admin', `guess ${at}`) }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    expect((await login(mcpd, { Authorization: basic('admin', PASSWORD) })).status).toBe(200);
  });

  it('says in the log that the username is admin', () => {
    expect(mcpd.logs).toContainEqual(
      expect.objectContaining({ level: 'WARN', msg: expect.stringContaining("'admin'") }),
    );
  });
});

describe('variables', () => {
  verifies(
    [
      'mcpd:flag:http-auth-username',
      'mcpd:flag:http-auth-password-sha512',
      'mcpd:flag:http-auth-token-timeout',
      'mcpd:code:2011-token-expired',
    ],
    'set the name, the hash and how long tokens live',
    async () => {
      await using mcpd = await startMcpd(['--http-auth-token-timeout', '0'], {
        MCPD_HTTP_AUTH_USERNAME: 'ann',
        MCPD_HTTP_AUTH_PASSWORD_SHA512: HASH,
        MCPD_HTTP_AUTH_TOKEN_TIMEOUT: '5',
      });
      expect((await login(mcpd, { Authorization: basic('admin', PASSWORD) })).status).toBe(401);
      const { json, headers } = await login(mcpd, { Authorization: basic('ann', PASSWORD) });
      expect(headers['set-cookie']?.[0]).toContain('Max-Age=0;');
      const { token } = json['result'] as { token: string };
      const expired = await test(mcpd, { Authorization: `Bearer ${token}` });
      expect([expired.status, expired.json]).toEqual([
        401,
        { ok: false, result: 'Token is expired', code: 2011 },
      ]);
    },
  );

  it('a real SHA-512 lets nobody in and is warned about', async () => {
    const sha512 = createHash('sha512').update(PASSWORD).digest('hex');
    await using mcpd = await startMcpd(['--http-auth-password-sha512', sha512]);
    expect(mcpd.logs).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining('not a bcrypt hash') }),
    );
    expect((await login(mcpd, { Authorization: basic('admin', PASSWORD) })).status).toBe(401);
    expect((await post(mcpd, PING)).status).toBe(401);
  });
});
