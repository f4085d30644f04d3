// Turns the flags of `serve` into what the HTTP surface wants, reading the files they name.
import { readNamedFile } from '../../app/locate.ts';
import { PlugboardError } from '../../core/errors.ts';
import { readEnv } from '../../platform/env.ts';
import type { HttpOptions } from '../../surfaces/http/http-options.ts';
import { bearerWall } from '../../surfaces/http/walls.ts';
import { unreadable } from '../unreadable.ts';
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

/** The flag wins over the environment; a token nobody can show protects nothing and is refused. */
async function readToken(file: string | undefined, cwd: string): Promise<string | undefined> {
  if (file !== undefined) return checkedToken(file, await readNamedFile(file, cwd));
  const given = readEnv(TOKEN_VARIABLE);
  return given === undefined ? undefined : checkedToken(TOKEN_VARIABLE, given);
}

const TOKEN_VARIABLE = 'PLUGBOARD_TOKEN';

/** `from` is the file or the variable it was found in. */
function checkedToken(from: string, given: string): string {
  const token = given.trim();
  const reason = tokenObjection(token);
  if (reason === undefined) return token;
  const hint =
    from === TOKEN_VARIABLE
      ? 'Make one with `export PLUGBOARD_TOKEN=$(openssl rand -hex 32)`'
      : `Make one with \`openssl rand -hex 32 > ${from}\``;
  throw new PlugboardError('config_error', { file: from, reason }, { hint });
}

function tokenObjection(token: string): string | undefined {
  if (token === '') return 'the token is empty';
  if (/\s/u.test(token)) return 'a token has no blanks and only one line';
  if (!/^[\x21-\x7e]+$/u.test(token)) return 'a token has ASCII characters only';
  return undefined;
}

async function readTls(
  { tlsCert, tlsKey }: ListenOptions,
  cwd: string,
): Promise<HttpOptions['tls']> {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw unreadable('--tls-cert and --tls-key are needed together');
  }
  const [cert, key] = await Promise.all([readNamedFile(tlsCert, cwd), readNamedFile(tlsKey, cwd)]);
  return { cert, key };
}
