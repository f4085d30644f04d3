// Keeps credentials and results off the open network: plain HTTP only to this machine, unless wanted.
import { PlugboardError } from '../../core/errors.ts';
import { isLoopback } from '../../core/is-loopback.ts';

/** `hint` says how to have it otherwise. */
export function refuseCleartext(server: string, url: string, hint: string): void {
  const { protocol, hostname, origin } = new URL(url);
  if (protocol !== 'http:' || isLoopback(hostname)) return;
  throw new PlugboardError(
    'connection_refused',
    { server, reason: `cleartext HTTP is not allowed for '${origin}'` },
    { hint },
  );
}
