// The door for HTTPS to addresses that were checked before: names are not looked up a second time.
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from './errno.ts';

export interface PinnedRequest {
  readonly url: URL;
  /** Where the host of the URL is; nothing else is connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Certificates to trust instead of the usual ones, as PEM. */
  readonly ca?: string;
}

export interface PinnedReply {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: Buffer;
}

/** Every address of a host, by the rules of the system. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch (cause) {
    throw unreachable(host, cause);
  }
}

/** One GET, whole body, no redirect followed, no proxy asked, no connection kept. */
export async function getPinned(request: PinnedRequest): Promise<PinnedReply> {
  const { get } = await import('node:https');
  const { url, headers, timeoutMs, ca } = request;
  const expired = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([request.signal, expired]);
  const options = {
    agent: false,
    headers,
    signal,
    lookup: pinnedLookup(request.addresses),
    ...(ca !== undefined && { ca }),
  } as const;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, options).once('error', reject).once('response', resolve);
    });
    const body = await collected(response, request.maxBytes);
    const { statusCode: status = 0, headers: answered } = response;
    return { status, location: answered.location, body };
  } catch (thrown) {
    throw toError(request, thrown, expired);
  }
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

async function collected(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      response.destroy();
      throw new PlugboardError('too_large', { limitBytes: maxBytes });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toError(request: PinnedRequest, cause: unknown, expired: AbortSignal): PlugboardError {
  if (cause instanceof PlugboardError) return cause;
  if (request.signal.aborted) return new PlugboardError('cancelled', {}, { cause });
  const what = request.url.origin;
  if (!expired.aborted) return unreachable(request.url.host, cause);
  return new PlugboardError('timeout', { what, afterMs: request.timeoutMs }, { cause });
}

function unreachable(server: string, cause: unknown): PlugboardError {
  const reason = errnoOf(cause) ?? (cause instanceof Error ? cause.message : 'unknown error');
  return new PlugboardError('connection_refused', { server, reason }, { cause });
}
