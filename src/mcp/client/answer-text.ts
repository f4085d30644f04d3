// The text of our answer to a request of the server, whichever wire it came over.
import { toPlugboardError } from '../../core/errors.ts';
import { errorText, resultText, RPC, type RpcRequest } from '../wire/jsonrpc.ts';
import type { WireListener } from './wire.ts';

export async function answerText(
  request: RpcRequest,
  listener: WireListener | undefined,
): Promise<string> {
  try {
    const result = listener ? await listener.request(request) : {};
    return resultText(request.id, JSON.stringify(result));
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    const code = typeof error.wire === 'number' ? error.wire : RPC.internalError;
    return errorText({ of: request.id }, { code, message: error.message });
  }
}
