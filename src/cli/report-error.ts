// The one funnel of errors: words on stderr or JSON on stdout, and the exit status of the table.
import { ERRORS, type ErrorCode, type PlugboardError } from '../core/errors.ts';
import type { Io } from './io.ts';

/** Programs branch on a few codes; the fine one travels as `reason`. */
const JSON_CODES: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  invalid_arguments: 'parse_error',
  not_supported: 'not_found',
};

const VERBOSE_HINT = 'Run it again with --verbose to see the cause';

export interface ReportStyle {
  readonly asJson: boolean;
  readonly isVerbose: boolean;
}

export function reportError(error: PlugboardError, style: ReportStyle, io: Io): number {
  if (style.asJson) io.stdout.write(`${JSON.stringify(toErrorJson(error), undefined, 2)}\n`);
  else io.stderr.write(renderError(error));
  if (style.isVerbose) io.stderr.write(renderCause(error.cause));
  return ERRORS[error.code].exit;
}

function renderError(error: PlugboardError): string {
  const hint = error.hint ?? (error.code === 'internal' ? VERBOSE_HINT : undefined);
  return `${error.message}\n${hint === undefined ? '' : `hint: ${hint}\n`}`;
}

/** The whole story, for who asked for it. */
export function renderCause(cause: unknown): string {
  if (cause === undefined) return '';
  return `cause: ${cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)}\n`;
}

function toErrorJson(error: PlugboardError) {
  return {
    error: {
      ...subjectOf(error),
      message: error.message,
      code: JSON_CODES[error.code] ?? error.code,
      reason: error.code,
      ...(error.hint !== undefined && { hint: error.hint }),
    },
  };
}

/** The server and the tool, where the error knows them. */
function subjectOf({ facts }: PlugboardError): Record<string, string> {
  if ('server' in facts) return { server: facts.server };
  if (!('kind' in facts)) return {};
  return facts.kind === 'server' || facts.kind === 'tool' ? { [facts.kind]: facts.name } : {};
}
