// Proves whom mcpd lets in and what it says to the others, without a server around it.
import { createHash } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { describe, expect, it } from 'vitest';
import type { PlainResponse } from '../../core/dialect.ts';
import { mcpdAuth, type McpdAuth } from './mcpd-auth.ts';

const sha256 = createHash('sha256').update('pw').digest('hex');
const account = { username: 'ann', passwordHash: hashSync(sha256, 4) };
const WEEK_SECS = 604_800;
const basic = (pair: string) => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

function bodyOf(answer: PlainResponse): { ok: boolean; result: unknown; code?: number } {
  return JSON.parse(answer.body ?? '');
}

async function loginToken(auth: McpdAuth): Promise<string> {
  const { result } = bodyOf(await auth.login(basic('ann:pw')));
  return (result as { token: string }).token;
}

describe('nothing configured', () => {
  const auth = mcpdAuth({ tokenTimeoutSecs: WEEK_SECS });

  it('has no wall and hands out tokens freely', async () => {
    expect(auth.wall).toBeUndefined();
    const answer = await auth.login({});
    expect(answer.status).toBe(200);
    expect(bodyOf(answer).result).toEqual({ token: expect.stringMatching(/^[0-9a-f]{128}$/u) });
  });
});

describe('an API token alone', () => {
  const auth = mcpdAuth({ apiToken: 'api', tokenTimeoutSecs: WEEK_SECS });

  it('lets the token pass, in the header and in the cookie', async () => {
    expect(await auth.wall?.check({ authorization: 'Bearer api' })).toBe('token');
    expect(await auth.wall?.check({ cookie: 'a=b; mcpd_token=api' })).toBe('token');
    expect(await auth.wall?.check({})).toBeUndefined();
  });

  it('hands out no token to anybody, or the wall would be worth nothing', async () => {
    for (const headers of [{}, basic('admin:'), basic('ann:pw')]) {
      const answer = await auth.login(headers);
      expect([answer.status, bodyOf(answer).code]).toEqual([409, 2004]);
    }
  });
});

describe('a password', () => {
  const auth = mcpdAuth({ account, apiToken: 'api', tokenTimeoutSecs: WEEK_SECS });

  it('lets name and password pass, the token of a login, and the API token', async () => {
    const token = await loginToken(auth);
    expect(await auth.wall?.check(basic('ann:pw'))).toBe('ann');
    expect(await auth.wall?.check({ authorization: `bearer ${token}` })).toBe('token');
    expect(await auth.wall?.check({ cookie: `mcpd_token=${token}` })).toBe('token');
    expect(await auth.wall?.check({ authorization: 'Bearer api' })).toBe('token');
    expect(await auth.wall?.check(basic('ann:wrong'))).toBeUndefined();
  });

  it('is not defeated by a stale cookie beside a good header', async () => {
    const headers = { authorization: 'Bearer api', cookie: 'mcpd_token=stale' };
    expect(await auth.wall?.check(headers)).toBe('token');
    const other = { authorization: 'Bearer stale', cookie: 'mcpd_token=old; mcpd_token=api' };
    expect(await auth.wall?.check(other)).toBe('token');
  });

  it('asks browsers for no password dialog', () => {
    expect(auth.wall?.challenge).toBe('Bearer realm="mcpd"');
  });

  it.each([
    [{}, 400, 2006],
    [{ authorization: 'Basic' }, 400, 2006],
    [{ authorization: 'c2VjcmV0' }, 400, 2006],
    [{ authorization: 'Digest abc' }, 400, 2005],
    [{ authorization: 'Basic ?' }, 400, 2002],
    [basic('nocolon'), 401, 2003],
    [basic('ann:wrong'), 401, 2007],
    [basic('bob:pw'), 401, 2007],
  ])('refuses a login with %j: %d, code %d', async (headers, status, code) => {
    const answer = await auth.login(headers);
    expect([answer.status, bodyOf(answer).code]).toEqual([status, code]);
  });

  it('names the method it does not know, unless it could be a secret', async () => {
    const digest = await auth.login({ authorization: 'Digest abc' });
    expect(bodyOf(digest).result).toBe('Unknown authentication method "Digest"');
    const odd = await auth.login({ authorization: 's3cr3t-s3cr3t abc' });
    expect(bodyOf(odd).result).toBe('Unknown authentication method');
  });

  it.each([
    [{}, 401, 2010],
    [{ cookie: 'mcpd_token=' }, 401, 2010],
    [{ authorization: 'Bearer no' }, 401, 2012],
    [{ cookie: 'mcpd_token=no' }, 401, 2012],
    [basic('ann:wrong'), 401, 2007],
    [basic('nocolon'), 401, 2003],
    [{ authorization: 'Digest abc' }, 400, 2006],
  ])('tells a refused client with %j: %d, code %d', (headers, status, code) => {
    const answer = auth.refusal(headers);
    expect([answer.status, bodyOf(answer).code]).toEqual([status, code]);
  });

  it('says so when a token has expired', async () => {
    const brief = mcpdAuth({ account, tokenTimeoutSecs: 0 });
    const token = await loginToken(brief);
    const headers = { authorization: `Bearer ${token}` };
    expect(await brief.wall?.check(headers)).toBeUndefined();
    expect(bodyOf(brief.refusal(headers)).code).toBe(2011);
  });

  it('answers 429 when too many guess at once', async () => {
    const guesses = Array.from({ length: 12 }, (_, at) => auth.login(basic(`ann:guess${at}`)));
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    expect(statuses).toContain(429);
    expect(statuses).toContain(401);
  });

  it('says that it is busy, not that the password is wrong, where it had no time to look', async () => {
    const own = mcpdAuth({ account, tokenTimeoutSecs: WEEK_SECS });
    const guesses = Array.from({ length: 8 }, (_, at) => basic(`ann:guess${at}`));
    const right = basic('ann:pw');
    const asked = [...guesses, right].map(async (headers) => own.wall?.check(headers));
    expect(await asked.at(-1)).toBeUndefined();
    await Promise.all(asked);
    expect(guesses.map((headers) => own.refusal(headers).status)).toEqual(guesses.map(() => 401));
    expect(own.refusal(right).status).toBe(429);
    expect(await own.wall?.check(right)).toBe('ann');
  });
});
