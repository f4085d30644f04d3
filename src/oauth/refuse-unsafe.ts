// Which addresses a server may send us to: what is said there cannot be overheard, and is no business of this machine.
import { isLoopback } from '../core/is-loopback.ts';
import { loginFailure } from './login-failure.ts';
import type { OAuthSettings } from './oauth-settings.ts';

export type AskingServer = Pick<OAuthSettings, 'server' | 'serverUrl' | 'allowHttp'>;

/** `what` names the address in the error. */
export function refuseUnsafe(asking: AskingServer, what: string, url: URL): void {
  const { server, serverUrl, allowHttp } = asking;
  if (url.protocol === 'https:') return;
  // Only a server of this machine has any business with what else listens here.
  const isLocal = isLoopback(url.hostname) && isLoopback(new URL(serverUrl).hostname);
  if (url.protocol === 'http:' && (allowHttp || isLocal)) return;
  const place = url.origin === 'null' ? url.protocol : url.origin;
  throw loginFailure(server, `its ${what} ${place} is not https://`);
}
