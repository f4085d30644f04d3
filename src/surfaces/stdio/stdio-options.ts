// What a caller of serveStdio may choose.
import type { Dialect } from '../../core/dialect.ts';
import type { SourceInfo } from '../../core/tool-source.ts';

export interface StdioOptions {
  /** Default `process.stdin`. */
  readonly input?: NodeJS.ReadableStream;
  /** Default `process.stdout`. */
  readonly output?: NodeJS.WritableStream;
  readonly dialect?: Dialect;
  readonly info?: SourceInfo;
  readonly onProblem?: (message: string, cause?: unknown) => void;
}

/** A running stdio server; `ended` resolves when the client closed its end and all answers are out. */
export interface StdioServer extends AsyncDisposable {
  readonly ended: Promise<void>;
}
