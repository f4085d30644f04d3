// Finds out who gives tokens for a server: its own metadata first, then that of the authorization server.
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import type { SendHttp } from '../platform/send-http.ts';
import type { Challenge } from './challenge.ts';
import { loginFailure } from './login-failure.ts';
import type { OAuthSettings } from './oauth-settings.ts';
import { refuseUnsafe } from './refuse-unsafe.ts';
import { sdkFetch } from './sdk-fetch.ts';

/** What is needed to ask for tokens. */
export interface Authority {
  readonly issuer: string;
  readonly url: string;
  readonly metadata?: AuthorizationServerMetadata;
  readonly tokenEndpoint: string;
  readonly authMethods: readonly string[];
  /** Which server the tokens are for, in the words of its own metadata. */
  readonly resource?: string;
  /** What the metadata of the server says its tools need. */
  readonly scopes?: string;
}

export interface DiscoverOptions {
  readonly send: SendHttp;
  readonly signal: AbortSignal;
  readonly challenge: Challenge;
}

export async function discoverAuthority(
  settings: OAuthSettings,
  { send, signal, challenge }: DiscoverOptions,
): Promise<Authority> {
  const { discoverOAuthServerInfo } = await import('@modelcontextprotocol/client');
  const named = challenge.resourceMetadataUrl;
  const resourceMetadataUrl = named === undefined ? undefined : new URL(named);
  // The SDK takes metadata it cannot get for metadata there is none of.
  if (resourceMetadataUrl) refuseUnsafe(settings, 'metadata at', resourceMetadataUrl);
  const found = await discoverOAuthServerInfo(settings.serverUrl, {
    fetchFn: sdkFetch(settings, { send, signal }),
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  });
  const { authorizationServerUrl: url, authorizationServerMetadata: metadata } = found;
  const { resourceMetadata } = found;
  const resource = resourceMetadata?.resource;
  if (resource !== undefined) await refuseForeign(settings, resource);
  const authority: Authority = {
    issuer: metadata?.issuer ?? url,
    url,
    ...(metadata && { metadata }),
    tokenEndpoint: metadata?.token_endpoint ?? new URL('/token', url).href,
    authMethods: metadata?.token_endpoint_auth_methods_supported ?? [],
    ...(resource !== undefined && { resource }),
    ...(resourceMetadata?.scopes_supported && {
      scopes: resourceMetadata.scopes_supported.join(' '),
    }),
  };
  for (const address of [metadata?.authorization_endpoint, authority.tokenEndpoint]) {
    if (address !== undefined) refuseUnsafe(settings, 'authorization server', new URL(address));
  }
  return authority;
}

/** Metadata that speaks for another server would make us ask for tokens of that one. */
async function refuseForeign({ server, serverUrl }: OAuthSettings, resource: string) {
  const { checkResourceAllowed, resourceUrlFromServerUrl } =
    await import('@modelcontextprotocol/client');
  const requestedResource = resourceUrlFromServerUrl(serverUrl);
  const isOurs =
    URL.canParse(resource) &&
    checkResourceAllowed({ requestedResource, configuredResource: resource });
  if (isOurs) return;
  throw loginFailure(server, `its metadata is about another server, ${resource}`);
}
