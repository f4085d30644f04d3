// Shows the operator of a server what its clients are not told.
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';
import { renderCause } from '../report-error.ts';

export interface ReporterOptions {
  /** The cause is shown to its last line. */
  readonly verbose?: boolean;
}

export function problemReporter(
  { io, hideSecrets }: Pick<Deps, 'io' | 'hideSecrets'>,
  { verbose }: ReporterOptions = {},
) {
  return (message: string, cause?: unknown) => {
    const reason = cause instanceof Error ? `: ${cause.message}` : '';
    io.stderr.write(`! ${oneLine(message + reason)}\n`);
    if (verbose) io.stderr.write(renderCause(cause, hideSecrets));
  };
}
