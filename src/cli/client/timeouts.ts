// How long servers may take: a flag, or a variable, or what the specification says.
import { PlugboardError } from '../../core/errors.ts';
import { MAX_TIMER_MS } from '../../core/max-timer.ts';
import { wholeNumber, type FlagTable } from '../flags.ts';
import type { Deps } from '../deps.ts';

export const DEFAULT_TIMEOUT_MS = 30_000;

export const timeoutFlag = {
  timeout: {
    value: 'MS',
    doc: 'Give up after this many milliseconds without an answer.',
    parse: wholeNumber('timeout', { min: 1, max: MAX_TIMER_MS }),
  },
} as const satisfies FlagTable;

export type TimeoutVariable =
  | 'MCPLUG_CALL_TIMEOUT'
  | 'MCPLUG_LIST_TIMEOUT'
  | 'MCPLUG_OAUTH_TIMEOUT_MS';

/** What the variable says, if it is set. */
export function readTimeoutMs(env: Deps['env'], name: TimeoutVariable): number | undefined {
  const text = env[name];
  if (!text) return undefined;
  const value = /^\d+$/u.test(text) ? Number(text) : NaN;
  if (value >= 1 && value <= MAX_TIMER_MS) return value;
  const reason = `expected milliseconds, got '${text}'`;
  throw new PlugboardError('parse_error', { what: name, reason });
}

/** The flag, the variable, what the server's entry says, the default: the first that is there. */
export function timeoutOf(
  name: TimeoutVariable,
  { env }: Pick<Deps, 'env'>,
  said: { readonly flag?: number | undefined; readonly entry?: number | undefined },
): number {
  return said.flag ?? readTimeoutMs(env, name) ?? said.entry ?? DEFAULT_TIMEOUT_MS;
}
