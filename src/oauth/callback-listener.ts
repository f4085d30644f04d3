// Waits on this machine for the browser to come back from a login; whoever else calls gets nothing out of it.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../core/is-loopback.ts';
import { errnoOf } from '../platform/errno.ts';
import { renderCallbackPage, type CallbackPage } from './callback-page.ts';
import { deferred } from '../mcp/wire/deferred.ts';
import { loginFailure } from './login-failure.ts';

export interface CallbackListener extends AsyncDisposable {
  readonly redirectUrl: string;
  /** What the authorization server answered to this very login. */
  readonly answer: Promise<URLSearchParams>;
  /** What the browser is shown, now and when the page is loaded again. */
  finish(page: CallbackPage & { readonly isOk: boolean }): void;
}

export interface ListenerOptions {
  readonly server: string;
  readonly state: string;
  /** Where to listen; default any free port. */
  readonly redirectUrl?: string | undefined;
  /** The address of an earlier login, used again where its port is free: it is registered. */
  readonly earlierUrl?: string | undefined;
}

const STRAY: CallbackPage = {
  title: 'Not this login',
  text: 'This page belongs to no login that is under way. Nothing was changed.',
};
const HOLD_MS = 2_000;

export async function openCallbackListener(options: ListenerOptions): Promise<CallbackListener> {
  const fixed = options.redirectUrl === undefined ? undefined : new URL(options.redirectUrl);
  const path = fixed?.pathname ?? '/callback';
  const answers = deferred<URLSearchParams>();
  const outcome = deferred<CallbackPage & { readonly isOk: boolean }>();
  const handle = async (address: string, response: ServerResponse) => {
    const url = toUrl(address);
    if (url?.pathname !== path) return respond(response, 404, STRAY);
    const isOurs = url.searchParams.get('state') === options.state;
    const isAnswer = url.searchParams.has('code') || url.searchParams.has('error');
    if (!isOurs || !isAnswer) return respond(response, 400, STRAY);
    answers.resolve(url.searchParams);
    // Only the exchange of the code tells whether it went well.
    const page = await outcome.promise;
    respond(response, page.isOk ? 200 : 400, page);
  };
  const { servers, port } = await listen(options, fixed, (address, response) => {
    void handle(address, response);
  });
  return {
    redirectUrl: fixed ? fixed.href : `http://localhost:${port}${path}`,
    answer: answers.promise,
    finish: outcome.resolve,
    [Symbol.asyncDispose]: async () => {
      outcome.resolve({ title: 'Login is over', text: 'You can close this window.', isOk: false });
      await Promise.all(servers.map(close));
    },
  };
}

/** Anybody may ask for anything, also for what is no address. */
function toUrl(address: string): URL | undefined {
  const base = 'http://localhost';
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}

function respond(response: ServerResponse, status: number, page: CallbackPage): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    Connection: 'close',
  });
  response.end(renderCallbackPage(page));
}

type Handle = (address: string, response: ServerResponse) => void;

interface Listening {
  readonly servers: readonly Server[];
  readonly port: number;
}

const TRIES = 5;

/** `localhost` may mean either address: we answer on both, and on no other. */
async function listen(
  options: ListenerOptions,
  fixed: URL | undefined,
  handle: Handle,
): Promise<Listening> {
  const { server } = options;
  if (fixed) {
    refuseForeign(server, fixed);
    const found = await listenOn(Number(fixed.port || 80), handle);
    if (found) return found;
    throw loginFailure(server, `port ${fixed.port || 80} of ${fixed.href} is in use`, {
      hint: 'Another login may be under way; end it, or name another `oauthRedirectUrl`',
    });
  }
  const earlier = Number(options.earlierUrl === undefined ? 0 : new URL(options.earlierUrl).port);
  for (const port of [earlier, ...Array<number>(TRIES).fill(0)]) {
    const found = await listenOn(port, handle);
    if (found) return found;
  }
  throw loginFailure(server, 'no port of this machine is free to wait for the browser');
}

function refuseForeign(server: string, url: URL): void {
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return;
  throw loginFailure(server, `nobody can listen on ${url.origin} here`, {
    hint: 'Use --no-browser and paste the address the browser ends at',
  });
}

async function listenOn(port: number, handle: Handle): Promise<Listening | undefined> {
  const first = await bind('127.0.0.1', port, handle);
  if (first === 'busy' || first === 'absent') return undefined;
  const bound = (first.address() as AddressInfo).port;
  const second = await bind('::1', bound, handle);
  if (second === 'absent') return { servers: [first], port: bound };
  if (second !== 'busy') return { servers: [first, second], port: bound };
  await close(first);
  return undefined;
}

async function bind(
  host: string,
  port: number,
  handle: Handle,
): Promise<Server | 'busy' | 'absent'> {
  const server = createServer((request, response) => handle(request.url ?? '/', response));
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    return server;
  } catch (thrown) {
    const code = errnoOf(thrown);
    return code === 'EADDRINUSE' || code === 'EACCES' ? 'busy' : 'absent';
  }
}

/** The last page is delivered; a browser that does not take it is not waited for. */
async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), HOLD_MS);
  await closed;
  clearTimeout(timer);
}
