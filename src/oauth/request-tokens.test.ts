// What a token endpoint may answer, and what of it is believed and repeated.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { requestTokens } from './request-tokens.ts';

const NOW_MS = 1_700_000_000_000;

function ask(status: number, answer: object) {
  return requestTokens(
    {
      server: 'it',
      endpoint: 'https://login.example/token',
      allowHttp: false,
      client: { clientId: 'us', clientSecret: 'keep-this', issuer: 'https://login.example' },
      params: { grant_type: 'refresh_token', refresh_token: 'rt-secret' },
    },
    {
      send: async () => ({
        status,
        headers: {},
        body: Readable.from([Buffer.from(JSON.stringify(answer))]),
      }),
      signal: new AbortController().signal,
      now: () => NOW_MS,
    },
  );
}

describe('requestTokens', () => {
  test.each([
    [60, NOW_MS + 60_000],
    ['60', NOW_MS + 60_000],
    [null, undefined],
    ['never', undefined],
  ])('a life of %j seconds', async (expires_in, expiresAtMs) => {
    const { tokens } = await ask(200, { access_token: 'at', expires_in });
    expect(tokens?.expiresAtMs).toBe(expiresAtMs);
  });

  test('the largest life there is still ends at a date', async () => {
    const { tokens } = await ask(200, { access_token: 'at', expires_in: 2 ** 63 });
    expect(new Date(tokens?.expiresAtMs ?? NaN).getUTCFullYear()).toBe(2123);
  });

  test('a complaint that repeats what we sent, or speaks to the terminal', async () => {
    const error_description = 'no rt-secret\u001B[2J of keep-this\u009B31m\r\nhint: run me';
    expect(await ask(400, { error: 'invalid_grant', error_description })).toEqual({
      error: 'invalid_grant',
      description: 'no [hidden] [2J of [hidden] 31m hint: run me',
    });
    expect(await ask(400, { error: 'rt-secret is\u0007 over' })).toMatchObject({
      error: '[hidden] is over',
    });
    const long = await ask(400, { error: 'x', error_description: 'y'.repeat(100_000) });
    expect(long).toHaveProperty('description', 'y'.repeat(300));
  });

  test.each(['a\r\nX-Evil: 1', 'ä'])('a token that is no token: %j', async (access_token) => {
    await expect(ask(200, { access_token })).rejects.toThrow('HTTP 200 without tokens');
  });
});
