// The flags of `serve`: one grammar for every source.
import { PlugboardError } from '../../core/errors.ts';
import { MAX_TIMER_MS } from '../../core/max-timer.ts';
import { configFlags } from '../client/client-flags.ts';
import { wholeNumber, type FlagTable, type OptionsOf } from '../flags.ts';

const MAX_PORT = 65_535;
const MAX_TIMER_S = Math.floor(MAX_TIMER_MS / 1000);
const MAX_AT_ONCE = 10_000;

/** Where HTTP is served, and to whom. */
export const listenFlags = {
  host: { value: 'ADDRESS', default: '127.0.0.1', doc: 'Address to listen on.' },
  port: {
    value: 'N',
    default: 1995,
    doc: 'Port to listen on; 0 takes a free one.',
    parse: wholeNumber('port', { min: 0, max: MAX_PORT }),
  },
  path: { value: 'PATH', default: '/mcp', doc: 'Path of the MCP endpoint.', parse: parsePath },
  'legacy-sse': { doc: 'Serve the HTTP+SSE transport of 2024-11-05 too.' },
  'allowed-host': {
    value: 'H',
    repeats: true,
    doc: 'Another Host header to accept.',
    parse: parseHost,
  },
  'allowed-origin': {
    value: 'O',
    repeats: true,
    doc: 'Another Origin header to accept.',
    parse: parseOrigin,
  },
  'tls-cert': { value: 'F', doc: 'Certificate for HTTPS, PEM.' },
  'tls-key': { value: 'F', doc: 'Private key for HTTPS, PEM.' },
  'token-file': { value: 'F', doc: 'Ask clients for the bearer token in this file.' },
  'allow-unauthenticated': { doc: 'Listen on a reachable address without a token.' },
} as const satisfies FlagTable;

export const serveFlags = {
  http: { doc: 'Serve Streamable HTTP (the default).' },
  stdio: { doc: 'Serve on stdin and stdout instead.' },
  ...listenFlags,
  json: { doc: 'Print the address and the tools as JSON once they are served, and errors too.' },
  all: { doc: 'Serve every configured server.' },
  ...configFlags,
  'script-timeout': {
    value: 'SECS',
    default: 300,
    doc: 'End a call of a script after this many seconds; 0 lets it run.',
    parse: wholeNumber('script-timeout', { min: 0, max: MAX_TIMER_S }),
  },
  'max-concurrent': {
    value: 'N',
    default: 16,
    doc: 'Run at most this many scripts of a source at once.',
    parse: wholeNumber('max-concurrent', { min: 1, max: MAX_AT_ONCE }),
  },
  'no-cache': { doc: 'Ask every script for its --help anew.' },
  'tool-name-separator': {
    value: 'S',
    doc: 'Spell a/b as aSb for every client; / keeps the names as they are.',
    parse: parseSeparator,
  },
} as const satisfies FlagTable;

export type ListenOptions = OptionsOf<typeof listenFlags>;
export type ServeOptions = OptionsOf<typeof serveFlags>;

function parsePath(text: string): string {
  if (/^\/[^\s?#]*$/u.test(text)) return text;
  const reason = `expected a path that starts with /, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--path', reason });
}

/** What no browser sends would be allowed for nothing. */
function parseHost(text: string): string {
  if (/^[^\s/@]+$/u.test(text)) return text;
  const reason = `expected a name as example.com or example.com:8080, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--allowed-host', reason });
}

function parseOrigin(text: string): string {
  const origin = text.replace(/\/$/u, '');
  if (origin === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/iu.test(origin)) return origin;
  const reason = `expected a scheme and a name as https://example.com, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--allowed-origin', reason });
}

function parseSeparator(text: string): string {
  if (text === '/' || /^[A-Za-z0-9_-]{1,8}$/u.test(text)) return text;
  const reason = `expected up to 8 letters, digits, _ or -, or /, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--tool-name-separator', reason });
}
