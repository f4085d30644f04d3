// The modern era repeats parts of a request in HTTP headers; whoever disagrees with the body is refused.
import type { IncomingHttpHeaders } from 'node:http';
import { PlugboardError } from '../../../core/errors.ts';
import { memoByObject, memoByPromise, whenKnown } from '../../../core/memo.ts';
import type { Listing, Tool } from '../../../core/tool-source.ts';
import {
  decodeHeaderValue,
  mcpName,
  mirroredParameters,
  sameValue,
  valueAt,
  type MirroredParameter,
} from '../../wire/header-values.ts';
import { RPC, type RpcRequest } from '../../wire/jsonrpc.ts';

function mismatch(reason: string): PlugboardError {
  return new PlugboardError(
    'invalid_arguments',
    { reason: `Header mismatch: ${reason}` },
    { wire: RPC.headerMismatch },
  );
}

export function checkVersionHeader(headers: IncomingHttpHeaders, version: string): void {
  const header = headers['mcp-protocol-version'];
  if (header === undefined) throw mismatch('MCP-Protocol-Version is missing');
  if (header !== version) {
    throw mismatch(`MCP-Protocol-Version is '${String(header)}', the body says '${version}'`);
  }
}

export function checkRequestHeaders(headers: IncomingHttpHeaders, request: RpcRequest): void {
  const method = headers['mcp-method'];
  if (method === undefined) throw mismatch('Mcp-Method is missing');
  if (method !== request.method) {
    throw mismatch(`Mcp-Method is '${String(method)}', the body says '${request.method}'`);
  }
  const expected = mcpName(request);
  if (expected !== undefined) checkValue('Mcp-Name', headers['mcp-name'], expected);
}

const mirrored = memoByPromise(
  memoByObject(
    (listing: Listing<Tool>) =>
      new Map(
        listing.items
          .map((tool): [string, MirroredParameter[]] => [
            tool.name,
            mirroredParameters(tool.inputSchema),
          ])
          .filter(([, parameters]) => parameters.length > 0),
      ),
  ),
);

/** Arguments a tool's schema marks with `x-mcp-header` must be repeated as `Mcp-Param-…`. */
export function checkParameterHeaders(
  headers: IncomingHttpHeaders,
  request: RpcRequest,
  listing: Promise<Listing<Tool>>,
): Promise<void> | void {
  return whenKnown(mirrored(listing), (byTool) => {
    if (byTool.size === 0) return;
    const { name } = request.params;
    for (const { header, path } of (typeof name === 'string' && byTool.get(name)) || []) {
      const value = valueAt(request.params['arguments'], path);
      if (value !== undefined) checkValue(header, headers[header], value);
    }
  });
}

function checkValue(
  name: string,
  header: string | string[] | undefined,
  expected: Parameters<typeof sameValue>[1],
): void {
  if (typeof header !== 'string') throw mismatch(`${name} is missing`);
  const decoded = decodeHeaderValue(header);
  if (decoded === undefined) throw mismatch(`${name} is not validly encoded`);
  if (!sameValue(decoded, expected)) {
    throw mismatch(`${name} is '${decoded}', the body says ${JSON.stringify(expected)}`);
  }
}
