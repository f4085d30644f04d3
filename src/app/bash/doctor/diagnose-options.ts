// What a diagnosis is about, and how far it may go.
import type { Environment } from '../../../platform/env.ts';

/** Whether anything is to be mended, or only told what would be. */
export type MendMode = 'look' | 'propose' | 'mend';

export interface DiagnoseOptions {
  readonly cwd: string;
  readonly home: string;
  /** Default: the project around the working directory. */
  readonly projectRoot?: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly mode: MendMode;
  /** The version of mcp-bash that is needed; default what the project says. */
  readonly minVersion?: string;
  /** Another version of this program was asked for by name. */
  readonly isOtherVersionWanted?: boolean;
}
