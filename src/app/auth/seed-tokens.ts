// Takes tokens that were made elsewhere: by another program, or on another machine.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { toTokens, type Tokens } from '../../oauth/login-store.ts';
import { openLogin, type AuthPlace } from './open-login.ts';

/** The answer of a token endpoint, a tokens.json, or mcporter's `{"tokens": …}`. */
export async function seedTokens(
  definition: ServerDefinition,
  text: string,
  { signal, ...place }: AuthPlace & { readonly signal: AbortSignal },
): Promise<Tokens> {
  const data = parse(text);
  const inner = isJsonObject(data['tokens']) ? data['tokens'] : data;
  const tokens = toTokens(inner);
  if (!tokens) throw unreadable('expected an object with access_token');
  const store = openLogin(definition, place);
  const dated = withEnd(tokens, inner, place.now ?? Date.now);
  await store.locked(() => store.saveTokens(dated), signal);
  return dated;
}

function parse(text: string): JsonObject {
  try {
    const data: unknown = JSON.parse(text);
    if (isJsonObject(data)) return data;
  } catch {
    // What stands there may be a token: it is not repeated.
  }
  throw unreadable('expected a JSON object');
}

function withEnd(tokens: Tokens, data: JsonObject, now: () => number): Tokens {
  const lifeS = data['expires_in'];
  if (tokens.expiresAtMs !== undefined || typeof lifeS !== 'number') return tokens;
  return { ...tokens, expiresAtMs: now() + lifeS * 1000 };
}

function unreadable(reason: string): PlugboardError {
  return new PlugboardError('parse_error', { what: 'tokens', reason });
}
