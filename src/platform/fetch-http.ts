// The door for HTTP requests of tools: pooled connections, proxies, whole bodies under a cap.
import type { Agent, Dispatcher } from 'undici';
import { PlugboardError } from '../core/errors.ts';
import type { Environment } from './env.ts';
import { errnoOf } from './errno.ts';
import { readProxies } from './proxies.ts';

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly stopper: Stopper;
  /** Bounds the body, also after decompression. */
  readonly maxBytes: number;
}

/** Ends a request from outside; far cheaper than an AbortSignal where requests are many. */
export interface Stopper {
  /** Why no request may start any more. */
  readonly failure: PlugboardError | undefined;
  /** Set while a request is under way, and called at most once. */
  onStop: ((failure: PlugboardError) => void) | undefined;
}

export type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpResponse {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly body: Buffer;
}

/** Sends one request and reads its answer to the end; follows no redirects. */
export interface HttpClient extends AsyncDisposable {
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Bounds are set by whoever sends; the connection itself has none. */
const NO_TIMEOUTS = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } } as const;

/** `env` says which proxies are asked; undici is loaded by this call. */
export async function openHttpClient(env: Environment): Promise<HttpClient> {
  const dispatcher = await newDispatcher(env);
  return {
    send: async (request) => {
      const response = await exchange(dispatcher, request);
      const encoding = response.headers['content-encoding'];
      if (typeof encoding !== 'string' || response.body.length === 0) return response;
      return { ...response, body: await decoded(response.body, encoding, request.maxBytes) };
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

async function newDispatcher(env: Environment): Promise<Dispatcher> {
  const proxies = readProxies(env);
  if (!proxies) return new (await loadAgent())(NO_TIMEOUTS);
  const { EnvHttpProxyAgent } = await import('undici');
  return new EnvHttpProxyAgent({ ...NO_TIMEOUTS, ...proxies });
}

// The package as a whole takes four times as long to load as the one file that is needed.
async function loadAgent(): Promise<typeof Agent> {
  // @ts-expect-error -- only the front door of the package has types.
  const loaded: unknown = await import('undici/lib/dispatcher/agent.js');
  return (loaded as { default: typeof Agent }).default;
}

function exchange(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpResponse> {
  const { url, stopper, method, body = null } = request;
  const headers = unframed(request.headers);
  return new Promise((resolve, reject) => {
    if (stopper.failure) return reject(stopper.failure);
    const answer = new Answer(request, { resolve, reject });
    stopper.onStop = (failure) => answer.stop(failure);
    const path = `${url.pathname}${url.search}`;
    dispatcher.dispatch({ origin: url.origin, path, method, headers, body }, answer);
  });
}

const FRAMING = [
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const;

/** How a message travels is said by us alone: nobody can hide a second request in a first one. */
function unframed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const sent = { ...headers };
  for (const name of FRAMING) if (name in sent) delete sent[name];
  return sent;
}

interface Settle {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (error: PlugboardError) => void;
}

/** What undici tells about one request while it goes on. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #settle: Settle;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #failure: PlugboardError | undefined;
  #status = 0;
  #headers: HttpHeaders = {};
  #bytes = 0;

  constructor(request: HttpRequest, settle: Settle) {
    this.#request = request;
    this.#settle = settle;
  }

  /** Ends the request; its connection is not used again. */
  stop(error: PlugboardError): void {
    this.#failure ??= error;
    this.#end();
    this.#settle.reject(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  #end(): void {
    this.#request.stopper.onStop = undefined;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(_: unknown, status: number, headers: HttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    const { maxBytes } = this.#request;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) this.stop(tooLarge(maxBytes));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    const [only] = this.#chunks;
    const body = only && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
    this.#settle.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#end();
    this.#settle.reject(this.#failure ?? unreachable(this.#request.url, cause));
  }
}

function tooLarge(limitBytes: number, cause?: unknown): PlugboardError {
  return new PlugboardError('too_large', { limitBytes }, { cause });
}

const REASONS: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
};

/** Names the origin only: the rest of an address may hold secrets. */
function unreachable(url: URL, cause: Error): PlugboardError {
  const code = errnoOf(cause);
  const reason = code === undefined ? cause.message : (REASONS[code] ?? code);
  return new PlugboardError('connection_refused', { server: url.origin, reason }, { cause });
}

/** The system's code behind a request that got no answer. */
export function httpErrnoOf(error: unknown): string | undefined {
  const isOurs = error instanceof PlugboardError && error.code === 'connection_refused';
  return isOurs ? errnoOf(error.cause) : undefined;
}

async function decoded(body: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const zlib = await import('node:zlib');
  const { promisify } = await import('node:util');
  const options = { maxOutputLength: maxBytes };
  const decoders: Readonly<Record<string, () => Promise<Buffer>>> = {
    gzip: () => promisify(zlib.gunzip)(body, options),
    'x-gzip': () => promisify(zlib.gunzip)(body, options),
    deflate: () => promisify(zlib.inflate)(body, options),
    br: () => promisify(zlib.brotliDecompress)(body, options),
  };
  const decode = decoders[encoding.trim().toLowerCase()];
  if (!decode) return body;
  try {
    return await decode();
  } catch (cause) {
    if (errnoOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes, cause);
    const output = `The ${encoding} body of the answer is damaged`;
    throw new PlugboardError('tool_failed', { output }, { cause });
  }
}

/** The encodings that are decoded, for `Accept-Encoding`. */
export const DECODED_ENCODINGS = 'gzip, deflate, br';
