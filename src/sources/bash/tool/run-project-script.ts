// Runs a script of the project to its end: bounded, in a group of its own, with a tail of its stderr.
import { statSync } from 'node:fs';
import { PlugboardError } from '../../../core/errors.ts';
import { runChild, type ChildEnd, type RunOptions } from '../../../platform/run-child.ts';

export interface ProjectScript extends Pick<
  RunOptions,
  'env' | 'cwd' | 'signals' | 'what' | 'timeoutMs' | 'maxOutputBytes'
> {
  readonly path: string;
  readonly args?: readonly string[];
  /** Whether the system may start it by itself; found out where absent. */
  readonly isExecutable?: boolean;
  /** More on stderr ends the script; default: as much as on stdout. */
  readonly maxStderrBytes?: number;
  /** How much of the end of stderr is kept; default 4096. */
  readonly stderrTailBytes?: number;
  /** Sees stderr while it comes. */
  readonly onStderr?: (chunk: Buffer) => void;
}

export interface ScriptEnd extends ChildEnd {
  /** The last bytes of stderr, as text. */
  readonly stderr: string;
}

const STDERR_TAIL_BYTES = 4096;
const EXECUTE_BITS = 0o111;

/** What may not be executed is read by bash; stdin is empty. */
export async function runProjectScript(script: ProjectScript): Promise<ScriptEnd> {
  const { path, args = [], signals, maxOutputBytes } = script;
  const isExecutable = script.isExecutable ?? mayBeExecuted(path);
  const tooMuch = new AbortController();
  const stderr = tail(script.stderrTailBytes ?? STDERR_TAIL_BYTES);
  const limitBytes = script.maxStderrBytes ?? maxOutputBytes;
  const end = await runChild(isExecutable ? path : 'bash', {
    args: isExecutable ? args : [path, ...args],
    env: script.env,
    ...(script.cwd !== undefined && { cwd: script.cwd }),
    what: script.what,
    timeoutMs: script.timeoutMs,
    maxOutputBytes,
    signals: [...signals, tooMuch.signal],
    onStderr: (chunk) => {
      script.onStderr?.(chunk);
      if (stderr.push(chunk) > limitBytes) {
        const hint = 'It was written to stderr; send it to a file';
        tooMuch.abort(new PlugboardError('too_large', { limitBytes }, { hint }));
      }
    },
  });
  return { ...end, stderr: stderr.text() };
}

function mayBeExecuted(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & EXECUTE_BITS) !== 0;
}

/** Keeps the end of a stream; `push` says how much came in all. */
function tail(maxBytes: number) {
  let kept: Buffer = Buffer.alloc(0);
  let total = 0;
  return {
    push: (chunk: Buffer): number => {
      total += chunk.length;
      kept = Buffer.concat([kept, chunk]);
      if (kept.length > maxBytes) kept = Buffer.from(kept.subarray(kept.length - maxBytes));
      return total;
    },
    text: (): string => kept.toString().trimEnd(),
  };
}
