// The result of a response, or its error as one of ours with the server's own code and data kept.
import { PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { RPC, type RpcResponse } from '../wire/jsonrpc.ts';

/** Whoever has a name for the server puts it there. */
export const UNNAMED_SERVER = 'The server';

export function resultOf({ result, error }: RpcResponse, method: string): JsonObject {
  if (result) return result;
  const { code = RPC.internalError, message = '', data } = error ?? {};
  const options = { wire: code, ...(data && { data }) };
  if (code === RPC.methodNotFound) {
    throw new PlugboardError('not_supported', { source: UNNAMED_SERVER, what: method }, options);
  }
  throw new PlugboardError('tool_failed', { output: message }, options);
}
