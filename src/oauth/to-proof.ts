// Joins what a login keeps about its client with the secrets only the configuration knows.
import type { ClientProof } from './authenticate-client.ts';
import type { LoginClient } from './login-store.ts';
import type { OAuthSettings } from './oauth-settings.ts';

export function toProof(
  client: LoginClient,
  {
    clientId,
    clientSecret,
    privateKey,
  }: Pick<OAuthSettings, 'clientId' | 'clientSecret' | 'privateKey'>,
): ClientProof {
  const { wantedScope: _, redirectUrl: __, resource: ___, tokenEndpoint: ____, ...proof } = client;
  if (clientId !== client.clientId) return proof;
  return {
    ...proof,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey && { privateKey }),
  };
}
