// The REST answers of mcpd: one envelope, and the table of its error codes.
import type { PlainResponse } from '../../core/dialect.ts';
import type { JsonValue } from '../../core/json.ts';

interface RestError {
  readonly code?: number;
  readonly status: number;
  readonly says: string;
}

/** Codes and statuses are what existing clients branch on; no text repeats what the client sent. */
export const REST_ERRORS = {
  no_password_file: {
    code: 1008,
    status: 503,
    says: 'The password cannot be changed here yet: write a new hash to the password file and restart',
  },
  not_base64: {
    code: 2002,
    status: 400,
    says: 'Could not decode authorization header value from base64',
  },
  no_colon: {
    code: 2003,
    status: 401,
    says: 'Could not find username and password in authorization header value',
  },
  password_not_set: {
    code: 2004,
    status: 409,
    says: 'Username or password is not set in server configuration',
  },
  unknown_method: { code: 2005, status: 400, says: 'Unknown authentication method' },
  invalid_basic: { code: 2006, status: 400, says: 'Invalid basic authentication' },
  invalid_credentials: { code: 2007, status: 401, says: 'Invalid username or password' },
  token_not_found: { code: 2010, status: 401, says: 'Token not found or expired' },
  token_expired: { code: 2011, status: 401, says: 'Token is expired' },
  token_invalid: { code: 2012, status: 401, says: 'Token is invalid' },
  captcha_unsupported: { code: 2012, status: 406, says: 'unsupported' },
  too_many_logins: { status: 429, says: 'Too many logins at once, try again in a few seconds' },
} as const satisfies Record<string, RestError>;

export type RestErrorName = keyof typeof REST_ERRORS;

const CONTENT_TYPE = 'application/json; charset=utf-8';

/** A successful answer; further headers may be added. */
export function okEnvelope(
  result: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): PlainResponse {
  return {
    status: 200,
    headers: { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify({ ok: true, result }),
  };
}

/** A refusal of the table; `detail` completes its text. */
export function errorEnvelope(name: RestErrorName, detail = ''): PlainResponse {
  const error: RestError = REST_ERRORS[name];
  return {
    status: error.status,
    headers: { 'Content-Type': CONTENT_TYPE, 'Cache-Control': 'no-store' },
    body: JSON.stringify({
      ok: false,
      result: error.says + detail,
      ...(error.code !== undefined && { code: error.code }),
    }),
  };
}
