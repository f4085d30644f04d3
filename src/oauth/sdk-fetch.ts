// Gives the SDK a fetch that goes through our own door: proxies, limits, and no redirects behind our back.
import type { HttpMessage, SendHttp } from '../platform/send-http.ts';
import { exchange } from './exchange.ts';
import { refuseUnsafe, type AskingServer } from './refuse-unsafe.ts';

const METHODS = ['GET', 'POST'] as const;

/** Statuses whose answers have no body at all. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export interface SdkDoor {
  readonly send: SendHttp;
  readonly signal: AbortSignal;
}

/** Asks nobody whom `server` may not send us to. */
export function sdkFetch(server: AskingServer, { send, signal }: SdkDoor): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    refuseUnsafe(server, 'authorization server', url);
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
