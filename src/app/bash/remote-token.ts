// The secret every request must carry where a proxy stands between the client and us.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { invalidParams } from '../../mcp/wire/invalid-params.ts';
import { isSameSecret } from '../../platform/is-same-secret.ts';
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
    if (isSameSecret(tokenIn(params, settings), wanted)) return;
    const nowMs = performance.now();
    if (nowMs - sinceMs > MINUTE_MS) [sinceMs, failures] = [nowMs, 0];
    failures += 1;
    const suffix = failures > remoteTokenMaxFailures ? ' (throttled)' : '';
    throw invalidParams(`Remote token missing or invalid${suffix}`);
  };
}

function tokenIn(params: JsonObject, settings: TokenSettings): string {
  const meta = params['_meta'];
  if (!isJsonObject(meta)) return '';
  const token = meta[settings.remoteTokenKey] ?? meta[settings.remoteTokenFallbackKey];
  return typeof token === 'string' ? token : '';
}

function tooShort(): PlugboardError {
  return new PlugboardError(
    'config_error',
    { file: 'MCPBASH_REMOTE_TOKEN', reason: `the token has fewer than ${MIN_CHARS} characters` },
    { hint: 'Make one with `openssl rand -hex 32`' },
  );
}
