// Sends a request and follows redirects; credentials stay with the origin they were meant for.
import { PlugboardError } from '../../../../core/errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../../platform/fetch-http.ts';
import { MCI_LIMITS } from '../../limits.ts';

export interface OutgoingRequest extends HttpRequest {
  /** The body was made with variables of the environment, which may be secrets. */
  readonly hasSecretBody: boolean;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** To another origin go only headers that say nothing about who is asking. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'user-agent',
]);

export async function followRedirects(
  client: HttpClient,
  request: OutgoingRequest,
): Promise<HttpResponse> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    const response = await client.send(current);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.status) || typeof location !== 'string') return response;
    if (hops >= MCI_LIMITS.maxRedirects.value) {
      const output = `HTTP request failed: more than ${hops} redirects`;
      throw new PlugboardError('tool_failed', { output });
    }
    current = redirected(current, response.status, location);
  }
}

function redirected(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = parseLocation(location, request.url);
  const isOther = url.origin !== request.url.origin;
  const { body, ...rest } = request;
  const isGet = becomesGet(request.method, status);
  if (isOther && body !== undefined && !isGet && request.hasSecretBody) {
    throw new PlugboardError('forbidden', {
      what: url.origin,
      reason: 'is another origin; a body with variables of the environment is not sent there',
    });
  }
  const headers = Object.entries(request.headers).filter(
    ([name]) => (!isOther || HARMLESS_HEADERS.has(name)) && !(isGet && name.startsWith('content-')),
  );
  return {
    ...rest,
    url,
    method: isGet ? 'GET' : request.method,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && !isGet && { body }),
  };
}

/** As browsers do: 303 always, 301 and 302 for a POST. */
function becomesGet(method: string, status: number): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return status === 303 || (method === 'POST' && (status === 301 || status === 302));
}

function parseLocation(location: string, base: URL): URL {
  let url: URL | undefined;
  try {
    url = new URL(location, base);
  } catch {
    url = undefined;
  }
  if (url && /^https?:$/u.test(url.protocol)) return url;
  const output = `HTTP request failed: ${base.origin} redirects to something that is no http address`;
  throw new PlugboardError('tool_failed', { output });
}
