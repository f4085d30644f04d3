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
const MAX_LOG_BYTES = SCRIPT_LIMITS.maxLogBytes.value;
/** What a message weighs besides its text: short lines make more of it than they are long. */
const ENVELOPE_BYTES = 128;

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
  /** What the call may print; its messages together weigh no more, and no more than a client takes. */
  readonly maxOutputBytes: number;
}

export function stderrLog({ ctx, toolName, maxOutputBytes }: LogTarget): StderrLog {
  const maxBytes = Math.min(maxOutputBytes, MAX_LOG_BYTES);
  let sentBytes = 0;
  let heardBytes = 0;
  let tail: Buffer = Buffer.alloc(0);
  const send = (level: LogLevel, message: string) => {
    if (sentBytes > maxBytes) return;
    sentBytes += ENVELOPE_BYTES + Buffer.byteLength(JSON.stringify(message));
    if (sentBytes <= maxBytes) return ctx.log(level, message, toolName);
    ctx.log('warning', `More than ${maxBytes} bytes of messages; the rest is not sent`, toolName);
  };
  const lines = textLines((line) => {
    const [, word = '', message = ''] = PREFIXED.exec(line) ?? [];
    const level = LEVELS[word];
    if (level) send(level, message);
    else if (line.trim() !== '') send('info', line);
  });
  return {
    push: (chunk) => {
      heardBytes += chunk.length;
      tail = lastBytes(tail, chunk);
      if (sentBytes <= maxBytes) lines.push(chunk);
    },
    end: () => lines.end(),
    tail: () => toText(tail, heardBytes > TAIL_BYTES),
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
