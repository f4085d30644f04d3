// A log that writes lines to one stream: words for people, or JSON for collectors.
import type { JsonValue } from '../core/json.ts';

export const LOG_ORDER = ['trace', 'debug', 'info', 'warn', 'error', 'off'] as const;
export type LogThreshold = (typeof LOG_ORDER)[number];
export type LineLevel = Exclude<LogThreshold, 'off'>;
export type LogFields = Readonly<Record<string, JsonValue>>;

/** Writes one line, unless the level is below the threshold. */
export type Log = (level: LineLevel, message: string, fields?: LogFields) => void;

export interface LogOptions {
  readonly format: 'words' | 'json';
  /** The lowest level that is written. */
  readonly threshold: LogThreshold;
  /** Epoch milliseconds; only JSON lines carry the time. */
  readonly now: () => number;
}

export function lineLog(stream: NodeJS.WritableStream, options: LogOptions): Log {
  const render = options.format === 'json' ? toJsonLine : toWords;
  const lowest = LOG_ORDER.indexOf(options.threshold);
  return (level, message, fields = {}) => {
    if (LOG_ORDER.indexOf(level) < lowest) return;
    stream.write(`${render({ level, message, fields, nowMs: options.now() })}\n`);
  };
}

interface Line {
  readonly level: LineLevel;
  readonly message: string;
  readonly fields: LogFields;
  readonly nowMs: number;
}

function toJsonLine({ level, message, fields, nowMs }: Line): string {
  const timestamp = new Date(nowMs).toISOString();
  return JSON.stringify({ timestamp, level: level.toUpperCase(), msg: message, ...fields });
}

function toWords({ level, message, fields }: Line): string {
  const facts = Object.entries(fields).map(([name, value]) => ` ${name}=${toWord(value)}`);
  return `${level} ${message}${facts.join('')}`;
}

function toWord(value: JsonValue): string {
  return typeof value === 'string' && /^[^\s"=]+$/u.test(value) ? value : JSON.stringify(value);
}
