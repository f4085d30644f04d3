// Which logins need no user: those of machines, and those an identity provider vouches for.
import { readFile } from 'node:fs/promises';
import type { ServerDefinition } from '../../config/server-definition.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Environment } from '../../platform/env.ts';
import type { IdentityProvider } from '../../oauth/machine-tokens.ts';
import { errnoOf } from '../../platform/errno.ts';

export function isMachineLogin({ auth }: ServerDefinition): boolean {
  return auth?.kind === 'client_credentials' || auth?.kind === 'enterprise';
}

/** What the `identityProvider` of an entry says; the token of the user is read anew each time. */
export async function toIdentityProvider(
  definition: ServerDefinition,
  env: Environment,
): Promise<IdentityProvider | undefined> {
  const { auth } = definition;
  if (auth?.kind !== 'enterprise') return undefined;
  const said = auth.identityProvider ?? {};
  const secretEnv = said['clientSecretEnv'];
  const clientSecret = typeof secretEnv === 'string' ? env[secretEnv] : undefined;
  const tokenEndpoint = needed(definition, said, 'tokenEndpoint');
  if (!URL.canParse(tokenEndpoint)) throw mistake(definition, 'tokenEndpoint must be an address');
  return {
    tokenEndpoint,
    clientId: needed(definition, said, 'clientId'),
    ...(clientSecret !== undefined && { clientSecret }),
    idToken: await readIdToken(definition, needed(definition, said, 'idTokenFile')),
  };
}

function needed(definition: ServerDefinition, said: JsonObject, key: string): string {
  const value = said[key];
  if (typeof value === 'string' && value !== '') return value;
  throw mistake(definition, `${key} is missing`);
}

async function readIdToken(definition: ServerDefinition, file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const reason = `idTokenFile ${file} cannot be read (${errnoOf(cause) ?? 'unknown error'})`;
    throw mistake(definition, reason);
  }
}

function mistake({ name, origin }: ServerDefinition, reason: string): PlugboardError {
  return new PlugboardError('config_error', {
    file: origin.file,
    reason: `server '${name}': identityProvider: ${reason}`,
  });
}
