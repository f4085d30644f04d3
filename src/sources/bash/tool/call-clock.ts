// The time a tool may take: a fixed one, or one that progress extends up to an end.
import { PlugboardError } from '../../../core/errors.ts';
import { MAX_TIMER_MS } from '../../../core/max-timer.ts';
import { RPC } from '../../../mcp/wire/jsonrpc.ts';

export interface CallTimes {
  readonly toolName: string;
  /** 0 means no limit. */
  readonly timeoutMs: number;
  /** Progress starts the time anew. */
  readonly isExtended: boolean;
  /** The end of an extended time, from the start; 0 means none. */
  readonly maxMs: number;
  /** What the tool's author advises when time runs out. */
  readonly hint: string | undefined;
}

export interface CallClock extends Disposable {
  /** Aborts with the error the client gets. */
  readonly signal: AbortSignal;
  /** The tool has shown that it is at work. */
  touch(): void;
  /** Stops the time of the tool while it waits for the client. */
  hold(): void;
  release(): void;
}

type Reason = 'fixed' | 'idle' | 'max_exceeded';

export function callClock(times: CallTimes): CallClock {
  const { timeoutMs, isExtended, maxMs } = times;
  const late = new AbortController();
  const expire = (reason: Reason, afterMs: number) => () => {
    late.abort(timeoutError(times, reason, afterMs));
  };
  let leftMs = timeoutMs;
  let startedMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isHeld = false;
  const start = () => {
    if (timeoutMs === 0) return;
    startedMs = performance.now();
    const act = expire(isExtended ? 'idle' : 'fixed', timeoutMs);
    timer = setTimeout(act, Math.min(leftMs, MAX_TIMER_MS));
  };
  start();
  const end =
    isExtended && maxMs > 0
      ? setTimeout(expire('max_exceeded', maxMs), Math.min(maxMs, MAX_TIMER_MS))
      : undefined;
  return {
    signal: late.signal,
    touch: () => {
      leftMs = isExtended ? timeoutMs : leftMs;
      if (isExtended && !isHeld) timer?.refresh();
    },
    hold: () => {
      if (isHeld) return;
      isHeld = true;
      clearTimeout(timer);
      if (!isExtended) leftMs -= performance.now() - startedMs;
    },
    release: () => {
      if (!isHeld) return;
      isHeld = false;
      start();
    },
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      clearTimeout(end);
    },
  };
}

function timeoutError(times: CallTimes, reason: Reason, afterMs: number): PlugboardError {
  const { toolName, isExtended, maxMs, hint } = times;
  return new PlugboardError(
    'timeout',
    { what: toolName, afterMs },
    {
      wire: RPC.internalError,
      ...(hint !== undefined && { hint }),
      data: {
        type: 'timeout',
        timeoutSecs: afterMs / 1000,
        reason,
        ...(isExtended && { progressExtendsTimeout: true, maxTimeoutSecs: maxMs / 1000 }),
      },
    },
  );
}
