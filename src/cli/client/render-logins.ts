// Who is logged in where, as people read it.
import type { LoginStatus } from '../../app/auth/login-status.ts';
import { oneLine } from '../one-line.ts';

const WORDS: Readonly<Record<LoginStatus['status'], string>> = {
  ok: 'logged in',
  expired: 'the login has expired',
  none: 'not logged in',
  header: 'its entry names a header or a token',
};

export function renderLogins(logins: readonly LoginStatus[]): string {
  return logins.map(renderLogin).join('') || 'No servers that could have a login.\n';
}

function renderLogin({ server, status, canRefresh, expiresAt, scope }: LoginStatus): string {
  const until = status === 'ok' && expiresAt !== undefined ? ` until ${expiresAt}` : '';
  const renewal = canRefresh ? ', renewed when needed' : '';
  const rights = scope === undefined ? '' : ` (${oneLine(scope)})`;
  return `  ${oneLine(server)} [${status}] - ${WORDS[status]}${until}${renewal}${rights}\n`;
}
