// Decides as whom we log in: a configured client, our metadata document, a kept registration, or a new one.
import type { SendHttp } from '../platform/send-http.ts';
import type { Authority } from './discover.ts';
import { loginFailure } from './login-failure.ts';
import type { LoginClient, LoginStore } from './login-store.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import { sdkFetch } from './sdk-fetch.ts';

export interface ClientChoice {
  readonly settings: OAuthSettings;
  readonly authority: Authority;
  readonly store: LoginStore;
  readonly send: SendHttp;
  readonly signal: AbortSignal;
}

export interface RegistrationWish {
  readonly redirectUrl: string;
  readonly scope: string | undefined;
}

export async function chooseClient(
  choice: ClientChoice,
  wish: RegistrationWish,
): Promise<LoginClient> {
  const { settings, authority, store } = choice;
  const kept = await store.client();
  const base = toBase(authority);
  if (settings.clientId !== undefined) {
    refuseOtherIssuer(settings, kept, authority);
    return { ...base, ...configuredClient(settings) };
  }
  const { clientMetadataUrl } = settings;
  const takesDocuments = authority.metadata?.client_id_metadata_document_supported === true;
  if (clientMetadataUrl !== undefined && takesDocuments) {
    return { ...base, clientId: clientMetadataUrl, redirectUrl: wish.redirectUrl };
  }
  // A registration is worth nothing to another authorization server, nor for another address.
  if (kept && kept.issuer === authority.issuer && kept.redirectUrl === wish.redirectUrl) {
    const { wantedScope: _, ...client } = kept;
    return { ...client, ...base };
  }
  return { ...base, ...(await register(choice, wish)), redirectUrl: wish.redirectUrl };
}

function toBase({ issuer, tokenEndpoint, authMethods, resource }: Authority) {
  return {
    issuer,
    tokenEndpoint,
    ...(authMethods.length > 0 && { authMethods }),
    ...(resource !== undefined && { resource }),
  };
}

/** What the entry says is not written to a second file. */
function configuredClient({ clientId = '', authMethod }: OAuthSettings) {
  return { clientId, ...(authMethod !== undefined && { authMethod }) };
}

/** A server that suddenly names another authorization server does not get our secret sent there. */
function refuseOtherIssuer(
  { server, clientId, clientSecret, privateKey }: OAuthSettings,
  kept: LoginClient | undefined,
  { issuer }: Authority,
): void {
  const isSecret = clientSecret !== undefined || privateKey !== undefined;
  if (!isSecret || kept?.clientId !== clientId || kept?.issuer === issuer) return;
  throw loginFailure(
    server,
    `its authorization server is now ${issuer}, but its client belongs to ${kept?.issuer}`,
    { hint: `Run \`plugboard auth ${server} --reset\` if that is right` },
  );
}

async function register(
  { settings, authority, send, signal }: ClientChoice,
  { redirectUrl, scope }: RegistrationWish,
): Promise<Pick<LoginClient, 'clientId' | 'clientSecret' | 'authMethod'>> {
  const { url, metadata, authMethods } = authority;
  if (metadata && metadata.registration_endpoint === undefined) {
    throw loginFailure(settings.server, 'its authorization server registers no clients', {
      hint: 'Register one there and write `oauthClientId` (and `oauthClientSecretEnv`) into its entry',
    });
  }
  const { registerClient, RegistrationRejectedError } =
    await import('@modelcontextprotocol/client');
  const method = wantedMethod(authMethods);
  try {
    const made = await registerClient(url, {
      ...(metadata && { metadata }),
      clientMetadata: {
        client_name: settings.clientName,
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        application_type: 'native',
        token_endpoint_auth_method: method,
      },
      ...(scope !== undefined && { scope }),
      fetchFn: sdkFetch(settings, { send, signal }),
    });
    return {
      clientId: made.client_id,
      ...(made.client_secret !== undefined && { clientSecret: made.client_secret }),
      authMethod: made.token_endpoint_auth_method ?? method,
    };
  } catch (thrown) {
    if (!(thrown instanceof RegistrationRejectedError)) throw thrown;
    const reason = `its authorization server refuses to register us (HTTP ${thrown.status})`;
    throw loginFailure(settings.server, reason, { cause: thrown });
  }
}

/** A program on the user's machine keeps no secret from the user; some servers insist on one. */
function wantedMethod(authMethods: readonly string[]): string {
  if (authMethods.length === 0 || authMethods.includes('none')) return 'none';
  const secret = ['client_secret_basic', 'client_secret_post'];
  return secret.find((method) => authMethods.includes(method)) ?? 'none';
}
