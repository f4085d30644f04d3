// The error for a command line that was not understood.
import { PlugboardError, type ErrorOptions } from '../core/errors.ts';

export function unreadable(
  reason: string,
  options: Pick<ErrorOptions, 'hint' | 'cause'> = {},
): PlugboardError {
  return new PlugboardError('parse_error', { what: 'arguments', reason }, options);
}
