// Redeems a refresh token; what the answer leaves out stays as it was.
import { PlugboardError } from '../core/errors.ts';
import type { LoginClient, LoginStore, Tokens } from './login-store.ts';
import { requestTokens, type TokenDoor } from './request-tokens.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import { toProof } from './to-proof.ts';

export interface RefreshOptions extends TokenDoor {
  readonly store: LoginStore;
  readonly client: LoginClient;
}

/** Codes that mean: this login is over, whatever we do. */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
]);

export async function refreshTokens(
  current: Tokens,
  settings: Pick<
    OAuthSettings,
    'server' | 'allowHttp' | 'clientId' | 'clientSecret' | 'privateKey'
  >,
  options: RefreshOptions,
): Promise<Tokens | undefined> {
  const { store, client } = options;
  const { server, allowHttp } = settings;
  const { refreshToken, issuer } = current;
  // Bound to whom it came from: no other authorization server ever sees it.
  if (refreshToken === undefined || (issuer !== undefined && issuer !== client.issuer)) {
    return undefined;
  }
  const answer = await requestTokens(
    {
      server,
      allowHttp,
      endpoint: client.tokenEndpoint,
      client: toProof(client, settings),
      params: {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        resource: client.resource,
      },
    },
    options,
  );
  if (answer.tokens) {
    const { expiresAtMs: _, issuedAtMs: __, ...kept } = current;
    const renewed = { ...kept, ...answer.tokens, issuer: client.issuer };
    await store.saveTokens(renewed);
    return renewed;
  }
  if (!FINAL.has(answer.error)) {
    const reason = `its authorization server answered ${answer.error}`;
    throw new PlugboardError('connection_refused', { server, reason });
  }
  await store.dropTokens();
  if (answer.error !== 'invalid_grant') await store.dropClient();
  throw new PlugboardError(
    'auth_required',
    { server },
    { hint: `Its last login has ended or was revoked (${answer.error})` },
  );
}
