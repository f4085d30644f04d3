// Every flag of mcpd with its environment variable, default and meaning; help and parsing read it.
import type { Flag, OptionsOf } from '../flags.ts';
import {
  atLeastOne,
  basePath,
  bearerSecret,
  ipAddress,
  keyValue,
  nameSeparator,
  scriptConfig,
  secret,
  wholeUpTo,
} from './flag-values.ts';

export interface Place {
  readonly kind: 'file' | 'directory';
  /** How messages call it. */
  readonly called: string;
}

export interface McpdFlag extends Flag {
  /** The variable that stands in for the flag; the flag wins. */
  readonly env?: `MCPD_${string}`;
  /** Accepted and announced on stderr, but without effect until it is built. */
  readonly later?: string;
  /** The value is a path that must be there. */
  readonly place?: Place;
  /** Shown to everyone by `ps` when it is an argument: what to use instead. */
  readonly safer?: string;
}

const MAX_PORT = 65_535;
const MAX_SECS = 4_294_967;
const WEEK_SECS = 604_800;
const TLS_FILE: Place = { kind: 'file', called: 'TLS file' };
const NO_CAPTCHA = 'logins ask for no captcha';
const NO_DASHBOARD = 'there is no dashboard and no static files';

export const mcpdFlags = {
  'http-host': {
    value: 'IP',
    env: 'MCPD_HTTP_HOST',
    default: '127.0.0.1',
    doc: 'Address to listen on, an IP literal.',
    parse: ipAddress,
  },
  'http-port': {
    value: 'PORT',
    env: 'MCPD_HTTP_PORT',
    default: 1995,
    doc: 'Port to listen on; 0 takes a free one and logs which.',
    parse: wholeUpTo(MAX_PORT),
  },
  'http-base-path': {
    value: 'PATH',
    env: 'MCPD_HTTP_BASE_PATH',
    default: '/',
    doc: 'Base path told to scripts; must start and end with /. Routes do not change.',
    parse: basePath,
  },
  'http-tls-cert-file': {
    value: 'FILE',
    env: 'MCPD_HTTP_TLS_CERT_FILE',
    doc: 'Certificate (PEM). With --http-tls-key-file everything is served over HTTPS.',
    place: TLS_FILE,
  },
  'http-tls-key-file': {
    value: 'FILE',
    env: 'MCPD_HTTP_TLS_KEY_FILE',
    doc: 'Private key (PEM) of the certificate.',
    place: TLS_FILE,
  },
  'http-read-timeout-secs': {
    value: 'SECS',
    env: 'MCPD_HTTP_READ_TIMEOUT',
    default: 30,
    doc: 'How long a client may take to send its request.',
    parse: wholeUpTo(MAX_SECS),
  },
  'http-write-timeout-secs': {
    value: 'SECS',
    env: 'MCPD_HTTP_WRITE_TIMEOUT',
    default: 30,
    doc: 'How long a client may take nothing of an answer that waits for it.',
    parse: wholeUpTo(MAX_SECS),
  },
  'http-auth-username': {
    value: 'NAME',
    env: 'MCPD_HTTP_AUTH_USERNAME',
    default: '',
    doc: 'Name of the account; needs a password. With a password alone it is `admin`.',
  },
  'http-auth-password-file': {
    value: 'FILE',
    env: 'MCPD_HTTP_AUTH_PASSWORD_FILE',
    doc: "File with the bcrypt of the password's SHA-256 in lower-case hex.",
  },
  'http-auth-password-sha512': {
    value: 'HASH',
    env: 'MCPD_HTTP_AUTH_PASSWORD_SHA512',
    doc: 'The same value as in the password file (not a SHA-512, whatever the name says).',
    parse: secret,
    safer: '--http-auth-password-file or MCPD_HTTP_AUTH_PASSWORD_SHA512',
  },
  'http-auth-captcha': {
    env: 'MCPD_HTTP_AUTH_CAPTCHA',
    doc: 'Ask for a captcha at login. Not yet supported.',
    later: NO_CAPTCHA,
  },
  'http-auth-captcha-case-sensitive': {
    env: 'MCPD_HTTP_AUTH_CAPTCHA_CASE_SENSITIVE',
    doc: 'Make the captcha case-sensitive. Not yet supported.',
    later: NO_CAPTCHA,
  },
  'http-auth-api-token': {
    value: 'TOKEN',
    env: 'MCPD_HTTP_AUTH_API_TOKEN',
    doc: 'A bearer token that never expires; alone it already protects everything.',
    parse: bearerSecret,
    safer: 'MCPD_HTTP_AUTH_API_TOKEN',
  },
  'http-auth-token-timeout': {
    value: 'SECS',
    env: 'MCPD_HTTP_AUTH_TOKEN_TIMEOUT',
    default: WEEK_SECS,
    doc: 'How long a token from a login lives.',
    parse: wholeUpTo(Number.MAX_SAFE_INTEGER),
  },
  'script-root-directory': {
    value: 'DIR',
    env: 'MCPD_SCRIPT_ROOT_DIRECTORY',
    doc: 'Directory of scripts; required.',
    place: { kind: 'directory', called: 'Script root directory' },
  },
  'script-config': {
    value: 'KEY=JSON',
    repeats: true,
    doc: 'A variable for every script; a JSON scalar or plain text. May be repeated.',
    parse: scriptConfig,
  },
  'www-ui-enable': {
    env: 'MCPD_WWW_UI_ENABLE',
    doc: 'Serve the dashboard. Not yet supported.',
    later: NO_DASHBOARD,
  },
  'www-static-directory': {
    value: 'DIR',
    env: 'MCPD_WWW_STATIC_DIRECTORY',
    doc: 'Serve files below /static/. Not yet supported.',
    later: NO_DASHBOARD,
    place: { kind: 'directory', called: 'Static directory' },
  },
  'www-config': {
    value: 'KEY=VALUE',
    repeats: true,
    doc: 'A value shown by GET /api/public/configuration. May be repeated.',
    parse: keyValue,
    later: 'there is no dashboard, only /api/public/configuration shows it',
  },
  trace: { doc: 'Log as with --debug; no headers and no bodies.' },
  debug: { doc: 'Log more.' },
  quiet: { doc: 'Log nothing; wins over --trace, which wins over --debug.' },
  'script-timeout': {
    value: 'SECS',
    default: 300,
    doc: 'How long a call may run; 0 means no limit.',
    parse: wholeUpTo(MAX_SECS),
  },
  'max-concurrent': {
    value: 'N',
    default: 16,
    doc: 'How many scripts run at once.',
    parse: atLeastOne,
  },
  'no-cache': { doc: 'Ask every script for --help anew instead of remembering its answer.' },
  'tool-name-separator': {
    value: 'TEXT',
    doc: 'Show tool names with this in place of / to every client; both spellings stay callable.',
    parse: nameSeparator,
  },
  'allow-unauthenticated': {
    doc: 'Listen on a public address although neither token nor password is configured.',
  },
} as const satisfies Readonly<Record<string, McpdFlag>>;

export type McpdFlagName = keyof typeof mcpdFlags;
export type McpdOptions = OptionsOf<typeof mcpdFlags>;

/** The rows in order, for those who go through all of them. */
export const MCPD_FLAG_ROWS = Object.entries(mcpdFlags) as readonly [McpdFlagName, McpdFlag][];
