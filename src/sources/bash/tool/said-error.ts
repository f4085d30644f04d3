// The error a script itself said, in the file it has for that.
import { PlugboardError } from '../../../core/errors.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';

/** Nothing where the file is empty; what is no error object is told as it stands. */
export function toSaidError(text: string): PlugboardError | undefined {
  if (text.trim() === '') return undefined;
  const said = parse(text);
  if (isJsonObject(said) && Number.isInteger(said['code']) && typeof said['message'] === 'string') {
    const { code, message: output, data = null } = said;
    const verbatim = data === null ? {} : { data };
    return new PlugboardError('tool_failed', { output }, { wire: Number(code), verbatim });
  }
  const verbatim = { data: text };
  return new PlugboardError(
    'tool_failed',
    { output: 'Tool failed' },
    { wire: RPC.internalError, verbatim },
  );
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
