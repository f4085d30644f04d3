// Who may use mcpd: an API token, a token from a login, or the account's name and password.
import type { PlainResponse } from '../../core/dialect.ts';
import { isSameSecret } from '../../platform/is-same-secret.ts';
import type { Wall } from '../../surfaces/http/http-options.ts';
import {
  anyWall,
  authorization,
  basicCredentials,
  bearerToken,
  type WallHeaders,
} from '../../surfaces/http/walls.ts';
import { issuedTokens, type TokenState } from './issued-tokens.ts';
import { passwordCheck, type Account, type PasswordCheck } from './password-check.ts';
import { errorEnvelope, okEnvelope } from './rest-envelope.ts';

export interface AuthSettings {
  readonly account?: Account;
  readonly apiToken?: string;
  readonly tokenTimeoutSecs: number;
}

export interface McpdAuth {
  /** Absent when nothing is configured: then nobody is asked. */
  readonly wall?: Wall;
  /** Trades the account's name and password for a token. */
  login(headers: WallHeaders): Promise<PlainResponse>;
  /** Tells a client the wall refused why. */
  refusal(headers: WallHeaders): PlainResponse;
}

const COOKIE = 'mcpd_token';
// Basic is left out: browsers answer it with a dialog of their own in front of any page.
const CHALLENGE = 'Bearer realm="mcpd"';
// A name long enough or odd enough to be a secret is not repeated to the client.
const METHOD_NAME = /^[A-Za-z]{1,16}$/u;

export function mcpdAuth(settings: AuthSettings): McpdAuth {
  const { account, apiToken } = settings;
  const tokens = issuedTokens({ timeoutMs: settings.tokenTimeoutSecs * 1000 });
  const check = account && passwordCheck(account);

  const stateOf = (token: string): TokenState => {
    if (apiToken !== undefined && isSameSecret(token, apiToken)) return 'good';
    return tokens.stateOf(token);
  };
  const tokenWall: Wall = {
    challenge: CHALLENGE,
    check: (headers) =>
      shownTokens(headers).some((token) => stateOf(token) === 'good') ? 'token' : undefined,
  };
  const issue = (): PlainResponse => {
    const token = tokens.issue();
    const cookie = `${COOKIE}=${token}; Path=/; Max-Age=${settings.tokenTimeoutSecs}; SameSite=None; Secure;`;
    return okEnvelope({ token }, { 'Set-Cookie': cookie });
  };
  const isOpen = check === undefined && apiToken === undefined;
  const unheard = new WeakSet<WallHeaders>();
  const wall = wallOf(tokenWall, { check, onBusy: (headers) => unheard.add(headers) });

  return {
    ...(!isOpen && { wall: { ...wall, challenge: CHALLENGE } }),
    login: async (headers) => {
      if (isOpen) return issue();
      if (!check) return errorEnvelope('password_not_set');
      const given = basicCredentials(headers);
      if (typeof given === 'string')
        return given === 'absent' ? noBasic(headers) : errorEnvelope(given);
      const outcome = await check(given.user, given.password, given.isHashed);
      if (outcome === 'right') return issue();
      return errorEnvelope(outcome === 'busy' ? 'too_many_logins' : 'invalid_credentials');
    },
    refusal: (headers) => {
      // Perhaps the password is right: nobody looked.
      if (unheard.has(headers)) return errorEnvelope('too_many_logins');
      const states = shownTokens(headers).map(stateOf);
      if (states.includes('expired')) return errorEnvelope('token_expired');
      if (states.length > 0) return errorEnvelope('token_invalid');
      if (authorization(headers).scheme === '') return errorEnvelope('token_not_found');
      const given = check ? basicCredentials(headers) : 'absent';
      if (typeof given !== 'string') return errorEnvelope('invalid_credentials');
      return errorEnvelope(given === 'absent' ? 'invalid_basic' : given);
    },
  };
}

interface PasswordWallOptions {
  readonly check: PasswordCheck | undefined;
  /** Told of a request whose password nobody had time to look at. */
  readonly onBusy: (headers: WallHeaders) => void;
}

function wallOf(tokenWall: Wall, { check, onBusy }: PasswordWallOptions): Wall {
  if (!check) return tokenWall;
  return anyWall(tokenWall, {
    challenge: CHALLENGE,
    check: async (headers) => {
      const given = basicCredentials(headers);
      if (typeof given === 'string') return undefined;
      const outcome = await check(given.user, given.password, given.isHashed);
      if (outcome === 'busy') onBusy(headers);
      return outcome === 'right' ? given.user : undefined;
    },
  });
}

function noBasic(headers: WallHeaders): PlainResponse {
  const { scheme, rest } = authorization(headers);
  if (rest === '' || scheme.toLowerCase() === 'basic') return errorEnvelope('invalid_basic');
  return errorEnvelope('unknown_method', METHOD_NAME.test(scheme) ? ` "${scheme}"` : '');
}

/** Header and cookies are all looked at: a stale cookie does not spoil a good header. */
function shownTokens(headers: WallHeaders): readonly string[] {
  const bearer = bearerToken(headers);
  const { cookie } = headers;
  const pairs = (Array.isArray(cookie) ? cookie.join(';') : (cookie ?? '')).split(';');
  const cookies = pairs
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE}=`))
    .map((pair) => pair.slice(COOKIE.length + 1))
    .filter((token) => token !== '');
  return bearer === undefined ? cookies : [bearer, ...cookies];
}
