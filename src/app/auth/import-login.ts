// Takes over a login another program made, so that nobody has to log in twice.
import type { ServerDefinition } from '../../config/server-definition.ts';
import type { LoginStore, Tokens } from '../../oauth/login-store.ts';
import { findInVault } from '../../oauth/mcporter-vault.ts';
import { openHttpSender } from '../../platform/send-http.ts';
import { toSettings, type AuthPlace } from './open-login.ts';

export async function hasForeignLogin(
  { name, transport }: ServerDefinition,
  { home, env }: AuthPlace,
): Promise<boolean> {
  if (transport.kind !== 'http') return false;
  const vault = { home, dataHome: env['XDG_DATA_HOME'] };
  return (await findInVault({ name, url: transport.url }, vault)) !== undefined;
}

/** The tokens are kept as ours, with what is needed to refresh them; whoever holds the lock does this. */
export async function importLogin(
  definition: ServerDefinition,
  { store, ...place }: AuthPlace & { readonly store: LoginStore },
): Promise<Tokens | undefined> {
  const { name, transport } = definition;
  if (transport.kind !== 'http') return undefined;
  const vault = { home: place.home, dataHome: place.env['XDG_DATA_HOME'] };
  const found = await findInVault({ name, url: transport.url }, vault);
  if (!found) return undefined;
  const { tokens, clientId, clientSecret } = found;
  if (clientId === undefined) {
    await store.saveTokens(tokens);
    return tokens;
  }
  const settings = await toSettings(definition, place);
  const { discoverAuthority } = await import('../../oauth/discover.ts');
  using sender = openHttpSender();
  const { signal } = new AbortController();
  const authority = await discoverAuthority(settings, { send: sender.send, signal, challenge: {} });
  const { issuer, tokenEndpoint, authMethods, resource } = authority;
  const bound = { ...tokens, issuer: tokens.issuer ?? issuer };
  await store.saveClient({
    issuer,
    tokenEndpoint,
    authMethods,
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(resource !== undefined && { resource }),
  });
  await store.saveTokens(bound);
  return bound;
}
