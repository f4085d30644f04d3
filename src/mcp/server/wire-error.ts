// How an error of the table looks on the wire, by method, revision and dialect.
import type { Dialect } from '../../core/dialect.ts';
import { ERRORS, type PlugboardError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { RPC, type WireError } from '../wire/jsonrpc.ts';
import type { Revision } from '../wire/revisions.ts';

/** Codes the modern era forbids; they travel in `data.code` only. */
const FORBIDDEN_IN_MODERN = { from: -32019, to: -32000 };

/** HTTP statuses the modern era fixes for JSON-RPC codes; any other answer is 200. */
const MODERN_STATUS: Readonly<Record<number, number>> = {
  [RPC.headerMismatch]: 400,
  [RPC.missingCapability]: 400,
  [RPC.unsupportedVersion]: 400,
  [RPC.methodNotFound]: 404,
};

/** All that is told of a fault of ours. */
export const INTERNAL_ERROR: WireError = {
  code: RPC.internalError,
  message: ERRORS.internal.says({}),
};

export function toWireError(
  error: PlugboardError,
  revision: Revision,
  dialect: Dialect | undefined,
): WireError {
  const code = wireCode(error, revision, dialect);
  if (error.verbatim) return { code, message: error.message, ...error.verbatim };
  const data: JsonObject = { code: error.code, ...error.data };
  if (error.hint !== undefined) data['hint'] = error.hint;
  const uri = missingResource(error);
  if (uri !== undefined) data['uri'] = uri;
  return { code, message: error.message, data };
}

function wireCode(error: PlugboardError, revision: Revision, dialect: Dialect | undefined): number {
  const own = dialect?.wireCodes?.[error.code];
  const code = own ?? (typeof error.wire === 'number' ? error.wire : RPC.internalError);
  if (missingResource(error) !== undefined) return own ?? revision.missingResource;
  if (revision.era !== 'modern') return code;
  const forbidden = code >= FORBIDDEN_IN_MODERN.from && code <= FORBIDDEN_IN_MODERN.to;
  return forbidden ? RPC.internalError : code;
}

/** The URI that was asked for, where the error is that nobody has it. */
function missingResource({ code, facts }: PlugboardError): string | undefined {
  const isResource = code === 'not_found' && 'kind' in facts && facts.kind === 'resource';
  return isResource ? facts.name : undefined;
}

export function modernStatus(code: number): number {
  return MODERN_STATUS[code] ?? 200;
}
