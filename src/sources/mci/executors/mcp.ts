// Runs a tool of an MCP server: hands the call on and the result back, with nothing lost.
import type { McpExecution } from '../schema.ts';
import type { Prepare } from './executor.ts';

export const prepareMcp: Prepare<McpExecution> = ({ execution, workshop }) => {
  const { serverName, toolName } = execution;
  return async ({ props, ctx }) => {
    const upstream = await workshop.upstream(serverName);
    const result = await upstream.tools.call(toolName, props, ctx);
    const { content, isError = false, _meta, ...extra } = result;
    const metadata = { ..._meta, mcp_server: serverName, mcp_tool: toolName };
    return { isError, content, metadata, extra };
  };
};
