// Metadata of a server that means no good: where it may send us, and where not.
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { SendHttp } from '../platform/send-http.ts';
import { chooseClient } from './choose-client.ts';
import { discoverAuthority } from './discover.ts';
import { openLoginStore } from './login-store.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';

const { signal } = new AbortController();
const SERVER = 'https://mcp.example/mcp';
const RESOURCE = 'https://mcp.example/.well-known/oauth-protected-resource/mcp';
const METADATA = 'https://login.example/.well-known/oauth-authorization-server';

const GOOD = {
  [RESOURCE]: { resource: SERVER, authorization_servers: ['https://login.example'] },
  [METADATA]: {
    issuer: 'https://login.example',
    authorization_endpoint: 'https://login.example/authorize',
    token_endpoint: 'https://login.example/token',
    registration_endpoint: 'https://login.example/register',
    response_types_supported: ['code'],
  },
};

type Documents = Readonly<Record<string, object>>;

/** The web, as far as there is one: documents by address, and who was asked for what. */
function web(documents: Documents) {
  const asked: string[] = [];
  const send: SendHttp = async ({ url }) => {
    asked.push(url.href);
    const found = documents[url.href];
    const body = Readable.from([Buffer.from(JSON.stringify(found ?? {}))]);
    return { status: found ? 200 : 404, headers: {}, body };
  };
  return { send, asked };
}

function discover(
  documents: Documents,
  { resourceMetadataUrl = RESOURCE, allowHttp = false } = {},
) {
  const { send, asked } = web(documents);
  const settings = { server: 'it', serverUrl: SERVER, clientName: 'us', allowHttp };
  const challenge = { resourceMetadataUrl };
  return {
    asked,
    settings,
    send,
    found: discoverAuthority(settings, { send, signal, challenge }),
  };
}

function withMetadata(change: object): Documents {
  return { ...GOOD, [METADATA]: { ...GOOD[METADATA], ...change } };
}

describe('discoverAuthority', () => {
  test('finds what a server of good will names', async () => {
    expect(await discover(GOOD).found).toMatchObject({
      issuer: 'https://login.example',
      tokenEndpoint: 'https://login.example/token',
    });
  });

  test.each([
    'https://login.example/.well-known/oauth-authorization-server/tenant',
    'https://login.example/.well-known/openid-configuration/tenant',
    'https://login.example/tenant/.well-known/openid-configuration',
  ])('[oauth:flow:openid] an issuer with a path is found at %s', async (place) => {
    const issuer = 'https://login.example/tenant';
    const named = { resource: SERVER, authorization_servers: [issuer] };
    const openId = {
      jwks_uri: `${issuer}/keys`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
    const metadata = { ...GOOD[METADATA], ...openId, issuer, token_endpoint: `${issuer}/token` };
    const { found } = discover({ [RESOURCE]: named, [place]: metadata });
    expect(await found).toMatchObject({ issuer, tokenEndpoint: `${issuer}/token` });
  });

  test.each(['http://mcp.example/metadata', 'http://127.0.0.1:2375/info', 'file:///etc/passwd'])(
    'a refusal that sends us to %s is not followed',
    async (resourceMetadataUrl) => {
      const { found, asked } = discover(GOOD, { resourceMetadataUrl });
      await expect(found).rejects.toThrow('is not https://');
      expect(asked).toEqual([]);
    },
  );

  test.each(['http://login.example', 'http://localhost:2375', 'http://[::1]:2375'])(
    'an authorization server at %s is not asked',
    async (url) => {
      const named = { resource: SERVER, authorization_servers: [url] };
      const { found, asked } = discover({ ...GOOD, [RESOURCE]: named });
      await expect(found).rejects.toThrow(
        `Cannot log in to it: its authorization server ${url} is not https://`,
      );
      expect(asked).toEqual([RESOURCE]);
    },
  );

  test.each(['authorization_endpoint', 'token_endpoint'])(
    'an %s of this machine is not for a server that is elsewhere',
    async (member) => {
      const { found } = discover(withMetadata({ [member]: 'http://127.0.0.1:2375/create' }));
      await expect(found).rejects.toThrow('http://127.0.0.1:2375 is not https://');
    },
  );

  test('nor is a registration', async () => {
    const documents = withMetadata({ registration_endpoint: 'http://127.0.0.1:2375/create' });
    const { found, asked, settings, send } = discover(documents);
    const authority = await found;
    const before = asked.length;
    const store = openLoginStore(await tempFolder(), SERVER);
    const wish = { redirectUrl: 'http://localhost:1/callback', scope: undefined };
    await expect(chooseClient({ settings, authority, store, send, signal }, wish)).rejects.toThrow(
      'http://127.0.0.1:2375 is not https://',
    );
    expect(asked).toHaveLength(before);
  });

  test('cleartext that is wanted is spoken', async () => {
    const url = 'http://login.example/token';
    const { found } = discover(withMetadata({ token_endpoint: url }), { allowHttp: true });
    expect((await found).tokenEndpoint).toBe(url);
  });
});
