// The files of a login.
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { openLoginStore, toTokens } from './login-store.ts';

const URL_OF_SERVER = 'https://mcp.example/mcp?key=1';

describe('tokens', () => {
  test('come back as they were kept, for the user alone', async () => {
    const directory = join(await tempFolder(), 'deep', 'er');
    const store = openLoginStore(directory, URL_OF_SERVER);
    const tokens = {
      accessToken: 'a',
      refreshToken: 'r',
      expiresAtMs: 1_700_000_000_000,
      tokenType: 'Bearer',
      scope: 'x y',
      issuer: 'https://issuer.example',
    };
    await store.saveTokens(tokens);
    expect(await store.tokens()).toEqual(tokens);
    expect((await stat(join(directory, 'tokens.json'))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(directory, 'tokens.json'), 'utf8'))).toEqual({
      access_token: 'a',
      refresh_token: 'r',
      expires_at: '2023-11-14T22:13:20.000Z',
      token_type: 'Bearer',
      scope: 'x y',
      issuer: 'https://issuer.example',
      server_url: 'https://mcp.example/mcp',
    });
  });

  test('of another address are none; those without an address are ours', async () => {
    const directory = await tempFolder();
    const store = openLoginStore(directory, URL_OF_SERVER);
    await store.saveTokens({ accessToken: 'a', tokenType: 'Bearer' });
    for (const url of ['https://mcp.example/other', 'http://mcp.example/mcp']) {
      expect(await openLoginStore(directory, url).tokens()).toBeUndefined();
    }
    await writeFile(join(directory, 'tokens.json'), '{"access_token":"old"}');
    expect(await store.tokens()).toEqual({ accessToken: 'old', tokenType: 'Bearer' });
  });

  test.each([
    '',
    '{',
    '[]',
    '{}',
    '{"access_token":""}',
    '{"access_token":7}',
    '{"access_token":"a\\nb"}',
  ])('that make no sense are none: %j', async (text) => {
    const directory = await tempFolder();
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'tokens.json'), text);
    expect(await openLoginStore(directory, URL_OF_SERVER).tokens()).toBeUndefined();
  });

  test.each([
    ['2026-11-16T01:00:25.131087631Z', Date.parse('2026-11-16T01:00:25.131Z')],
    [1_800_000_000, 1_800_000_000_000],
    [1_800_000_000_000, 1_800_000_000_000],
    [null, undefined],
    ['soon', undefined],
    [1e20, undefined],
  ])('end when the file says: %j', (expires_at, expected) => {
    expect(toTokens({ access_token: 'a', expires_at })?.expiresAtMs).toBe(expected);
  });
});
