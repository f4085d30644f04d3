// What the process hands to every command.
import type { Io } from './io.ts';

export interface Deps {
  readonly io: Io;
  /** Relative paths of the command line start here. */
  readonly cwd: string;
  /** Aborts on Ctrl-C and on a request to terminate. */
  readonly signal: AbortSignal;
}
