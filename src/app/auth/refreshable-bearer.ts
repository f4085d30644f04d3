// Tokens that were made elsewhere and are only kept fresh here: the `refresh` member of an entry says how.
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';
import type { LoginClient } from '../../oauth/login-store.ts';

export interface RefreshClient {
  readonly client: LoginClient;
  readonly settings: {
    readonly server: string;
    readonly allowHttp: boolean;
    readonly clientId: string;
    readonly clientSecret?: string;
  };
}

export function toRefreshClient(definition: ServerDefinition, env: Environment): RefreshClient {
  const { name, auth = {}, transport } = definition;
  const { refresh = {} } = auth;
  const tokenEndpoint = refresh['tokenEndpoint'];
  if (typeof tokenEndpoint !== 'string' || !URL.canParse(tokenEndpoint)) {
    throw mistake(definition, 'refresh.tokenEndpoint must be an address');
  }
  const clientId = auth.clientId ?? valueOf(refresh['clientIdEnv'], definition, env);
  if (clientId === undefined) {
    throw mistake(definition, 'refresh.clientIdEnv or oauthClientId is missing');
  }
  const secretName = refresh['clientSecretEnv'] ?? auth.clientSecretEnv;
  const clientSecret = auth.clientSecret ?? valueOf(secretName, definition, env);
  const authMethod = refresh['clientAuthMethod'] ?? auth.tokenEndpointAuthMethod;
  return {
    client: {
      issuer: new URL(tokenEndpoint).origin,
      tokenEndpoint,
      clientId,
      ...(typeof authMethod === 'string' && { authMethod }),
    },
    settings: {
      server: name,
      allowHttp: transport.kind === 'http' && transport.allowHttp,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
    },
  };
}

/** How long before its end a token is renewed, where the entry says so. */
export function refreshSkewMs({ auth }: ServerDefinition): number | undefined {
  const seconds = auth?.refresh?.['refreshSkewSeconds'];
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : undefined;
}

/** The variable a stdio server reads its token from. */
export function tokenVariable({ auth }: ServerDefinition): string | undefined {
  const variable = auth?.refresh?.['accessTokenEnv'];
  return auth?.kind === 'refreshable_bearer' && typeof variable === 'string' ? variable : undefined;
}

function valueOf(
  variable: JsonValue | undefined,
  { origin }: ServerDefinition,
  env: Environment,
): string | undefined {
  if (typeof variable !== 'string') return undefined;
  const value = env[variable];
  if (value !== undefined) return value;
  throw new PlugboardError('config_error', { file: origin.file, reason: 'unset', variable });
}

function mistake({ name, origin }: ServerDefinition, reason: string): PlugboardError {
  return new PlugboardError('config_error', {
    file: origin.file,
    reason: `server '${name}': ${reason}`,
  });
}
