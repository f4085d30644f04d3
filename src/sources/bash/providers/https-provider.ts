// Reads https:// resources: hosts by list, addresses checked and pinned, no redirect followed.
import { isIP } from 'node:net';
import type { CallContext } from '../../../core/call-context.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { getPinned, resolveHost, type PinnedReply } from '../../../platform/pinned-https.ts';
import { bareHost, type HostRules } from './host-rules.ts';
import { providerError } from './provider-error.ts';
import { publicAddresses } from './public-addresses.ts';

export interface HttpsRules {
  readonly hosts: HostRules;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly userAgent: string;
  /** Certificates to trust instead of the usual ones, as PEM. */
  readonly ca?: string;
}

export interface HttpsRead {
  readonly uri: string;
  /** The project itself names this URI. */
  readonly isDeclared: boolean;
  readonly rules: HttpsRules;
}

/** The doors to the network, handed in so that tests can stand at the other end. */
export interface HttpsDoors {
  readonly resolve: typeof resolveHost;
  readonly get: typeof getPinned;
}

const NETWORK: HttpsDoors = { resolve: resolveHost, get: getPinned };

/** The exit status of a provider whose server answers with another address. */
const REDIRECT_STATUS = 7;

export async function readHttps(
  read: HttpsRead,
  ctx: Pick<CallContext, 'signal'>,
  doors: HttpsDoors = NETWORK,
): Promise<Buffer> {
  const url = toHttpsUrl(read.uri);
  const { hosts, timeoutMs, maxBytes, userAgent, ca } = read.rules;
  const addresses = await publicAddresses(url.hostname, {
    uri: read.uri,
    rules: hosts,
    isDeclared: read.isDeclared,
    variable: 'MCPBASH_HTTPS_ALLOW_HOSTS',
    resolve: doors.resolve,
  });
  const reply = await doors
    .get({
      url,
      addresses,
      headers: { 'User-Agent': userAgent, Accept: '*/*' },
      timeoutMs,
      maxBytes,
      signal: ctx.signal,
      ...(ca !== undefined && { ca }),
    })
    .catch((thrown: unknown) => {
      throw toFetchError(read.uri, thrown);
    });
  return toBody(read.uri, reply);
}

/** Spellings such as 0x7f000001 are refused even where they lead outside: nobody honest uses them. */
export function toHttpsUrl(uri: string): URL {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  const [, written = ''] = /^https:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/iu.exec(uri) ?? [];
  if (url?.protocol !== 'https:' || written === '') {
    throw providerError({ status: 4, uri, said: `Not an https:// address: ${uri}` });
  }
  if (url.username !== '' || url.password !== '') {
    throw providerError({ status: 4, uri: url.host, said: 'Addresses with a user are refused' });
  }
  if (isIP(bareHost(url.hostname)) === 4 && bareHost(written) !== bareHost(url.hostname)) {
    throw providerError({ status: 4, uri, said: `Host ${written} is a disguised address` });
  }
  return url;
}

function toBody(uri: string, { status, location, body }: PinnedReply): Buffer {
  if (status >= 200 && status < 300) return body;
  if (status >= 300 && status < 400 && location !== undefined) {
    throw providerError({ status: REDIRECT_STATUS, uri, said: `redirect:${location}` });
  }
  throw providerError({ status: 5, uri, said: `The server answered with HTTP ${status}` });
}

function toFetchError(uri: string, thrown: unknown): unknown {
  if (!(thrown instanceof PlugboardError) || thrown.code === 'cancelled') return thrown;
  if (thrown.code === 'too_large') {
    const { limitBytes } = thrown.facts as { limitBytes: number };
    const said = `Resource exceeds ${limitBytes} bytes`;
    const hint = 'MCPBASH_HTTPS_MAX_BYTES sets the limit, at most 20 MiB';
    return providerError({ status: 6, uri, said, hint, cause: thrown });
  }
  return providerError({ status: 5, uri, said: thrown.message, cause: thrown });
}
