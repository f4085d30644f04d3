// What is known about the login of a server, without asking anybody.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { saysHeader } from './http-authorizer.ts';
import { openLogin, type AuthPlace } from './open-login.ts';

export const LOGIN_STATES = ['ok', 'expired', 'none', 'header'] as const;

export interface LoginStatus {
  readonly server: string;
  /** `expired` is renewed by the next call where `canRefresh`; `header` is the entry's own. */
  readonly status: (typeof LOGIN_STATES)[number];
  readonly canRefresh: boolean;
  readonly expiresAt?: string;
  readonly scope?: string;
  readonly issuer?: string;
  readonly directory: string;
}

export async function loginStatus(
  definition: ServerDefinition,
  place: AuthPlace,
): Promise<LoginStatus> {
  const { now = Date.now } = place;
  const { name } = definition;
  const store = openLogin(definition, place);
  const { directory } = store;
  if (saysHeader(definition)) {
    return { server: name, status: 'header', canRefresh: false, directory };
  }
  const tokens = await store.tokens();
  if (!tokens) return { server: name, status: 'none', canRefresh: false, directory };
  const { expiresAtMs, scope, issuer, refreshToken } = tokens;
  return {
    server: name,
    status: (expiresAtMs ?? Infinity) > now() ? 'ok' : 'expired',
    canRefresh: refreshToken !== undefined,
    ...(expiresAtMs !== undefined && { expiresAt: new Date(expiresAtMs).toISOString() }),
    ...(scope !== undefined && { scope }),
    ...(issuer !== undefined && { issuer }),
    directory,
  };
}
