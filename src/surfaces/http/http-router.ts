// From a request to its route: first the guard, then the wall, then the route.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PlainResponse, PlainRoute } from '../../core/dialect.ts';
import { toPlugboardError } from '../../core/errors.ts';
import type { HttpCall } from '../../mcp/server/http/http-call.ts';
import { readBody } from '../../mcp/server/http/request-body.ts';
import { errorText, RPC } from '../../mcp/wire/jsonrpc.ts';
import { wireLimit } from '../../mcp/wire/limits.ts';
import { preflightHeaders, type BrowserGuard } from './browser-guard.ts';
import type { HttpOptions } from './http-options.ts';

export type McpHandler = (call: HttpCall) => void;

export interface RouterOptions {
  /** MCP endpoints by exact path. */
  readonly endpoints: ReadonlyMap<string, McpHandler>;
  readonly guard: BrowserGuard;
  readonly options: HttpOptions;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

interface Found {
  readonly open: boolean;
  run(req: IncomingMessage, res: ServerResponse, identity: string | undefined): void;
}

export function httpRouter({ endpoints, guard, options }: RouterOptions): Listener {
  const { wall, dialect } = options;
  const plain = dialect?.routes ?? [];

  const mcp = new Map([...endpoints].map(([path, handle]) => [path, toFound(handle)]));

  const find = (method: string | undefined, path: string): Found | undefined => {
    const endpoint = mcp.get(path);
    if (endpoint) return endpoint;
    const route = plain.find((row) => row.method === method && matches(row.path, path));
    return (
      route && {
        open: route.open === true,
        run: (...call) => void answerPlain(route, options, call),
      }
    );
  };

  const refuse = async (req: IncomingMessage, res: ServerResponse, path: string) => {
    const { method = '', headers } = req;
    const own = await dialect?.refusal?.({ method, path, headers });
    res.setHeader('WWW-Authenticate', wall?.challenge ?? '');
    writePlain(res, own ?? { status: 401, body: 'Authentication required\n' });
  };

  return (req, res) => {
    const problem = guard.problem(req);
    if (problem !== undefined) return forbid(res, problem);
    guard.allowPage(req, res);
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined) {
      return writePlain(res, { status: 204, headers: preflightHeaders(req) });
    }
    const path = pathOf(req.url ?? '/');
    const found = find(req.method, path);
    if (!found) return writePlain(res, { status: 404, body: 'Not Found' });
    if (!wall || found.open) return found.run(req, res, undefined);
    Promise.resolve()
      .then(() => wall.check(req.headers))
      .then((identity) =>
        identity === undefined ? refuse(req, res, path) : found.run(req, res, identity),
      )
      .catch((thrown: unknown) => {
        options.onProblem?.('the wall failed', thrown);
        writePlain(res, { status: 500, body: 'Internal error' });
      });
  };
}

function toFound(handle: McpHandler): Found {
  return {
    open: false,
    run: (req, res, identity) => handle({ req, res, identity, sessionless: false }),
  };
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** A route that ends in a star answers for everything below it. */
function matches(pattern: string, path: string): boolean {
  return pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}

async function answerPlain(
  route: PlainRoute,
  { onProblem }: HttpOptions,
  [req, res, identity]: Parameters<Found['run']>,
): Promise<void> {
  const body = await readBody(req, wireLimit('maxBodyBytes'));
  if (!body) return writePlain(res, { status: 413, body: 'The body is too large' });
  const { method = '', url = '/', headers } = req;
  try {
    const request = {
      method,
      path: pathOf(url),
      headers,
      body,
      ...(identity !== undefined && { identity }),
    };
    writePlain(res, await route.answer(request));
  } catch (thrown) {
    onProblem?.(`${route.method} ${route.path} failed`, thrown);
    writePlain(res, { status: 500, body: toPlugboardError(thrown).message });
  }
}

function writePlain(res: ServerResponse, { status, headers, body = '' }: PlainResponse): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, {
    ...(status !== 204 && {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }),
    ...headers,
  });
  res.end(status === 204 ? undefined : body);
}

function forbid(res: ServerResponse, message: string): void {
  const body = errorText('omitted', { code: RPC.invalidRequest, message });
  writePlain(res, { status: 403, headers: { 'Content-Type': 'application/json' }, body });
}
