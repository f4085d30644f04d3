// How the tokens of a server are renewed: by what kind of login it has.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Challenge } from '../../oauth/challenge.ts';
import type { LoginClient, LoginStore, Tokens } from '../../oauth/login-store.ts';
import { openHttpSender, type HttpSender } from '../../platform/send-http.ts';
import { isMachineLogin, toIdentityProvider } from './machine-login.ts';
import { toSettings, type AuthPlace } from './open-login.ts';
import { toRefreshClient } from './refreshable-bearer.ts';

export interface RenewOptions extends AuthPlace {
  readonly store: LoginStore;
  readonly signal: AbortSignal;
  /** What the server last asked for. */
  readonly challenge: Challenge;
}

export async function renewTokens(
  definition: ServerDefinition,
  current: Tokens | undefined,
  options: RenewOptions,
): Promise<Tokens | undefined> {
  const { store, signal, now = Date.now } = options;
  using sender = openHttpSender();
  const door = { send: sender.send, signal, now, store };
  if (isMachineLogin(definition)) return await machineTokens(definition, { ...options, ...door });
  if (definition.auth?.kind === 'refreshable_bearer') {
    if (!current) throw nothingToRefresh(definition);
    const { settings, client } = toRefreshClient(definition, options.env);
    const { refreshTokens } = await import('../../oauth/refresh-tokens.ts');
    return await refreshTokens(current, settings, { ...door, client });
  }
  const tokens = current ?? (await importedTokens(definition, options));
  if (!tokens || isFresh(tokens, current, now())) return tokens;
  const settings = await toSettings(definition, options);
  const client = (await store.client()) ?? (await formerClient(tokens, definition, options));
  const { refreshTokens } = await import('../../oauth/refresh-tokens.ts');
  return client && (await refreshTokens(tokens, settings, { ...door, client }));
}

type Door = Pick<HttpSender, 'send'> & { readonly now: () => number };

export async function machineTokens(
  definition: ServerDefinition,
  options: RenewOptions & Door,
): Promise<Tokens> {
  const { requestMachineTokens } = await import('../../oauth/machine-tokens.ts');
  const settings = await toSettings(definition, options);
  const identityProvider = await toIdentityProvider(definition, options.env);
  return requestMachineTokens(settings, {
    ...options,
    ...(identityProvider && { identityProvider }),
  });
}

/** Just taken over from another program, and good. */
function isFresh(tokens: Tokens, current: Tokens | undefined, nowMs: number): boolean {
  return current === undefined && (tokens.expiresAtMs ?? Infinity) > nowMs;
}

async function importedTokens(
  definition: ServerDefinition,
  { store, home, env }: RenewOptions,
): Promise<Tokens | undefined> {
  const { importLogin } = await import('./import-login.ts');
  return importLogin(definition, { store, home, env });
}

/** The one name under which the original of mcplug logged in, to every server. */
const ORIGINAL_CLIENT_ID = 'mcplug';

/** A login that another program made names no token endpoint: it is looked for. */
async function formerClient(
  { refreshToken, issuer }: Tokens,
  definition: ServerDefinition,
  options: RenewOptions,
): Promise<LoginClient | undefined> {
  if (refreshToken === undefined) return undefined;
  const settings = await toSettings(definition, options);
  const { discoverAuthority } = await import('../../oauth/discover.ts');
  using sender = openHttpSender();
  const authority = await discoverAuthority(settings, { ...options, send: sender.send });
  if (issuer !== undefined && issuer !== authority.issuer) return undefined;
  const { tokenEndpoint, authMethods, resource } = authority;
  const { clientId = ORIGINAL_CLIENT_ID } = settings;
  const former = settings.clientId === undefined ? await options.store.formerClient() : undefined;
  return {
    issuer: authority.issuer,
    tokenEndpoint,
    authMethods,
    clientId,
    ...former,
    ...(resource !== undefined && { resource }),
  };
}

function nothingToRefresh({ name }: ServerDefinition): PlugboardError {
  const hint = `Give it tokens: \`plugboard auth ${name} --tokens FILE\``;
  return new PlugboardError('auth_required', { server: name }, { hint });
}
