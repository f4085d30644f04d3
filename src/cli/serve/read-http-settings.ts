// Turns the flags of `serve` into what the HTTP surface wants, reading the files they name.
import { readNamedFile } from '../../app/locate.ts';
import { PlugboardError } from '../../core/errors.ts';
import { readEnv } from '../../platform/env.ts';
import type { HttpOptions } from '../../surfaces/http/http-options.ts';
import { bearerWall } from '../../surfaces/http/walls.ts';
import type { ListenOptions } from './serve-flags.ts';

export interface HttpSettings {
  readonly http: HttpOptions;
  /** What clients must show; scripts are told it too. */
  readonly token: string | undefined;
}

export async function readHttpSettings(options: ListenOptions, cwd: string): Promise<HttpSettings> {
  const token = await readToken(options.tokenFile, cwd);
  const tls = await readTls(options, cwd);
  return {
    token,
    http: {
      host: options.host,
      port: options.port,
      path: options.path,
      legacySse: options.legacySse,
      allowedHosts: options.allowedHost,
      allowedOrigins: options.allowedOrigin,
      allowUnauthenticated: options.allowUnauthenticated,
      ...(tls && { tls }),
      ...(token !== undefined && { wall: bearerWall(token) }),
    },
  };
}

/** The flag wins over the environment; an empty file protects nothing and is refused. */
async function readToken(file: string | undefined, cwd: string): Promise<string | undefined> {
  if (file === undefined) return readEnv('PLUGBOARD_TOKEN')?.trim();
  const token = (await readNamedFile(file, cwd)).trim();
  if (token !== '' && !/\s/u.test(token)) return token;
  const reason = token === '' ? 'the token is empty' : 'a token has no blanks and only one line';
  throw new PlugboardError(
    'config_error',
    { file, reason },
    { hint: `Make one with \`openssl rand -hex 32 > ${file}\`` },
  );
}

async function readTls(
  { tlsCert, tlsKey }: ListenOptions,
  cwd: string,
): Promise<HttpOptions['tls']> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    const reason = '--tls-cert and --tls-key are needed together';
    throw new PlugboardError('parse_error', { what: 'arguments', reason });
  }
  const [cert, key] = await Promise.all([readNamedFile(tlsCert, cwd), readNamedFile(tlsKey, cwd)]);
  return { cert, key };
}
