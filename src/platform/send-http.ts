// The door for a client's HTTP requests: node:http with kept connections; undici only behind a proxy.
import { Agent, request as requestPlain } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Agent as SecureAgent } from 'node:https';
import type { Dispatcher } from 'undici';
import { PlugboardError } from '../core/errors.ts';
import { isLoopback } from '../core/is-loopback.ts';
import { VERSION } from '../core/version.ts';
import { ownEnv } from './env.ts';
import { readProxies } from './proxies.ts';

export interface HttpMessage {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: NodeJS.ReadableStream;
}

/** Makes one HTTP request; resolves with the head, throws `connection_refused` where there is none. */
export type SendHttp = (message: HttpMessage) => Promise<HttpReply>;

export interface HttpSender extends Disposable {
  readonly send: SendHttp;
}

/** Connections are kept for the next request, and closed with the sender. */
export function openHttpSender(): HttpSender {
  const agent = new Agent({ keepAlive: true });
  let secureAgent: SecureAgent | undefined;
  const direct = async (message: HttpMessage): Promise<HttpReply> => {
    const { url } = message;
    if (url.protocol === 'http:') {
      return exchange(message, (options) => requestPlain(url, { agent, ...options }));
    }
    const https = await import('node:https');
    const kept = (secureAgent ??= new https.Agent({ keepAlive: true }));
    return exchange(message, (options) => https.request(url, { agent: kept, ...options }));
  };
  let proxyAgent: Promise<Dispatcher> | undefined;
  return {
    send: async (said) => {
      const message = signed(said);
      if (!isProxied(message.url)) return direct(message);
      return sendThroughProxy(message, await (proxyAgent ??= openProxyAgent()));
    },
    [Symbol.dispose]: () => {
      agent.destroy();
      secureAgent?.destroy();
      void proxyAgent?.then((opened) => opened.destroy());
    },
  };
}

const USER_AGENT = `plugboard/${VERSION}`;

/** Servers and the guards in front of them may want to know who asks. */
function signed(message: HttpMessage): HttpMessage {
  const { headers } = message;
  const isSaid = Object.keys(headers).some((name) => name.toLowerCase() === 'user-agent');
  return isSaid ? message : { ...message, headers: { 'User-Agent': USER_AGENT, ...headers } };
}

type OpenRequest = (options: {
  readonly method: string;
  readonly headers: Record<string, string | number>;
}) => ClientRequest;

function exchange(message: HttpMessage, open: OpenRequest): Promise<HttpReply> {
  const { method, body, signal, url } = message;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(unreachable(url, signal.reason, signal));
    const request = open({ method, headers: { ...message.headers, ...length } });
    // Node's own way throws on the bare socket when it cuts off an answer that is just complete.
    const abort = () => request.destroy();
    signal.addEventListener('abort', abort, { once: true });
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.once('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response });
    });
    // Not once: a request whose answer is cut off fails again, after its head was handed out.
    request.on('error', (cause) => reject(unreachable(url, cause, signal)));
    return request.end(body);
  });
}

async function openProxyAgent(): Promise<Dispatcher> {
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({ bodyTimeout: 0, ...readProxies(ownEnv()) });
}

async function sendThroughProxy(message: HttpMessage, dispatcher: Dispatcher): Promise<HttpReply> {
  const { request } = await import('undici');
  const { method, body, signal, url, headers } = message;
  try {
    const reply = await request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal,
      dispatcher,
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body };
  } catch (cause) {
    throw unreachable(url, cause, signal);
  }
}

/** Whether a proxy is set for this kind of address; loopback is never asked through one. */
function isProxied({ hostname, protocol }: URL): boolean {
  if (isLoopback(hostname)) return false;
  const proxies = readProxies(ownEnv());
  return Boolean(protocol === 'https:' ? proxies?.httpsProxy : proxies?.httpProxy);
}

function unreachable(url: URL, cause: unknown, signal: AbortSignal): PlugboardError {
  if (signal.aborted) return new PlugboardError('cancelled', {}, { cause });
  const { code, message } = cause as NodeJS.ErrnoException;
  return new PlugboardError(
    'connection_refused',
    { server: url.host, reason: code ?? message },
    { cause },
  );
}
