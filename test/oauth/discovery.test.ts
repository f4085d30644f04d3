// Where metadata may be, by every revision of the authorization specification.
import { describe, expect, test } from 'vitest';
import type { AuthorityOptions } from './authority.ts';
import { loginStage } from './stage.ts';

/** What OpenID Connect wants besides. */
const OPENID = {
  jwks_uri: 'https://keys.example/jwks',
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

const PLACES: readonly (readonly [name: string, options: AuthorityOptions])[] = [
  [
    '[oauth:flow:resource-metadata] where the refusal says',
    { resourcePath: '/somewhere/else.json' },
  ],
  ['[oauth:flow:resource-metadata] below the path of the server', { namesMetadata: false }],
  [
    '[oauth:flow:resource-metadata] at the root of the server',
    { namesMetadata: false, resourcePath: '/.well-known/oauth-protected-resource' },
  ],
  [
    '[oauth:flow:server-metadata] of an issuer with a path, inserted',
    { issuerPath: '/tenant', metadataPath: '/.well-known/oauth-authorization-server/tenant' },
  ],
  [
    '[oauth:flow:openid] at the root',
    { metadataPath: '/.well-known/openid-configuration', metadata: OPENID },
  ],
  [
    '[oauth:flow:openid] inserted before the path',
    {
      issuerPath: '/tenant',
      metadataPath: '/.well-known/openid-configuration/tenant',
      metadata: OPENID,
    },
  ],
  [
    '[oauth:flow:openid] appended to the path',
    {
      issuerPath: '/tenant',
      metadataPath: '/tenant/.well-known/openid-configuration',
      metadata: OPENID,
    },
  ],
  [
    '[oauth:flow:server-metadata] of the server itself, as in 2025-03-26',
    { resourcePath: null, namesMetadata: false },
  ],
  [
    '[oauth:flow:no-metadata] nowhere: the endpoints 2025-03-26 names',
    { resourcePath: null, metadataPath: null, namesMetadata: false },
  ],
];

describe('metadata is found', () => {
  test.each(PLACES)('%s', async (_, options) => {
    const { login, run, authority } = await loginStage(options);
    await login();
    expect(await run(['call', 'locked.whoami'])).toMatchObject({ exit: 0 });
    expect(authority.count('authorization_code')).toBe(1);
  });
});

describe('metadata is refused', () => {
  test('[oauth:flow:issuer] that names another issuer than was asked', async () => {
    const { run, authority } = await loginStage({ metadata: { issuer: 'https://evil.example' } });
    const { exit, stderr } = await run(['auth', 'locked', '--no-browser']);
    expect(exit).toBe(1);
    expect(stderr).toContain('Cannot log in to locked: ');
    expect(stderr).toContain('https://evil.example');
    expect(authority.requests('/register')).toHaveLength(0);
  });

  test('that is not what it should be', async () => {
    const { run } = await loginStage({ metadata: { token_endpoint: 7 } });
    const { exit, stderr } = await run(['auth', 'locked', '--no-browser']);
    expect(exit).toBe(1);
    expect(stderr).toBe(
      'Cannot log in to locked: its metadata is not what the OAuth specifications describe\n',
    );
  });

  test('[oauth:flow:pkce] of a server that cannot do PKCE', async () => {
    const { run } = await loginStage({ metadata: { code_challenge_methods_supported: ['plain'] } });
    const { exit, stderr } = await run(['auth', 'locked', '--no-browser']);
    expect(exit).toBe(1);
    expect(stderr).toMatch(/Cannot log in to locked: .*S256/u);
  });
});
