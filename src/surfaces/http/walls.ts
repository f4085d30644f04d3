// The walls a server can stand behind: who may pass, decided without telling how near a guess was.
import { isSameSecret } from '../../platform/is-same-secret.ts';
import type { Wall } from './http-options.ts';

export type WallHeaders = Parameters<Wall['check']>[0];

/** Says whether a name and password belong together; `isHashed` means the SHA-256 hex came instead. */
export type VerifyPassword = (
  user: string,
  password: string,
  isHashed: boolean,
) => Promise<boolean> | boolean;

/** What an `Authorization: Basic` header holds, or why nothing could be read from it. */
export type BasicCredentials =
  | { readonly user: string; readonly password: string; readonly isHashed: boolean }
  | 'absent'
  | 'not_base64'
  | 'no_colon';

const HASHED_HEADERS = ['x-mcpd-password-hashed', 'x-restcommander-password-hashed'];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/**
 * Lets pass who shows the one token.
 *
 * @example
 * ```ts
 * import { bearerWall, openScripts, serveHttp } from 'plugboard';
 *
 * const wall = bearerWall('a long secret');
 * await using server = await serveHttp(await openScripts('./scripts'), { wall });
 * ```
 */
export function bearerWall(token: string): Wall {
  return {
    challenge: 'Bearer',
    check: (headers) => {
      const given = bearerToken(headers);
      return given !== undefined && isSameSecret(given, token) ? 'bearer' : undefined;
    },
  };
}

/**
 * Lets pass who shows a name and password that belong together; the name is the identity.
 *
 * @example
 * ```ts
 * import { basicWall, openScripts, serveHttp } from 'plugboard';
 *
 * const wall = basicWall((user, password) => user === 'ann' && password === 'a long secret');
 * await using server = await serveHttp(await openScripts('./scripts'), { wall });
 * ```
 */
export function basicWall(verify: VerifyPassword): Wall {
  return {
    challenge: 'Basic realm="plugboard", charset="UTF-8"',
    check: async (headers) => {
      const given = basicCredentials(headers);
      if (typeof given === 'string') return undefined;
      return (await verify(given.user, given.password, given.isHashed)) ? given.user : undefined;
    },
  };
}

/** Lets pass whom any of the walls lets pass, asked in order. */
export function anyWall(...walls: readonly Wall[]): Wall {
  return {
    challenge: walls.map((wall) => wall.challenge).join(', '),
    check: async (headers) => {
      for (const wall of walls) {
        const identity = await wall.check(headers);
        if (identity !== undefined) return identity;
      }
      return undefined;
    },
  };
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(headers: WallHeaders): string | undefined {
  const { scheme, rest } = authorization(headers);
  return scheme.toLowerCase() === 'bearer' && rest !== '' ? rest : undefined;
}

/** The name and password of an `Authorization: Basic` header. */
export function basicCredentials(headers: WallHeaders): BasicCredentials {
  const { scheme, rest } = authorization(headers);
  if (scheme.toLowerCase() !== 'basic' || rest === '') return 'absent';
  if (!BASE64.test(rest)) return 'not_base64';
  const pair = Buffer.from(rest, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) return 'no_colon';
  const isHashed = HASHED_HEADERS.some((name) => one(headers[name]).toLowerCase() === 'true');
  return { user: pair.slice(0, colon), password: pair.slice(colon + 1), isHashed };
}

/** The two halves of the `Authorization` header, empty where it is absent. */
export function authorization(headers: WallHeaders): { scheme: string; rest: string } {
  const value = one(headers['authorization']).trim();
  const blank = value.search(/\s/u);
  if (blank === -1) return { scheme: value, rest: '' };
  return { scheme: value.slice(0, blank), rest: value.slice(blank).trim() };
}

function one(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
