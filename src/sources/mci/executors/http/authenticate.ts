// Adds what authenticates a request: an API key, a bearer token, basic credentials, or an OAuth2 token.
import { PlugboardError } from '../../../../core/errors.ts';
import type { Auth, OAuth2 } from '../../schema.ts';
import { fillFromEnv, type Env } from '../../settings.ts';
import { compileField } from '../../template/compile-value.ts';
import type { Scope } from '../../template/scope.ts';
import {
  addQuery,
  basicCredentials,
  parseAddress,
  setHeader,
  type Addressed,
} from './compile-request.ts';
import type { TokenRequest, TokenStore } from './oauth-tokens.ts';
import type { TimeFrame } from './time-frame.ts';

/** What was added, so that it can be kept out of messages and taken back. */
export interface Authenticated {
  readonly secrets: readonly string[];
  /** Present when a token was used that the server may have withdrawn. */
  readonly forgetToken?: () => void;
}

export interface AuthCall {
  readonly scope: Scope;
  readonly frame: TimeFrame;
}

export type Authenticate = (draft: Addressed, call: AuthCall) => Promise<Authenticated>;

export interface AuthOptions {
  readonly tokens: TokenStore;
  readonly env: Env;
}

export function compileAuth(auth: Auth, options: AuthOptions): Authenticate {
  if (auth.type === 'oauth2') return compileOAuth2(auth, options);
  const add = compileFixed(auth);
  return async (draft, { scope }) => ({ secrets: add(draft, scope) });
}

type AddSecret = (draft: Addressed, scope: Scope) => readonly string[];

function compileFixed(auth: Exclude<Auth, OAuth2>): AddSecret {
  if (auth.type === 'bearer') {
    const token = compileField(auth.token, 'execution.auth.token');
    return ({ headers }, scope) => {
      const value = token.text(scope);
      setHeader(headers, 'Authorization', `Bearer ${value}`);
      return [value];
    };
  }
  if (auth.type === 'basic') {
    const username = compileField(auth.username, 'execution.auth.username');
    const password = compileField(auth.password, 'execution.auth.password');
    return ({ headers }, scope) => {
      const value = password.text(scope);
      const credentials = basicCredentials(username.text(scope), value);
      setHeader(headers, 'Authorization', credentials);
      return [value, credentials.slice('Basic '.length)];
    };
  }
  const key = compileField(auth.value, 'execution.auth.value');
  const name = compileField(auth.name, 'execution.auth.name');
  return ({ headers, url }, scope) => {
    const value = key.text(scope);
    if (auth.in === 'header') setHeader(headers, name.text(scope), value);
    else addQuery(url, [name.text(scope), value]);
    return [value];
  };
}

function compileOAuth2(auth: OAuth2, { tokens, env }: AuthOptions): Authenticate {
  const clientId = compileField(auth.clientId, 'execution.auth.clientId');
  const clientSecret = compileField(auth.clientSecret, 'execution.auth.clientSecret');
  const url = parseAddress(tokenUrl(auth, env), 'execution.auth.tokenUrl', auth.tokenUrl);
  return async ({ headers }, { scope, frame }) => {
    const request: TokenRequest = {
      url,
      clientId: clientId.text(scope),
      clientSecret: clientSecret.text(scope),
      scopes: auth.scopes ?? [],
    };
    const { value, isKept } = await tokens.get(request, frame);
    setHeader(headers, 'Authorization', `Bearer ${value}`);
    const forgetToken = () => tokens.forget(request, value);
    return { secrets: [value, request.clientSecret], ...(isKept && { forgetToken }) };
  };
}

/** Only the environment may say where the secret is sent. */
function tokenUrl({ tokenUrl: source }: OAuth2, env: Env): string {
  try {
    return fillFromEnv(source, env);
  } catch (cause) {
    const output = `execution.auth.tokenUrl: ${(cause as Error).message}`;
    throw new PlugboardError('tool_failed', { output }, { cause });
  }
}
