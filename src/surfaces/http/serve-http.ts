// Shows a source on HTTP: the MCP endpoint behind its guard and wall, and the plain routes beside it.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlugboardError } from '../../core/errors.ts';
import { isLoopback } from '../../core/is-loopback.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { openEngine } from '../../mcp/server/engine.ts';
import { openHttpEndpoint } from '../../mcp/server/http/http-endpoint.ts';
import { openSse2024, type OldTransport } from '../../mcp/server/http/sse-2024.ts';
import { wireLimit } from '../../mcp/wire/limits.ts';
import { followAnswers } from './follow-answers.ts';
import { browserGuard } from './browser-guard.ts';
import type { HttpOptions, HttpServer } from './http-options.ts';
import { httpRouter, type McpHandler } from './http-router.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 1995;
const DEFAULT_PATH = '/mcp';
const SSE_PATH = '/sse';
const MESSAGES_PATH = '/messages';
const LINGER_MS = 1000;
const MIN_CHECK_MS = 250;

export async function serveHttp(
  source: ToolSource,
  options: HttpOptions = {},
): Promise<HttpServer> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, path = DEFAULT_PATH, dialect } = options;
  refuseUnprotected(host, options);
  const engine = openEngine(source, options);
  const endpoint = openHttpEndpoint(engine);
  const old = options.legacySse ? openSse2024(endpoint.state, MESSAGES_PATH) : undefined;
  const endpoints = new Map<string, McpHandler>([
    [path, endpoint.handle],
    ...(old ? oldRoutes(old) : []),
  ]);
  for (const own of dialect?.sessionlessPaths ?? []) {
    endpoints.set(own, (call) => endpoint.handle({ ...call, sessionless: true }));
  }
  const { allowedHosts = [], allowedOrigins = [] } = options;
  const guard = browserGuard({ host, allowedHosts, allowedOrigins });
  const router = followAnswers(httpRouter({ endpoints, guard, options }), options);
  const server = await createListener(router, options)
    .then((made) => listen(made, host, port))
    .catch(async (thrown: unknown) => {
      // Nobody will ever close what was opened for a server that could not start.
      await endpoint.close(0);
      engine[Symbol.dispose]();
      throw thrown;
    });

  const bound = (server.address() as AddressInfo).port;
  const shown = host.includes(':') ? `[${host}]` : host;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const graceMs = wireLimit('shutdownGraceMs');
    await Promise.all([endpoint.close(graceMs), old?.close(graceMs)]);
    engine[Symbol.dispose]();
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), LINGER_MS).unref();
    await closed;
  };
  let closing: Promise<void> | undefined;
  return {
    url: `${options.tls ? 'https' : 'http'}://${shown}:${bound}${path}`,
    host,
    port: bound,
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}

function refuseUnprotected(host: string, options: HttpOptions): void {
  if (isLoopback(host) || options.wall) return;
  if (options.allowUnauthenticated) {
    options.onProblem?.(
      `listening on ${host} without authentication: everyone who reaches it may call`,
    );
    return;
  }
  throw new PlugboardError(
    'forbidden',
    { what: `listening on ${host}`, reason: 'without authentication' },
    { hint: 'Give a token with --token-file, or pass --allow-unauthenticated if you mean it' },
  );
}

function oldRoutes(old: OldTransport): [string, McpHandler][] {
  return [
    [SSE_PATH, old.open],
    [MESSAGES_PATH, old.post],
  ];
}

async function createListener(router: RequestListener, options: HttpOptions): Promise<Server> {
  const settings = toTimeouts(options);
  const { tls } = options;
  if (!tls) return createServer(settings, router);
  const https = await import('node:https');
  try {
    const { cert, key } = tls;
    return https.createServer({ ...settings, cert: asPem(cert), key: asPem(key) }, router);
  } catch (cause) {
    throw new PlugboardError(
      'config_error',
      { file: 'TLS certificate or key', reason: (cause as Error).message },
      { cause, hint: 'Give PEM files that belong together' },
    );
  }
}

/** Node looks for late clients at intervals; they must be shorter than the time it looks for. */
function toTimeouts({ readTimeoutMs }: HttpOptions) {
  const requestTimeout = readTimeoutMs ?? wireLimit('requestMs');
  const headersTimeout = readTimeoutMs ?? wireLimit('headersMs');
  const intervalMs = Math.max(MIN_CHECK_MS, headersTimeout / 4);
  return { headersTimeout, requestTimeout, connectionsCheckingInterval: intervalMs };
}

function asPem(value: string | Uint8Array): string | Buffer {
  return typeof value === 'string' ? value : Buffer.from(value);
}

function listen(server: Server, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the address is already in use' : cause.message;
      reject(
        new PlugboardError(
          'config_error',
          { file: `${host}:${port}`, reason },
          { cause, hint: 'Choose another port with --port' },
        ),
      );
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve(server);
    });
  });
}
