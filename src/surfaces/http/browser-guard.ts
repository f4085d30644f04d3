// Keeps web pages out: checks Host and Origin, and tells allowed pages that they may read the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../core/is-loopback.ts';

export interface GuardOptions {
  /** The host listened on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

export interface BrowserGuard {
  /** Why the request must be refused, or nothing. */
  problem(req: IncomingMessage): string | undefined;
  /** Lets an allowed page read the answer. */
  allowPage(req: IncomingMessage, res: ServerResponse): void;
}

const LOOPBACK_NAME = 'localhost';
const ANY_HOST = '*';
const REMEMBERED_HOSTS = 1000;

export function browserGuard({ host, allowedHosts, allowedOrigins }: GuardOptions): BrowserGuard {
  const names = new Set([LOOPBACK_NAME, host, ...allowedHosts].map((name) => name.toLowerCase()));
  const origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const takesAny = names.has(ANY_HOST);
  const known = new Map<string, boolean>();

  /** An address needs no name service, so that nobody can make a name of theirs point to it. */
  const hostAllowed = (header: string): boolean => {
    const name = hostName(header.toLowerCase());
    return takesAny || names.has(header.toLowerCase()) || names.has(name) || isIP(name) !== 0;
  };
  const remembered = (header: string): boolean => {
    let allowed = known.get(header);
    if (allowed === undefined) {
      allowed = hostAllowed(header);
      if (known.size < REMEMBERED_HOSTS) known.set(header, allowed);
    }
    return allowed;
  };
  const originAllowed = (origin: string): boolean =>
    origins.has(origin.toLowerCase()) || isLoopbackOrigin(origin);

  return {
    problem: (req) => {
      const { host: hostHeader, origin } = req.headers;
      if (hostHeader === undefined || !remembered(hostHeader)) {
        return `Host '${hostHeader ?? ''}' is not allowed; add it with --allowed-host`;
      }
      if (origin === undefined || originAllowed(origin)) return undefined;
      return `Origin '${origin}' is not allowed; add it with --allowed-origin`;
    },
    allowPage: (req, res) => {
      const { origin } = req.headers;
      if (origin === undefined) return;
      res.setHeader('Access-Control-Allow-Origin', origin);
      res.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id');
      res.setHeader('Vary', 'Origin');
    },
  };
}

const USUAL_HEADERS =
  'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id';

/** What a preflight is told: a page that may call may send any header, as tools name headers of their own. */
export function preflightHeaders(req: IncomingMessage): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': req.headers['access-control-request-headers'] ?? USUAL_HEADERS,
    'Access-Control-Max-Age': '600',
  };
}

function hostName(header: string): string {
  if (header.startsWith('[')) return header.slice(1, header.indexOf(']'));
  return header.replace(/:\d+$/, '');
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}
