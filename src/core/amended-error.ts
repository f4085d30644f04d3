// The same error with more said about it: by whoever knows the way out, or how its wire calls it.
import { PlugboardError, type ErrorOptions } from './errors.ts';

/** What is not said anew stays as it was. */
export function amendedError(error: PlugboardError, more: ErrorOptions): PlugboardError {
  const { code, facts, hint, cause, wire, data, verbatim } = error;
  return new PlugboardError(code, facts, {
    ...(hint !== undefined && { hint }),
    ...(typeof wire === 'number' && { wire }),
    ...(data && { data }),
    ...(verbatim && { verbatim }),
    cause,
    ...more,
  });
}
