// Errors of the kernel know of a server; people know it by its name.
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { UNNAMED_SERVER } from '../../mcp/client/response-result.ts';

/** For what is asked of a server that is connected. */
export function namingServer(name: string) {
  return (thrown: unknown): never => {
    const error = toPlugboardError(thrown);
    const { facts, wire, data } = error;
    if (!('source' in facts) || facts.source !== UNNAMED_SERVER) throw error;
    throw new PlugboardError(
      'not_supported',
      { source: name, what: facts.what },
      { ...(typeof wire === 'number' && { wire }), ...(data && { data }) },
    );
  };
}

/** For a handshake: a server that refuses it in its own words, or knows none, was not reached. */
export function refusedHandshake(name: string) {
  return (thrown: unknown): never => {
    const cause = toPlugboardError(thrown);
    const { code, message } = cause;
    if (code !== 'not_supported' && code !== 'tool_failed') throw cause;
    const reason =
      code === 'tool_failed' ? message : 'it does not know `initialize`, so it is no MCP server';
    throw new PlugboardError('connection_refused', { server: name, reason }, { cause });
  };
}
