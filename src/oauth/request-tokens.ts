// Asks a token endpoint for tokens, with whatever grant and whatever way to prove who we are.
import { PlugboardError } from '../core/errors.ts';
import { isLoopback } from '../core/is-loopback.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { SendHttp } from '../platform/send-http.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import { exchange } from './exchange.ts';
import { parseObject, toTokens, type Tokens } from './login-store.ts';
import { plainWords } from './plain-words.ts';

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
  const secrets = [...form.entries()].flatMap(([name, value]) => (SECRET.has(name) ? [value] : []));
  const { clientSecret = '' } = request.client;
  const reader = { server: request.server, secrets: [...secrets, clientSecret] };
  return readAnswer(reader, answer, door.now());
}

/** A secret sent in the clear is no secret any more. */
function refuseCleartext({ server, allowHttp }: TokenRequest, url: URL): void {
  if (url.protocol === 'https:' || allowHttp || isLoopback(url.hostname)) return;
  const reason = `its token endpoint ${url.origin} is not https://`;
  throw new PlugboardError('auth_required', { server, reason });
}

/** Members of a form that a server may repeat in its complaint about them. */
const SECRET: ReadonlySet<string> = new Set([
  'assertion',
  'client_assertion',
  'client_secret',
  'code',
  'code_verifier',
  'refresh_token',
  'subject_token',
]);

interface Reader {
  /** How the server is called in errors. */
  readonly server: string;
  /** What is never repeated. */
  readonly secrets: readonly string[];
}

function readAnswer(
  { server, secrets }: Reader,
  { status, text }: { readonly status: number; readonly text: string },
  nowMs: number,
): TokenAnswer {
  const data = parseObject(text);
  const tokens = toTokens(data);
  if (data && tokens && status < 400) return { tokens: dated(tokens, data, nowMs) };
  const error = data?.['error'];
  if (typeof error === 'string') {
    const description = data?.['error_description'];
    const words = (said: string) => plainWords(hushed(said, secrets));
    return { error: words(error), description: words(textOr(error, description)) };
  }
  // What it said instead may hold a token: only the status is repeated.
  const reason = `its authorization server answered HTTP ${status} without tokens`;
  throw new PlugboardError('connection_refused', { server, reason });
}

function textOr(other: string, value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : other;
}

/** Shorter ones are parts of ordinary words. */
const MIN_SECRET_CHARS = 6;

function hushed(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length >= MIN_SECRET_CHARS)
    .reduce((said, secret) => said.replaceAll(secret, '[hidden]'), text);
}

/** Some say the largest number there is, which is no date any more. */
const MAX_LIFE_MS = 100 * 365 * 86_400_000;

/** Answers tell how long a token lives, files when it ends. */
function dated(tokens: Tokens, data: JsonObject, nowMs: number): Tokens {
  // The issuer is ours to say: an answer cannot bind tokens to another.
  const { issuer: _, ...rest } = tokens;
  const lifeS = Number(data['expires_in'] ?? NaN);
  if (!Number.isFinite(lifeS)) return rest;
  const lifeMs = Math.min(lifeS * 1000, MAX_LIFE_MS);
  return { ...rest, issuedAtMs: nowMs, expiresAtMs: nowMs + lifeMs };
}
