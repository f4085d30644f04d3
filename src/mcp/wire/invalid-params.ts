// The error for parameters that are not what the method takes, whoever finds it out.
import { PlugboardError } from '../../core/errors.ts';
import { RPC } from './jsonrpc.ts';

export function invalidParams(reason: string, hint?: string): PlugboardError {
  return new PlugboardError(
    'invalid_arguments',
    { reason },
    { wire: RPC.invalidParams, ...(hint !== undefined && { hint }) },
  );
}
