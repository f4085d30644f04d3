// For answers that have no result with `isError` as calls have: there every failure is a protocol error.
import { amendedError } from '../../core/amended-error.ts';
import { toPlugboardError, type PlugboardError } from '../../core/errors.ts';
import { RPC } from './jsonrpc.ts';

export function toProtocolError(thrown: unknown): PlugboardError {
  const error = toPlugboardError(thrown);
  return error.wire === 'result' ? amendedError(error, { wire: RPC.internalError }) : error;
}
