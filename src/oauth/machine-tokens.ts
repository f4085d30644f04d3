// Tokens without a browser: for a machine that acts for itself, or a user an identity provider vouches for.
import type { Challenge } from './challenge.ts';
import { chooseClient } from './choose-client.ts';
import { discoverAuthority, type Authority } from './discover.ts';
import { loginFailure, toLoginFailure } from './login-failure.ts';
import type { LoginStore, Tokens } from './login-store.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import { requestTokens, type TokenDoor, type TokenRequest } from './request-tokens.ts';
import { toProof } from './to-proof.ts';

/** The identity provider of a company, and whom it says the user is. */
export interface IdentityProvider {
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly idToken: string;
}

export interface MachineOptions extends TokenDoor {
  readonly store: LoginStore;
  readonly challenge: Challenge;
  /** Who vouches for the user; without one the client acts for itself. */
  readonly identityProvider?: IdentityProvider;
}

export async function requestMachineTokens(
  settings: OAuthSettings,
  options: MachineOptions,
): Promise<Tokens> {
  const { server, clientId, allowHttp } = settings;
  const { store, send, signal } = options;
  if (clientId === undefined) {
    throw loginFailure(server, 'its entry names no client', {
      hint: 'Write `oauthClientId` and `oauthClientSecretEnv` or `oauthPrivateKeyFile` into it',
    });
  }
  try {
    const authority = await discoverAuthority(settings, options);
    const choice = { settings, authority, store, send, signal };
    const client = await chooseClient(choice, { redirectUrl: '', scope: undefined });
    const scope = settings.scope ?? options.challenge.scope ?? authority.scopes;
    const grant = await grantParams(settings, { ...options, authority, scope });
    const endpoint = authority.tokenEndpoint;
    const proof = toProof(client, settings);
    const params = { ...grant, scope, resource: authority.resource };
    const given = await granted({ server, allowHttp, endpoint, client: proof, params }, options);
    const tokens = { ...(scope !== undefined && { scope }), ...given, issuer: client.issuer };
    await store.saveClient(client);
    await store.saveTokens(tokens);
    return tokens;
  } catch (thrown) {
    throw toLoginFailure(server, thrown);
  }
}

async function granted(request: TokenRequest, door: TokenDoor): Promise<Tokens> {
  const answer = await requestTokens(request, door);
  if (answer.tokens) return answer.tokens;
  throw loginFailure(request.server, `${answer.error} (${answer.description})`);
}

interface GrantOptions extends MachineOptions {
  readonly authority: Authority;
  readonly scope: string | undefined;
}

async function grantParams(
  { server, serverUrl, allowHttp }: OAuthSettings,
  options: GrantOptions,
): Promise<Readonly<Record<string, string>>> {
  const { identityProvider, authority, scope } = options;
  if (!identityProvider) return { grant_type: 'client_credentials' };
  const { tokenEndpoint, idToken, ...client } = identityProvider;
  // The provider says for whom and for which server the user may be taken.
  const { accessToken } = await granted(
    {
      server,
      allowHttp,
      endpoint: tokenEndpoint,
      client: { ...client, issuer: new URL(tokenEndpoint).origin },
      params: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        subject_token: idToken,
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        audience: authority.issuer,
        resource: authority.resource ?? serverUrl,
        scope,
      },
    },
    options,
  );
  return { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: accessToken };
}
