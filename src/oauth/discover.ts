// Finds out who gives tokens for a server: its own metadata first, then that of the authorization server.
import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { isLoopback } from '../core/is-loopback.ts';
import type { SendHttp } from '../platform/send-http.ts';
import type { Challenge } from './challenge.ts';
import { loginFailure } from './login-failure.ts';
import type { OAuthSettings } from './oauth-settings.ts';
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

export interface Finding {
  readonly send: SendHttp;
  readonly signal: AbortSignal;
  readonly challenge: Challenge;
}

export async function discoverAuthority(
  settings: OAuthSettings,
  { send, signal, challenge }: Finding,
): Promise<Authority> {
  const { discoverOAuthServerInfo } = await import('@modelcontextprotocol/client');
  const { resourceMetadataUrl } = challenge;
  const found = await discoverOAuthServerInfo(settings.serverUrl, {
    fetchFn: sdkFetch(send, signal),
    ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
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
  refuseUnsafe(settings, authority);
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

/** Where the user's browser and our secrets are sent to must be a web address that cannot be overheard. */
function refuseUnsafe({ server, allowHttp }: OAuthSettings, authority: Authority): void {
  const { metadata, tokenEndpoint } = authority;
  for (const address of [metadata?.authorization_endpoint, tokenEndpoint]) {
    if (address === undefined) continue;
    const { protocol, hostname, origin } = new URL(address);
    const isSafe =
      protocol === 'https:' || (protocol === 'http:' && (allowHttp || isLoopback(hostname)));
    if (!isSafe) throw loginFailure(server, `its authorization server ${origin} is not https://`);
  }
}
