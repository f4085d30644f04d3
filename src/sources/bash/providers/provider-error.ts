// What the exit statuses of providers mean, for scripts of a project and for our own alike.
import { PlugboardError, type ErrorOptions } from '../../../core/errors.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';

/** How a provider failed: the specification's exit status, what it said, and for which URI. */
export interface ProviderFailure {
  readonly status: number;
  readonly uri: string;
  /** What the provider printed on stderr. */
  readonly said?: string;
  readonly hint?: string;
  readonly cause?: unknown;
}

interface ExitRow {
  readonly wire: number;
  /** What is said where the provider said nothing. */
  readonly says: string;
}

/** The specification's mapping; any other status is the last row. */
export const PROVIDER_EXITS = {
  2: { wire: RPC.internalError, says: 'Resource outside allowed roots' },
  3: { wire: RPC.methodNotFound, says: 'Resource not found' },
  4: { wire: RPC.invalidParams, says: 'Invalid resource specification' },
  5: { wire: RPC.internalError, says: 'Resource fetch failed' },
  6: { wire: RPC.internalError, says: 'Resource exceeded size limit' },
} as const satisfies Record<number, ExitRow>;

const OTHER_EXIT: ExitRow = { wire: RPC.internalError, says: 'Resource provider failed' };

export function providerError(failure: ProviderFailure): PlugboardError {
  const { status, uri, said = '', hint, cause } = failure;
  const row = rowOf(status);
  const options: ErrorOptions = {
    wire: row.wire,
    data: { exitCode: status, uri },
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  };
  const output = said === '' ? row.says : said;
  if (status === 2) return new PlugboardError('forbidden', outside(uri), options);
  if (status === 3) return new PlugboardError('not_found', { kind: 'file', name: uri }, options);
  if (status === 4) return new PlugboardError('invalid_arguments', { reason: output }, options);
  return new PlugboardError('tool_failed', { output }, options);
}

function rowOf(status: number): ExitRow {
  const rows: Readonly<Record<number, ExitRow>> = PROVIDER_EXITS;
  return rows[status] ?? OTHER_EXIT;
}

function outside(uri: string): { what: string; reason: string } {
  return { what: uri, reason: 'is outside the allowed roots' };
}
