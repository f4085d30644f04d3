// The files of one login: tokens.json in the shape of mcplug, client.json for what a refresh needs besides.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { withLock } from '../platform/with-lock.ts';
import { writeFileAtomic } from '../platform/write-file-atomic.ts';

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAtMs?: number;
  readonly issuedAtMs?: number;
  readonly tokenType: string;
  readonly scope?: string;
  /** The authorization server that gave them: no other ever sees them. */
  readonly issuer?: string;
}

/** Who we are to an authorization server, and where it is asked for tokens. */
export interface LoginClient {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** How the client proves who it is; where absent, what the server supports decides. */
  readonly authMethod?: string;
  readonly authMethods?: readonly string[];
  /** The redirect address that was registered. */
  readonly redirectUrl?: string;
  readonly resource?: string;
  /** Rights the server asked for when it refused a call; the next login asks for them. */
  readonly wantedScope?: string;
}

export type FormerClient = Pick<LoginClient, 'clientId' | 'clientSecret' | 'authMethod'>;

export interface LoginStore {
  readonly directory: string;
  /** Those of this very server: what was given to another address is none. */
  tokens(): Promise<Tokens | undefined>;
  client(): Promise<LoginClient | undefined>;
  /** Who another program was when it left its files here; it does not say where it asked. */
  formerClient(): Promise<FormerClient | undefined>;
  saveTokens(tokens: Tokens): Promise<void>;
  saveClient(client: LoginClient): Promise<void>;
  /** From now on tokens that name no address, as other programs write them, are those of this server. */
  adoptTokens(signal: AbortSignal): Promise<void>;
  dropTokens(): Promise<void>;
  dropClient(): Promise<void>;
  /** One process at a time: whoever changes tokens looks at them again first. */
  locked<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value>;
}

/** `serverUrl` is what the files belong to; a stdio server has none. */
export function openLoginStore(directory: string, serverUrl: string | undefined): LoginStore {
  const tokensFile = join(directory, 'tokens.json');
  const clientFile = join(directory, 'client.json');
  const owner = serverUrl === undefined ? undefined : ownerOf(serverUrl);
  const own = async (file: string): Promise<JsonObject | undefined> => {
    const data = await readObject(file);
    const said = data?.['server_url'];
    return typeof said === 'string' && said !== owner ? undefined : data;
  };
  const write = (file: string, data: object) =>
    writeFileAtomic(
      file,
      `${JSON.stringify({ ...data, ...(owner !== undefined && { server_url: owner }) }, undefined, 2)}\n`,
    );
  const locked: LoginStore['locked'] = (work, signal) =>
    withLock(join(directory, 'tokens.lock'), work, signal);
  const unbound = async () => {
    const data = owner === undefined ? undefined : await readObject(tokensFile);
    return data?.['server_url'] === undefined && toTokens(data) ? data : undefined;
  };
  return {
    directory,
    tokens: async () => toTokens(await own(tokensFile)),
    client: async () => toClient(await own(clientFile)),
    formerClient: async () => toFormerClient(await own(clientFile)),
    saveTokens: (tokens) => write(tokensFile, fromTokens(tokens)),
    adoptTokens: async (signal) => {
      if (!(await unbound())) return;
      await locked(async () => {
        const data = await unbound();
        if (data) await write(tokensFile, data);
      }, signal);
    },
    saveClient: (client) => write(clientFile, fromClient(client)),
    dropTokens: () => rm(tokensFile, { force: true }),
    dropClient: () => rm(clientFile, { force: true }),
    locked,
  };
}

/** An address without what may change from call to call. */
function ownerOf(serverUrl: string): string {
  const { origin, pathname } = new URL(serverUrl);
  return `${origin}${pathname}`;
}

/** A file that cannot be read is as good as none: logging in again makes another. */
export async function readObject(file: string): Promise<JsonObject | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return parseObject(text);
}

/** `undefined` where the text is no JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isJsonObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

export function filledText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The parts of an object whose values are there. */
function filled<Part extends object>(parts: Part): { [Key in keyof Part]: NonNullable<Part[Key]> } {
  const there = Object.entries(parts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [Key in keyof Part]: NonNullable<Part[Key]> };
}

/** What can stand in a header. */
const SENDABLE = /^[\x20-\x7e]+$/u;

/** Tokens as mcplug, mcporter and token endpoints write them. */
export function toTokens(data: JsonObject | undefined): Tokens | undefined {
  const accessToken = filledText(data?.['access_token']);
  if (!data || accessToken === undefined || !SENDABLE.test(accessToken)) return undefined;
  return filled({
    accessToken,
    refreshToken: filledText(data['refresh_token']),
    expiresAtMs: toTimeMs(data['expires_at']),
    issuedAtMs: toTimeMs(data['issued_at']),
    tokenType: filledText(data['token_type']) ?? 'Bearer',
    scope: filledText(data['scope']),
    issuer: filledText(data['issuer']),
  });
}

/** Later than any second since 1970 that a token could name, sooner than any millisecond. */
const SECONDS_END = 100_000_000_000;

/** The last moment a date can tell. */
const LAST_MS = 8.64e15;

/** RFC 3339, or a number of seconds or milliseconds. */
function toTimeMs(value: JsonValue | undefined): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  if (typeof time !== 'number' || !Number.isFinite(time)) return undefined;
  const timeMs = typeof value === 'number' && time < SECONDS_END ? time * 1000 : time;
  return Math.abs(timeMs) <= LAST_MS ? timeMs : undefined;
}

function fromTokens(tokens: Tokens): object {
  const { expiresAtMs, issuedAtMs } = tokens;
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken ?? null,
    expires_at: expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString(),
    issued_at: issuedAtMs === undefined ? undefined : new Date(issuedAtMs).toISOString(),
    token_type: tokens.tokenType,
    scope: tokens.scope,
    issuer: tokens.issuer,
  };
}

function toFormerClient(data: JsonObject | undefined): FormerClient | undefined {
  const clientId = filledText(data?.['client_id']);
  if (!data || clientId === undefined) return undefined;
  return filled({
    clientId,
    clientSecret: filledText(data['client_secret']),
    authMethod: filledText(data['token_endpoint_auth_method']),
  });
}

function toClient(data: JsonObject | undefined): LoginClient | undefined {
  const issuer = filledText(data?.['issuer']);
  const tokenEndpoint = filledText(data?.['token_endpoint']);
  const former = toFormerClient(data);
  if (!data || !issuer || !tokenEndpoint || !former) return undefined;
  const methods = data['token_endpoint_auth_methods_supported'];
  return filled({
    issuer,
    tokenEndpoint,
    ...former,
    authMethods: Array.isArray(methods)
      ? methods.filter((one) => typeof one === 'string')
      : undefined,
    redirectUrl: filledText(data['redirect_uri']),
    resource: filledText(data['resource']),
    wantedScope: filledText(data['wanted_scope']),
  });
}

function fromClient(client: LoginClient): object {
  return {
    issuer: client.issuer,
    token_endpoint: client.tokenEndpoint,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    token_endpoint_auth_method: client.authMethod,
    token_endpoint_auth_methods_supported: client.authMethods,
    redirect_uri: client.redirectUrl,
    resource: client.resource,
    wanted_scope: client.wantedScope,
  };
}
