// Says why mcpd could not start in its own words and with its own flags.
import { constants } from 'node:os';
import { PlugboardError } from '../../core/errors.ts';
import { errnoOf } from '../../platform/errno.ts';
import { COMMAND_LINE, type McpdSettings } from './mcpd-settings.ts';

const BIND_TROUBLES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Address already in use',
  EADDRNOTAVAIL: 'Cannot assign requested address',
  EACCES: 'Permission denied',
};

export function toMcpdError(thrown: unknown, { host, port }: McpdSettings): unknown {
  if (!(thrown instanceof PlugboardError)) return thrown;
  const file = COMMAND_LINE;
  if (thrown.code === 'forbidden') {
    return new PlugboardError(
      'config_error',
      { file, reason: `Refused to listen on ${host} without authentication` },
      {
        hint: 'Set MCPD_HTTP_AUTH_API_TOKEN or --http-auth-password-file, or pass --allow-unauthenticated',
        cause: thrown,
      },
    );
  }
  const errno = errnoOf(thrown.cause) ?? '';
  const trouble = BIND_TROUBLES[errno];
  if (trouble === undefined) return thrown;
  const number = Object.entries(constants.errno).find(([name]) => name === errno)?.[1];
  const reason = `Failed to bind to ${toAddress(host, port)}: ${trouble} (os error ${number})`;
  return new PlugboardError('config_error', { file, reason }, { cause: thrown });
}

/** `host:port`, with the brackets an IPv6 address needs. */
export function toAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
