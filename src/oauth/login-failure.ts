// Turns what goes wrong while logging in into words; secrets never get into them.
import { PlugboardError, toPlugboardError } from '../core/errors.ts';
import { plainWords } from './plain-words.ts';

export function loginFailure(
  server: string,
  reason: string,
  options: { readonly hint?: string; readonly cause?: unknown } = {},
): PlugboardError {
  return new PlugboardError('auth_required', { server, reason: plainWords(reason) }, options);
}

/** What the SDK throws is said in its words; ours stay as they are. */
export function toLoginFailure(server: string, thrown: unknown): PlugboardError {
  if (thrown instanceof PlugboardError) return thrown;
  const error = toPlugboardError(thrown);
  if (error.code === 'cancelled' || !(thrown instanceof Error)) return error;
  return loginFailure(server, wordsOf(thrown), { cause: thrown });
}

function wordsOf({ name, message }: Error): string {
  // Complaints of parsers are about characters: what matters is that the document is wrong.
  if (name === 'ZodError' || name === 'SyntaxError')
    return 'its metadata is not what the OAuth specifications describe';
  return message;
}
