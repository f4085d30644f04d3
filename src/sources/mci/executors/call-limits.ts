// How long one execution may take: what its author said, and what the caller has left.
import type { CallContext } from '../../../core/call-context.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { fillFromEnv, type Env } from '../settings.ts';

/** A number of the schema, which may be filled in from the environment. */
export function toWholeNumber(
  value: number | string | undefined,
  { name, least, otherwise, env }: { name: string; least: number; otherwise: number; env: Env },
): number {
  if (typeof value !== 'string') return value ?? otherwise;
  const filled = fillFromEnv(value, env);
  const number = /^\s*\d+\s*$/u.test(filled) ? Number(filled) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  const output = `${name} must be a whole number that is at least ${least}`;
  throw new PlugboardError('tool_failed', { output });
}

/** The nearer of both limits, at least a moment where one has passed; 0 means none. */
export function timeLeftMs(timeoutMs: number, { deadlineMs }: CallContext): number {
  if (deadlineMs === undefined) return timeoutMs;
  const leftMs = Math.max(1, deadlineMs - Date.now());
  return timeoutMs === 0 ? leftMs : Math.min(timeoutMs, leftMs);
}
