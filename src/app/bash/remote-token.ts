// The secret every request must carry where a proxy stands between the client and us.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { crypto } from '../../platform/crypto.ts';
import type { BashSettings } from '../../sources/bash/settings.ts';

type TokenSettings = Pick<
  BashSettings,
  'remoteToken' | 'remoteTokenKey' | 'remoteTokenFallbackKey' | 'remoteTokenMaxFailures'
>;

const MIN_CHARS = 32;
const MINUTE_MS = 60_000;

/** Refuses requests without the secret; nothing to check where none is set. */
export function remoteTokenCheck(
  settings: TokenSettings,
): ((params: JsonObject) => void) | undefined {
  const { remoteToken: wanted, remoteTokenMaxFailures } = settings;
  if (wanted === undefined) return undefined;
  if (wanted.length < MIN_CHARS) throw tooShort();
  let failures = 0;
  let sinceMs = -Infinity;
  return (params) => {
    if (isSame(tokenIn(params, settings), wanted)) return;
    const nowMs = performance.now();
    if (nowMs - sinceMs > MINUTE_MS) [sinceMs, failures] = [nowMs, 0];
    failures += 1;
    const suffix = failures > remoteTokenMaxFailures ? ' (throttled)' : '';
    const reason = `Remote token missing or invalid${suffix}`;
    throw new PlugboardError('invalid_arguments', { reason }, { wire: -32_602 });
  };
}

function tokenIn(params: JsonObject, settings: TokenSettings): string {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return '';
  const token = meta[settings.remoteTokenKey] ?? meta[settings.remoteTokenFallbackKey];
  return typeof token === 'string' ? token : '';
}

function digest(text: string): Buffer {
  return crypto().createHash('sha256').update(text).digest();
}

/** Compared by digests, so that the time taken tells nothing. */
function isSame(given: string, wanted: string): boolean {
  return crypto().timingSafeEqual(digest(given), digest(wanted));
}

function tooShort(): PlugboardError {
  return new PlugboardError(
    'config_error',
    { file: 'MCPBASH_REMOTE_TOKEN', reason: `the token has fewer than ${MIN_CHARS} characters` },
    { hint: 'Make one with `openssl rand -hex 32`' },
  );
}
