// Which proof a client gives to a token endpoint.
import { describe, expect, test } from 'vitest';
import { chooseMethod } from './authenticate-client.ts';

const CLIENT = { clientId: 'id', issuer: 'https://issuer.example' };
const SECRET = { ...CLIENT, clientSecret: 's' };

describe('chooseMethod', () => {
  test.each([
    [CLIENT, 'none'],
    [{ ...CLIENT, authMethods: ['client_secret_basic'] }, 'none'],
    [SECRET, 'client_secret_basic'],
    [{ ...SECRET, authMethods: ['client_secret_post'] }, 'client_secret_post'],
    [
      { ...SECRET, authMethods: ['client_secret_post', 'client_secret_basic'] },
      'client_secret_basic',
    ],
    [{ ...SECRET, authMethod: 'client_secret_post' }, 'client_secret_post'],
    [{ ...SECRET, authMethod: 'none' }, 'client_secret_basic'],
    [{ ...SECRET, authMethod: 'tls_client_auth' }, 'client_secret_basic'],
    [{ ...SECRET, privateKey: { pem: '', algorithm: 'RS256' } }, 'private_key_jwt'],
  ] as const)('%j', (client, expected) => {
    expect(chooseMethod(client)).toBe(expected);
  });
});
