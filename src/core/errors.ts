// The one error class and the one table that says how each error looks on every surface.
import type { JsonObject, JsonValue } from './json.ts';

/** What each error code knows about what went wrong; prose is made from it in `ERRORS`. */
export interface ErrorFacts {
  /** `on` is the server that does not have it. */
  not_found: { kind: keyof typeof KIND_WORDS; name: string; on?: string; available?: string[] };
  not_supported: { source: string; what: string };
  parse_error: { what: string; reason: string };
  invalid_arguments: { reason: string };
  /** `variable` names an environment variable that the file wants and nobody set. */
  config_error: { file: string; reason: string; variable?: string };
  /** `reason` is why a login failed; without it nobody tried. */
  auth_required: { server: string; reason?: string };
  forbidden: { what: string; reason: string };
  connection_refused: { server: string; reason: string };
  /** `doing` says what took too long; default `calling`. */
  timeout: { what: string; afterMs: number; doing?: string };
  tool_failed: { output: string };
  too_large: { limitBytes: number };
  cancelled: { reason?: string };
  internal: { reason?: string };
}

export type ErrorCode = keyof ErrorFacts;

/** How one error code is shown: on the JSON-RPC wire, as an HTTP status, as an exit status, in words. */
export interface ErrorRow<Facts> {
  /** JSON-RPC code; `result` means a tool result with `isError`; `silent` means nothing is sent. */
  readonly wire: number | 'result' | 'silent';
  readonly http: number;
  readonly exit: number;
  readonly says: (facts: Facts) => string;
}

const LISTED_NAMES = 20;

function listed(names: readonly string[] | undefined): string {
  if (!names || names.length === 0) return '';
  const shown = names.slice(0, LISTED_NAMES).join(', ');
  const rest = names.length - LISTED_NAMES;
  return ` Available: ${shown}${rest > 0 ? `, and ${rest} more` : ''}`;
}

const KIND_WORDS = {
  server: 'Server',
  tool: 'Tool',
  resource: 'Resource',
  prompt: 'Prompt',
  source: 'Source',
  file: 'File',
  command: 'Command',
} as const;

/**
 * How each error looks on every surface.
 *
 * @example
 * ```ts
 * import { ERRORS } from 'plugboard';
 *
 * const exitStatus = ERRORS.not_found.exit;
 * ```
 */
export const ERRORS: { readonly [Code in ErrorCode]: ErrorRow<ErrorFacts[Code]> } = {
  not_found: {
    wire: -32602,
    http: 404,
    exit: 1,
    says: (f) => {
      const where = f.on === undefined ? '' : ` on ${f.on}`;
      return `${KIND_WORDS[f.kind]} '${f.name}' not found${where}.${listed(f.available)}`;
    },
  },
  not_supported: {
    wire: -32601,
    http: 404,
    exit: 1,
    says: (f) => `${f.source} does not support ${f.what}.`,
  },
  parse_error: {
    wire: -32700,
    http: 400,
    exit: 1,
    says: (f) => `Cannot parse ${f.what}: ${f.reason}`,
  },
  invalid_arguments: { wire: 'result', http: 400, exit: 1, says: (f) => f.reason },
  config_error: {
    wire: -32603,
    http: 500,
    exit: 1,
    says: (f) =>
      f.variable === undefined
        ? `Error in config ${f.file}: ${f.reason}`
        : `Environment variable '${f.variable}' is not set (referenced in ${f.file})`,
  },
  auth_required: {
    wire: 'result',
    http: 401,
    exit: 1,
    says: (f) =>
      f.reason === undefined
        ? `Server '${f.server}' requires authentication. Run: mcplug auth ${f.server}`
        : `Cannot log in to ${f.server}: ${f.reason}`,
  },
  forbidden: {
    wire: 'result',
    http: 403,
    exit: 1,
    says: (f) => `Not allowed: ${f.what} ${f.reason}`,
  },
  connection_refused: {
    wire: 'result',
    http: 502,
    exit: 1,
    says: (f) => `Cannot connect to ${f.server}: ${f.reason}`,
  },
  timeout: {
    wire: 'result',
    http: 504,
    exit: 1,
    says: (f) => `Timeout after ${f.afterMs / 1000}s ${f.doing ?? 'calling'} ${f.what}`,
  },
  tool_failed: { wire: 'result', http: 200, exit: 1, says: (f) => f.output },
  too_large: {
    wire: -32603,
    http: 500,
    exit: 1,
    says: (f) => `Output exceeds ${f.limitBytes} bytes.`,
  },
  cancelled: { wire: 'silent', http: 499, exit: 1, says: () => 'Cancelled.' },
  internal: { wire: -32603, http: 500, exit: 1, says: () => 'Internal error.' },
};

export interface ErrorOptions {
  /** One line with the way out, shown after the message as `hint:`. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Overrides the row's JSON-RPC code, for a source whose specification fixes another. */
  readonly wire?: number;
  /** Extra members of `error.data` on the wire. */
  readonly data?: JsonObject;
  /** A tool itself said it: on the wire `error.data` is its own, or missing. */
  readonly verbatim?: { readonly data?: JsonValue };
}

/**
 * The only error class of Plugboard: a code of the table, facts, and perhaps a hint.
 *
 * @example
 * ```ts
 * import { PlugboardError } from 'plugboard';
 *
 * throw new PlugboardError(
 *   'forbidden',
 *   { what: '/etc', reason: 'is outside the project' },
 *   { hint: 'Name a file below the working directory' },
 * );
 * ```
 */
export class PlugboardError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'PlugboardError';
  readonly code: Code;
  readonly facts: ErrorFacts[Code];
  readonly hint: string | undefined;
  readonly wire: number | 'result' | 'silent';
  readonly data: JsonObject | undefined;
  readonly verbatim: { readonly data?: JsonValue } | undefined;

  constructor(code: Code, facts: ErrorFacts[Code], options: ErrorOptions = {}) {
    const row: ErrorRow<ErrorFacts[Code]> = ERRORS[code];
    super(row.says(facts), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.facts = facts;
    this.hint = options.hint;
    this.wire = options.wire ?? row.wire;
    this.data = options.data;
    this.verbatim = options.verbatim;
  }
}

/** The only catch-all: whatever was thrown becomes a row of the table. */
export function toPlugboardError(thrown: unknown): PlugboardError {
  if (thrown instanceof PlugboardError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new PlugboardError('cancelled', {}, { cause: thrown });
  }
  return new PlugboardError('internal', {}, { cause: thrown });
}
