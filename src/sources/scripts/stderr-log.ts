// Sends what a script writes to stderr on as log messages, line by line while it runs.
import type { CallContext, LogLevel } from '../../core/call-context.ts';
import { textLines } from '../../platform/text-lines.ts';
import { SCRIPT_LIMITS } from './limits.ts';

const LEVELS: Readonly<Record<string, LogLevel>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warning',
  WARNING: 'warning',
  ERROR: 'error',
};

/** The word alone: `INFORMATION` and `ERRORS` are ordinary text. */
const PREFIXED = /^(TRACE|DEBUG|INFO|WARNING|WARN|ERROR)(?=[\s:]|$):?\s*(.*)$/su;

const TAIL_BYTES = SCRIPT_LIMITS.stderrTailBytes.value;

export interface StderrLog {
  push(chunk: Buffer): void;
  /** Sends a last line that has no end. */
  end(): void;
  /** The last lines, as text. */
  tail(): string;
}

export interface LogTarget {
  readonly ctx: Pick<CallContext, 'log'>;
  readonly toolName: string;
  /** What comes after is no longer sent, only kept for the tail. */
  readonly maxBytes: number;
}

export function stderrLog({ ctx, toolName, maxBytes }: LogTarget): StderrLog {
  let bytes = 0;
  let tail: Buffer = Buffer.alloc(0);
  const lines = textLines((line) => {
    const [, word = '', message = ''] = PREFIXED.exec(line) ?? [];
    const level = LEVELS[word];
    if (level) ctx.log(level, message, toolName);
    else if (line.trim() !== '') ctx.log('info', line, toolName);
  });
  return {
    push: (chunk) => {
      const isWithin = bytes <= maxBytes;
      bytes += chunk.length;
      tail = lastBytes(tail, chunk);
      if (bytes <= maxBytes) lines.push(chunk);
      else if (isWithin) {
        lines.end();
        ctx.log('warning', `More than ${maxBytes} bytes on stderr; the rest is not sent`, toolName);
      }
    },
    end: () => lines.end(),
    tail: () => toText(tail, bytes > TAIL_BYTES),
  };
}

function lastBytes(tail: Buffer, chunk: Buffer): Buffer {
  if (chunk.length >= TAIL_BYTES) return chunk.subarray(-TAIL_BYTES);
  return Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
}

function toText(tail: Buffer, isCut: boolean): string {
  const text = tail.toString();
  if (!isCut) return text.trim();
  // Starts with a whole line where there is one, so that no character is cut in two.
  return `…${text.slice(text.indexOf('\n') + 1).trim()}`;
}
