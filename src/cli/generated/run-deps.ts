// What one run of a generated command line works with.
import type { Io } from '../io.ts';

export interface RunDeps {
  readonly io: Io;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly signal: AbortSignal;
}
