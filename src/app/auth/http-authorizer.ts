// Says who we are to an HTTP server: with the tokens of its login, renewed in time, without asking anybody.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import { joinScopes, parseChallenge, type Challenge } from '../../oauth/challenge.ts';
import { keepTokens, type TokenKeeper } from '../../oauth/keep-tokens.ts';
import { plainWords } from '../../oauth/plain-words.ts';
import type { LoginStore } from '../../oauth/login-store.ts';
import type { HttpAuthorizer } from '../../sources/upstream/upstream-server.ts';
import { isMachineLogin } from './machine-login.ts';
import { openLogin, type AuthPlace } from './open-login.ts';
import { refreshSkewMs } from './refreshable-bearer.ts';

/** None where the entry says who we are by itself, or that nobody asks. */
export function httpAuthorizer(
  definition: ServerDefinition,
  place: AuthPlace,
): HttpAuthorizer | undefined {
  const { auth, name } = definition;
  if (auth?.kind === 'none' || saysHeader(definition)) return undefined;
  const store = openLogin(definition, place);
  const seen: { challenge: Challenge } = { challenge: {} };
  const keeper = tokenKeeper(definition, { ...place, store, challenge: () => seen.challenge });
  const isMachine = isMachineLogin(definition);
  let isAdopted = false;
  /** Where nothing can be written, tokens are still good. */
  const adopt = async (signal: AbortSignal) => {
    isAdopted = true;
    await store.adoptTokens(signal).catch(() => {});
  };
  return {
    settled: keeper.settled,
    header: async (signal) => {
      if (!isAdopted) await adopt(signal);
      const tokens = await keeper.valid(signal);
      return tokens && `Bearer ${tokens.accessToken}`;
    },
    refused: async ({ status, challenge, sent }, signal) => {
      const refused = sent?.replace(/^\S+\s+/u, '');
      seen.challenge = parseChallenge(challenge);
      if (status === 403 && !isMachine) {
        await noteScope(store, seen.challenge.scope, signal);
        throw moreRights(name, seen.challenge.scope);
      }
      const tokens = await keeper.instead(refused, signal);
      return tokens !== undefined && tokens.accessToken !== refused;
    },
  };
}

/** Whether the entry has an Authorization header of its own. */
export function saysHeader({ transport }: ServerDefinition): boolean {
  if (transport.kind !== 'http') return false;
  return Object.keys(transport.headers).some((name) => name.toLowerCase() === 'authorization');
}

export interface KeeperOptions extends AuthPlace {
  readonly store: LoginStore;
  readonly challenge: () => Challenge;
}

export function tokenKeeper(definition: ServerDefinition, options: KeeperOptions): TokenKeeper {
  const { store, challenge, home, env, now } = options;
  const skewMs = refreshSkewMs(definition);
  return keepTokens({
    store,
    isSelfSufficient: isMachineLogin(definition),
    hasOther: async () => {
      const { hasForeignLogin } = await import('./import-login.ts');
      return hasForeignLogin(definition, options);
    },
    renew: async (current, signal) => {
      const { renewTokens } = await import('./renew-tokens.ts');
      const place = { home, env, ...(now && { now }) };
      return renewTokens(definition, current, { ...place, store, signal, challenge: challenge() });
    },
    ...(skewMs !== undefined && { skewMs }),
    ...(now && { now }),
  });
}

/** Kept for the next login, which asks for what was missing. */
async function noteScope(
  store: LoginStore,
  scope: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await store.locked(async () => {
    const client = await store.client();
    const wantedScope = joinScopes(client?.wantedScope, scope);
    if (client && wantedScope !== undefined) await store.saveClient({ ...client, wantedScope });
  }, signal);
}

function moreRights(server: string, scope: string | undefined): PlugboardError {
  const hint =
    scope === undefined
      ? 'It asks for more rights'
      : `It asks for more rights: ${plainWords(scope)}`;
  return new PlugboardError('auth_required', { server }, { hint });
}
