// What an entry says about logging in: tokens, a registered client, and how to refresh.
import { EntryFields } from './entry-fields.ts';
import { toCamelKeys } from './entry-keys.ts';
import { present } from './present.ts';
import type { AuthDefinition } from './server-definition.ts';

export function toBearerToken(fields: EntryFields): string | undefined {
  const variable = fields.text('bearerTokenEnv');
  return variable === undefined ? fields.text('bearerToken') : `\${${variable}}`;
}

const AUTH_KINDS = [
  'oauth',
  'client_credentials',
  'enterprise',
  'refreshable_bearer',
  'none',
] as const;

const AUTH_TEXTS = {
  tokenCacheDir: 'tokenCacheDir',
  clientName: 'clientName',
  oauthClientId: 'clientId',
  oauthClientSecret: 'clientSecret',
  oauthClientSecretEnv: 'clientSecretEnv',
  oauthPrivateKeyFile: 'privateKeyFile',
  oauthSigningAlgorithm: 'signingAlgorithm',
  oauthClientMetadataUrl: 'clientMetadataUrl',
  oauthTokenEndpointAuthMethod: 'tokenEndpointAuthMethod',
  oauthRedirectUrl: 'redirectUrl',
  oauthScope: 'scope',
} as const;

/** A kind nobody knows is left to those who do. */
export function toAuth(fields: EntryFields): AuthDefinition | undefined {
  const word = fields.get('auth');
  const wanted = typeof word === 'string' ? word.toLowerCase() : undefined;
  const kind = AUTH_KINDS.find((known) => known === wanted);
  const texts = Object.entries(AUTH_TEXTS).flatMap(([key, name]) => {
    const text = fields.text(key);
    return text === undefined ? [] : [[name, text] as const];
  });
  const command = new EntryFields(fields.object('oauthCommand') ?? {});
  const commandArgs = command.list('args');
  for (const { key, says } of command.mistakes) fields.complain(`oauthCommand.${key}`, says);
  const refresh = fields.object('refresh');
  const identityProvider = fields.object('identityProvider');
  const auth: AuthDefinition = {
    ...present('kind', kind),
    ...Object.fromEntries(texts),
    ...present('commandArgs', commandArgs),
    ...present('refresh', refresh && toCamelKeys(refresh)),
    ...present('identityProvider', identityProvider && toCamelKeys(identityProvider)),
  };
  return Object.keys(auth).length === 0 ? undefined : auth;
}
