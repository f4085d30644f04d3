// Gives the SDK a fetch that goes through our own door: proxies, limits, and no redirects behind our back.
import type { HttpMessage, SendHttp } from '../platform/send-http.ts';
import { exchange } from './exchange.ts';

const METHODS = ['GET', 'POST'] as const;

/** Statuses whose answers have no body at all. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export function sdkFetch(send: SendHttp, signal: AbortSignal): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method: HttpMessage['method'] =
      METHODS.find((one) => one === init.method?.toUpperCase()) ?? 'GET';
    const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
    const { status, headers, text } = await exchange(send, {
      method,
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { body }),
      signal,
    });
    return new Response(BODILESS.has(status) ? null : text, { status, headers });
  };
}
