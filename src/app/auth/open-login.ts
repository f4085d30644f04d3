// The login of one server: where its files are, and what its entry says about it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuthDefinition, ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import { errnoOf } from '../../platform/errno.ts';
import { toPathComponent } from '../../platform/path-component.ts';
import { openLoginStore, type LoginStore } from '../../oauth/login-store.ts';
import type { OAuthSettings, PrivateKey } from '../../oauth/oauth-settings.ts';

export interface AuthPlace {
  readonly home: string;
  readonly env: Environment;
  /** Epoch milliseconds; default the clock of the machine. */
  readonly now?: () => number;
}

/** A server that no file names is known by its address alone. */
export function openLogin(definition: ServerDefinition, { home }: AuthPlace): LoginStore {
  const { name, transport, auth, origin } = definition;
  const url = transport.kind === 'http' ? transport.url : undefined;
  const isAdHoc = origin.pointer === '' && url !== undefined;
  const folder = toPathComponent(isAdHoc ? withoutQuery(url) : name);
  return openLoginStore(auth?.tokenCacheDir ?? join(home, '.mcplug', folder), url);
}

function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Read when a token is asked for, not before: a missing key hinders only that. */
export async function toSettings(
  definition: ServerDefinition,
  { env }: AuthPlace,
): Promise<OAuthSettings> {
  const { name, transport, auth = {} } = definition;
  if (transport.kind !== 'http') throw noAddress(definition);
  const secret = clientSecret(definition, env);
  const key = await privateKey(definition);
  return {
    server: name,
    serverUrl: transport.url,
    clientName: auth.clientName ?? `mcplug (${name})`,
    ...pick(auth, ['clientId', 'clientMetadataUrl', 'redirectUrl', 'scope']),
    ...(auth.tokenEndpointAuthMethod !== undefined && { authMethod: auth.tokenEndpointAuthMethod }),
    ...(secret !== undefined && { clientSecret: secret }),
    ...(key && { privateKey: key }),
    allowHttp: transport.allowHttp,
  };
}

function pick<Key extends keyof AuthDefinition>(
  auth: AuthDefinition,
  keys: readonly Key[],
): { readonly [Name in Key]?: NonNullable<AuthDefinition[Name]> } {
  const there = keys.filter((key) => auth[key] !== undefined);
  return Object.fromEntries(there.map((key) => [key, auth[key]])) as {
    [Name in Key]?: NonNullable<AuthDefinition[Name]>;
  };
}

function clientSecret({ auth, origin }: ServerDefinition, env: Environment): string | undefined {
  const variable = auth?.clientSecretEnv;
  if (variable === undefined) return auth?.clientSecret;
  const value = env[variable];
  if (value !== undefined) return value;
  throw new PlugboardError('config_error', {
    file: origin.file,
    reason: `oauthClientSecretEnv names ${variable}`,
    variable,
  });
}

const DEFAULT_ALGORITHM = 'RS256';

async function privateKey({
  name,
  auth,
  origin,
}: ServerDefinition): Promise<PrivateKey | undefined> {
  const file = auth?.privateKeyFile;
  if (file === undefined) return undefined;
  try {
    const pem = await readFile(file, 'utf8');
    return { pem, algorithm: auth?.signingAlgorithm ?? DEFAULT_ALGORITHM };
  } catch (cause) {
    const reason = `server '${name}': oauthPrivateKeyFile ${file} cannot be read (${errnoOf(cause) ?? 'unknown error'})`;
    throw new PlugboardError('config_error', { file: origin.file, reason }, { cause });
  }
}

export function noAddress({ name, origin }: ServerDefinition): PlugboardError {
  const reason = `Server '${name}' has no baseUrl for OAuth`;
  return new PlugboardError('config_error', { file: origin.file, reason });
}
