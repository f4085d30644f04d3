// The tokens a login hands out: kept in memory as hashes, forgotten some time after they expire.
import { createHash, randomBytes } from 'node:crypto';

export type TokenState = 'good' | 'expired' | 'unknown';

export interface IssuedTokens {
  /** A new token, 128 hex digits. */
  issue(): string;
  stateOf(token: string): TokenState;
}

export interface IssuedTokensOptions {
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
}

const TOKEN_BYTES = 64;
const MAX_TOKENS = 10_000;
// An expired token is remembered for a while, so that its owner learns why it no longer works.
const REMEMBERED_MS = 60 * 60 * 1000;

export function issuedTokens(options: IssuedTokensOptions): IssuedTokens {
  const nowMs = options.nowMs ?? Date.now;
  /** Hash to expiry; insertion order is order of expiry, because all tokens live equally long. */
  const expiries = new Map<string, number>();

  const purge = (): void => {
    for (const [hash, expiryMs] of expiries) {
      const isForgotten = expiryMs + REMEMBERED_MS <= nowMs();
      if (!isForgotten && expiries.size < MAX_TOKENS) return;
      expiries.delete(hash);
    }
  };

  return {
    issue: () => {
      purge();
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      expiries.set(toHash(token), nowMs() + options.timeoutMs);
      return token;
    },
    stateOf: (token) => {
      const expiryMs = expiries.get(toHash(token));
      if (expiryMs === undefined) return 'unknown';
      return expiryMs > nowMs() ? 'good' : 'expired';
    },
  };
}

function toHash(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
