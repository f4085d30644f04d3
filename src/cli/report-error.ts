// The one funnel of errors: words on stderr or JSON on stdout, and the exit status of the table.
import { amendedError } from '../core/amended-error.ts';
import { ERRORS, type ErrorCode, type PlugboardError } from '../core/errors.ts';
import type { Io } from './io.ts';
import { inWordsOf, type Program } from './program.ts';
import { toJsonText } from './to-json-text.ts';

/** Programs branch on a few codes; the fine one travels as `reason`. */
const JSON_CODES: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  invalid_arguments: 'parse_error',
  not_supported: 'not_found',
};

const VERBOSE_HINT = 'Run it again with --verbose to see the cause';

export interface ReportStyle {
  readonly asJson: boolean;
  readonly isVerbose: boolean;
  /** Whose command lines hints are made of; default `plugboard`. */
  readonly program?: Pick<Program, 'name'>;
  /** Takes secrets out of the cause. */
  readonly hide?: (text: string) => string;
}

export function reportError(error: PlugboardError, style: ReportStyle, io: Io): number {
  const { program = { name: 'plugboard' } } = style;
  const text = style.asJson ? toJsonText(toErrorJson(error)) : renderError(error);
  (style.asJson ? io.stdout : io.stderr).write(inWordsOf(program, text));
  if (style.isVerbose) io.stderr.write(renderCause(error.cause, style.hide));
  return ERRORS[error.code].exit;
}

function renderError(error: PlugboardError): string {
  const hint = error.hint ?? (error.code === 'internal' ? VERBOSE_HINT : undefined);
  return `${error.message}\n${hint === undefined ? '' : `hint: ${hint}\n`}`;
}

/** The whole story, for who asked for it; secrets are no part of it. */
export function renderCause(cause: unknown, hide = (text: string) => text): string {
  if (cause === undefined) return '';
  const story = cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
  return `cause: ${hide(story)}\n`;
}

/** The object of the mcplug specification; the keys mcporter prints stand beside it. */
function toErrorJson(error: PlugboardError) {
  const subject = subjectOf(error);
  return {
    error: {
      ...subject,
      message: error.message,
      code: JSON_CODES[error.code] ?? error.code,
      reason: error.code,
      ...(error.hint !== undefined && { hint: error.hint }),
    },
    ...(subject.server !== undefined && { ...subject, issue: toIssue(error) }),
  };
}

/** The words mcporter has for what went wrong. */
export function toIssue({ code, message }: PlugboardError) {
  const kind = ISSUE_KINDS[code] ?? 'other';
  return { kind, rawMessage: message };
}

const ISSUE_KINDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  auth_required: 'auth',
  connection_refused: 'offline',
  timeout: 'offline',
};

interface Subject {
  readonly server?: string;
  readonly tool?: string;
}

/** The server and the tool, where the error knows them. */
function subjectOf({ facts, data }: PlugboardError): Subject {
  const { server, tool } = { ...data, ...ownSubject(facts) };
  return {
    ...(typeof server === 'string' && { server }),
    ...(typeof tool === 'string' && { tool }),
  };
}

function ownSubject(facts: PlugboardError['facts']): Subject {
  if ('server' in facts) return { server: facts.server };
  if (!('kind' in facts)) return {};
  if (facts.kind === 'server') return { server: facts.name };
  const server = facts.on === undefined ? {} : { server: facts.on };
  return facts.kind === 'tool' ? { ...server, tool: facts.name } : server;
}

/** The same error, knowing which server and tool it is about. */
export function aboutSubject(error: PlugboardError, subject: Subject): PlugboardError {
  return amendedError(error, { data: { ...error.data, ...subject } });
}
