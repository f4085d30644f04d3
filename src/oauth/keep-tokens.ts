// Keeps tokens usable: hands out the valid one, renews it in time, and only once however many ask.
import { orAborted } from '../core/or-aborted.ts';
import type { LoginStore, Tokens } from './login-store.ts';

export interface TokenKeeper {
  /** A token that can be sent now; `undefined` where nobody has logged in. */
  valid(signal: AbortSignal): Promise<Tokens | undefined>;
  /** Another than the one the server refused, if there can be one. */
  instead(refused: string | undefined, signal: AbortSignal): Promise<Tokens | undefined>;
  /** Resolves when no renewal is under way: what was redeemed must be written before we end. */
  settled(): Promise<void>;
}

export interface KeepOptions {
  readonly store: LoginStore;
  /** Gets new tokens and keeps them; `undefined` where only a login can. Nobody else does it meanwhile. */
  readonly renew: (current: Tokens | undefined, signal: AbortSignal) => Promise<Tokens | undefined>;
  /** Tokens can be had without any that came before. */
  readonly isSelfSufficient: boolean;
  /** Whether another program has a login that can be taken over; default none has. */
  readonly hasOther?: () => Promise<boolean>;
  /** How long before their end tokens are renewed. */
  readonly skewMs?: number;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

const SKEW_MS = 60_000;
/** Tokens that live shorter than ten minutes are used for most of their life all the same. */
const SKEW_SHARE = 0.1;
/** Renewing goes on when one caller gives up: others wait for it, and its result must not be lost. */
const RENEWAL_MS = 60_000;
/** While a token is still good, a renewal that failed is not tried again at once. */
const REST_MS = 10_000;

export function keepTokens(options: KeepOptions): TokenKeeper {
  const { store, renew, isSelfSufficient, hasOther, skewMs = SKEW_MS, now = Date.now } = options;
  let renewing: Promise<Tokens | undefined> | undefined;
  let restsUntilMs = -Infinity;
  const hasEnded = ({ expiresAtMs = Infinity }: Tokens) => expiresAtMs <= now();
  const isDue = (tokens: Tokens) => (tokens.expiresAtMs ?? Infinity) <= now() + marginMs(tokens);
  const marginMs = ({ issuedAtMs, expiresAtMs }: Tokens) => {
    if (issuedAtMs === undefined || expiresAtMs === undefined) return skewMs;
    return Math.min(skewMs, (expiresAtMs - issuedAtMs) * SKEW_SHARE);
  };

  /** `seen` is the token that was not good enough. */
  const renewLocked = (seen: string | undefined, signal: AbortSignal) =>
    store.locked(async () => {
      const current = await store.tokens();
      // Another process was faster: what it got is there for all.
      if (current && current.accessToken !== seen && !hasEnded(current)) return current;
      return renew(current, signal);
    }, signal);
  const renewOnce = (seen: string | undefined, signal: AbortSignal) => {
    renewing ??= renewLocked(seen, AbortSignal.timeout(RENEWAL_MS)).finally(() => {
      renewing = undefined;
    });
    return orAborted(renewing, signal);
  };
  /** An authorization server that is away is no reason to stop before the token really ends. */
  const renewInTime = async (tokens: Tokens, signal: AbortSignal) => {
    if (now() < restsUntilMs) return tokens;
    const renewed = await renewOnce(tokens.accessToken, signal).catch((thrown: unknown) => {
      if (signal.aborted || hasEnded(tokens)) throw thrown;
    });
    if (renewed) return renewed;
    restsUntilMs = now() + REST_MS;
    return tokens;
  };
  return {
    valid: async (signal) => {
      const tokens = await store.tokens();
      if (!tokens) return isSelfSufficient ? renewOnce(undefined, signal) : undefined;
      if (!isDue(tokens)) return tokens;
      return hasEnded(tokens) ? renewOnce(tokens.accessToken, signal) : renewInTime(tokens, signal);
    },
    instead: async (refused, signal) => {
      // Nothing is written, not even a lock, for a server nobody logged in to.
      const canRenew = isSelfSufficient || (await store.tokens()) || (await hasOther?.());
      return canRenew ? renewOnce(refused, signal) : undefined;
    },
    settled: async () => {
      await renewing?.catch(() => {});
    },
  };
}
