// Asks a token endpoint for tokens, with whatever grant and whatever way to prove who we are.
import { PlugboardError } from '../core/errors.ts';
import { isLoopback } from '../core/is-loopback.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { SendHttp } from '../platform/send-http.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import { exchange } from './exchange.ts';
import { toTokens, type Tokens } from './login-store.ts';

export interface TokenRequest {
  /** How the server is called in errors. */
  readonly server: string;
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly client: ClientProof;
  readonly allowHttp: boolean;
}

export interface TokenDoor {
  readonly send: SendHttp;
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Tokens, or the code of OAuth for why there are none. */
export type TokenAnswer =
  | { readonly tokens: Tokens }
  | { readonly tokens?: undefined; readonly error: string; readonly description: string };

export async function requestTokens(request: TokenRequest, door: TokenDoor): Promise<TokenAnswer> {
  const url = new URL(request.endpoint);
  refuseCleartext(request, url);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(request.params)) {
    if (value !== undefined) form.set(name, value);
  }
  const proof = await authenticateClient(request.client, form);
  const answer = await exchange(door.send, {
    method: 'POST',
    url,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
      ...proof,
    },
    body: form.toString(),
    signal: door.signal,
  });
  return readAnswer(request.server, answer, door.now());
}

/** A secret sent in the clear is no secret any more. */
function refuseCleartext({ server, allowHttp }: TokenRequest, url: URL): void {
  if (url.protocol === 'https:' || allowHttp || isLoopback(url.hostname)) return;
  const reason = `its token endpoint ${url.origin} is not https://`;
  throw new PlugboardError('auth_required', { server, reason });
}

function readAnswer(
  server: string,
  { status, text }: { readonly status: number; readonly text: string },
  nowMs: number,
): TokenAnswer {
  const data = parseObject(text);
  const tokens = toTokens(data);
  if (data && tokens && status < 400) return { tokens: dated(tokens, data, nowMs) };
  const error = data?.['error'];
  if (typeof error === 'string') {
    const description = data?.['error_description'];
    return { error, description: typeof description === 'string' ? description : error };
  }
  // What it said instead may hold a token: only the status is repeated.
  const reason = `its authorization server answered HTTP ${status} without tokens`;
  throw new PlugboardError('connection_refused', { server, reason });
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isJsonObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Answers tell how long a token lives, files when it ends. */
function dated(tokens: Tokens, data: JsonObject, nowMs: number): Tokens {
  // The issuer is ours to say: an answer cannot bind tokens to another.
  const { issuer: _, ...rest } = tokens;
  const lifeS = Number(data['expires_in'] ?? NaN);
  if (!Number.isFinite(lifeS)) return rest;
  return { ...rest, issuedAtMs: nowMs, expiresAtMs: nowMs + lifeS * 1000 };
}
