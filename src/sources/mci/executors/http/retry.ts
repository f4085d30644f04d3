// Tries a request again where that can help: which failures, how often, and after which pause.
import { PlugboardError, toPlugboardError } from '../../../../core/errors.ts';
import { httpErrnoOf, type HttpResponse } from '../../../../platform/fetch-http.ts';
import { MCI_LIMITS } from '../../limits.ts';
import type { TimeFrame } from './time-frame.ts';

export interface RetryRules {
  readonly method: string;
  /** In total, the first one included. */
  readonly attempts: number;
  readonly backoffMs: number;
  readonly frame: TimeFrame;
}

/** What a POST or a PATCH may have done before it failed is not known; these say that it did nothing. */
const UNTOUCHED_STATUS: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const CAREFUL_METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH']);

export async function withRetries(
  attempt: () => Promise<HttpResponse>,
  rules: RetryRules,
): Promise<HttpResponse> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt().catch(toPlugboardError);
    const isLast = tried >= rules.attempts || !isWorthAnother(outcome, rules.method);
    const waitMs = isLast ? Infinity : pauseMs(outcome, tried, rules);
    if (waitMs >= rules.frame.leftMs() || waitMs > MCI_LIMITS.maxRetryWaitMs.value) {
      if (outcome instanceof PlugboardError) throw outcome;
      return outcome;
    }
    await pause(waitMs, rules.frame);
  }
}

function isWorthAnother(outcome: HttpResponse | PlugboardError, method: string): boolean {
  const isCareful = CAREFUL_METHODS.has(method);
  if (outcome instanceof PlugboardError) {
    if (outcome.code !== 'connection_refused') return false;
    return !isCareful || httpErrnoOf(outcome) === 'ECONNREFUSED';
  }
  const { status } = outcome;
  return isCareful ? UNTOUCHED_STATUS.has(status) : status === 429 || status >= 500;
}

function pauseMs(
  outcome: HttpResponse | PlugboardError,
  tried: number,
  { backoffMs }: RetryRules,
): number {
  const own = backoffPauseMs(backoffMs, tried);
  if (outcome instanceof PlugboardError) return own;
  return Math.max(own, retryAfterMs(outcome.headers['retry-after'], Date.now()));
}

/** Doubles with each try, a quarter more or less so that clients do not come back all at once. */
export function backoffPauseMs(backoffMs: number, tried: number): number {
  const jitter = 0.75 + Math.random() / 2;
  return backoffMs * 2 ** (tried - 1) * jitter;
}

/** Seconds or a date; anything else asks for nothing. */
export function retryAfterMs(header: string | string[] | undefined, nowMs: number): number {
  if (typeof header !== 'string') return 0;
  if (/^\s*\d+\s*$/u.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}

async function pause(waitMs: number, frame: TimeFrame): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await frame.until(new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs))));
  } finally {
    clearTimeout(timer);
  }
}
