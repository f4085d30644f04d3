// What servers say besides their answers: log messages and stderr, shown as far as the user wants it.
import { LOG_LEVELS, type LogLevel } from '../../core/call-context.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { textLines, type TextLines } from '../../platform/text-lines.ts';
import { asText } from '../as-text.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from '../one-line.ts';

/** The words of `MCPLUG_LOG_LEVEL`, and the first level of the protocol each lets through. */
const THRESHOLDS = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const satisfies Record<string, LogLevel>;

type Threshold = keyof typeof THRESHOLDS;

function readThreshold(env: Deps['env'], fallback: Threshold): Threshold {
  const text = env['MCPLUG_LOG_LEVEL'];
  if (!text) return fallback;
  const known = (Object.keys(THRESHOLDS) as Threshold[]).find((name) => name === text);
  if (known) return known;
  const wanted = Object.keys(THRESHOLDS).join(', ');
  const reason = `expected one of ${wanted}, got '${text}'`;
  throw new PlugboardError('parse_error', { what: 'MCPLUG_LOG_LEVEL', reason });
}

/** Writes log messages of a tool to stderr, from the threshold on. */
export function logWriter({ env, io }: Deps, fallback: Threshold) {
  const lowest = LOG_LEVELS.indexOf(THRESHOLDS[readThreshold(env, fallback)]);
  return (level: LogLevel, data: JsonValue): void => {
    if (LOG_LEVELS.indexOf(level) < lowest) return;
    io.stderr.write(`${level} ${asText(data)}\n`);
  };
}

/** Shows the stderr of servers, each line with its server; only who debugs wants that. */
export function stderrShower({ env, io }: Deps, isVerbose: boolean) {
  if (!isVerbose && readThreshold(env, 'warn') !== 'debug') return undefined;
  const byServer = new Map<string, TextLines>();
  return (server: string, chunk: Buffer): void => {
    const lines =
      byServer.get(server) ??
      textLines((line) => void io.stderr.write(`[${server}] ${oneLine(line)}\n`));
    byServer.set(server, lines);
    lines.push(chunk);
  };
}
