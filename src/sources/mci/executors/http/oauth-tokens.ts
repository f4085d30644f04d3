// Fetches OAuth2 tokens by client credentials, once for all who need the same one.
import { PlugboardError } from '../../../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../core/json.ts';
import type { HttpClient, HttpResponse } from '../../../../platform/fetch-http.ts';
import { MCI_LIMITS } from '../../limits.ts';
import { OpenFrames, TimeFrame } from './time-frame.ts';

export interface TokenRequest {
  readonly url: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
}

export interface Token {
  readonly value: string;
  /** It was fetched before this call and may have been withdrawn since. */
  readonly isKept: boolean;
}

interface Kept {
  readonly value: string;
  readonly endMs: number;
}

export interface TokenStoreOptions {
  readonly client: () => Promise<HttpClient>;
  readonly closing: AbortSignal;
  readonly nowMs: () => number;
}

export class TokenStore {
  readonly #options: TokenStoreOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #frames = new OpenFrames();
  readonly #underWay = new Map<string, Promise<Kept>>();

  constructor(options: TokenStoreOptions) {
    this.#options = options;
  }

  /** Gives up when the caller does; others who wait for the same token do not. */
  async get(request: TokenRequest, frame: TimeFrame): Promise<Token> {
    const key = keyOf(request);
    const kept = this.#kept.get(key);
    if (kept && kept.endMs > this.#options.nowMs()) return { value: kept.value, isKept: true };
    const fetching = this.#underWay.get(key) ?? this.#fetchOnce(key, request);
    const { value } = await frame.until(fetching);
    return { value, isKept: false };
  }

  /** The server no longer takes it. */
  forget(request: TokenRequest, value: string): void {
    const key = keyOf(request);
    if (this.#kept.get(key)?.value === value) this.#kept.delete(key);
  }

  #fetchOnce(key: string, request: TokenRequest): Promise<Kept> {
    const fetching = this.#fetch(request)
      .then((kept) => {
        this.#kept.set(key, kept);
        return kept;
      })
      .finally(() => this.#underWay.delete(key));
    // Whoever waits is told; nobody may be waiting any more.
    fetching.catch(() => {});
    this.#underWay.set(key, fetching);
    return fetching;
  }

  async #fetch(request: TokenRequest): Promise<Kept> {
    const client = await this.#options.client();
    const frame = new TimeFrame(
      {
        timeoutMs: MCI_LIMITS.tokenMs.value,
        signal: this.#options.closing,
        what: 'the OAuth2 token endpoint',
      },
      this.#frames,
    );
    try {
      const response = await client.send({
        method: 'POST',
        url: request.url,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: formOf(request),
        stopper: frame,
        maxBytes: MCI_LIMITS.maxTokenBytes.value,
      });
      return toKept(response, this.#options.nowMs());
    } finally {
      frame.close();
    }
  }
}

function keyOf({ url, clientId, clientSecret, scopes }: TokenRequest): string {
  return JSON.stringify([url.href, clientId, clientSecret, scopes]);
}

function formOf({ clientId, clientSecret, scopes }: TokenRequest): string {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
  }).toString();
}

function toKept(response: HttpResponse, nowMs: number): Kept {
  const answer = parseAnswer(response.body);
  if (response.status >= 300) {
    const code = isJsonObject(answer) ? answer['error'] : undefined;
    // Only the code of RFC 6749 is repeated: a description could repeat our secret.
    const detail = typeof code === 'string' && /^\w{1,64}$/u.test(code) ? `: ${code}` : '';
    throw failed(`OAuth2 token request failed: ${response.status}${detail}`);
  }
  const token = isJsonObject(answer) ? answer['access_token'] : undefined;
  if (typeof token !== 'string' || token === '') {
    throw failed('OAuth2 token response missing access_token');
  }
  return { value: token, endMs: nowMs + lastsMs(isJsonObject(answer) ? answer : {}) };
}

/** Without a word about its end a token is kept until it is refused. */
function lastsMs({ expires_in: given }: JsonObject): number {
  const seconds = typeof given === 'string' ? Number.parseInt(given, 10) : given;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return Infinity;
  return seconds * 1_000 - MCI_LIMITS.tokenMarginMs.value;
}

function parseAnswer(body: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}

function failed(output: string): PlugboardError {
  return new PlugboardError('tool_failed', { output });
}
