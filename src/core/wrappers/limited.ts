// Bounds the calls of a source: how many at once, how long, how much output.
import type { CallContext } from '../call-context.ts';
import { PlugboardError } from '../errors.ts';
import { narrowedContext } from '../local-context.ts';
import { MAX_TIMER_MS } from '../max-timer.ts';
import { onAbort } from '../on-abort.ts';
import type { ToolResult } from '../result.ts';
import type { ToolSource } from '../tool-source.ts';
import { wrapped } from './wrapped.ts';

export interface Limits {
  readonly maxConcurrent?: number;
  readonly maxOutputBytes?: number;
  readonly timeoutMs?: number;
}

/**
 * The source with bounds on its calls: how many at once, how long, how much output.
 *
 * @example
 * ```ts
 * import { limited, openScripts } from 'plugboard';
 *
 * const calm = limited(await openScripts('./scripts'), { maxConcurrent: 4, timeoutMs: 10_000 });
 * ```
 */
export function limited(source: ToolSource, limits: Limits): ToolSource {
  const gate = turnstile(limits.maxConcurrent ?? Infinity);
  return wrapped(source, {
    tools: {
      list: (ctx) => source.tools.list(ctx),
      call: async (name, args, ctx) => {
        const leave = await gate(ctx.signal);
        try {
          const call = (inner: CallContext) => source.tools.call(name, args, inner);
          const result = await withTimeout({ call, name, timeoutMs: limits.timeoutMs }, ctx);
          refuseOversize(result, limits.maxOutputBytes);
          return result;
        } finally {
          leave();
        }
      },
    },
  });
}

/** Lets `places` callers in at once, the others in order of arrival; an aborted caller leaves the queue. */
export function turnstile(places: number): (signal: AbortSignal) => Promise<() => void> {
  let inside = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    // The place goes to the next in line at once, so that nobody slips in between.
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };
  const once = () => {
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (inside >= places) await queued(queue, signal);
    else inside += 1;
    return once();
  };
}

function queued(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      stopListening();
      resolve();
    };
    const stopListening = onAbort(signal, () => {
      queue.splice(queue.indexOf(enter), 1);
      reject(new PlugboardError('cancelled', {}));
    });
    queue.push(enter);
  });
}

interface TimedCall {
  readonly call: (ctx: CallContext) => Promise<ToolResult>;
  readonly name: string;
  readonly timeoutMs: number | undefined;
}

async function withTimeout(timed: TimedCall, ctx: CallContext): Promise<ToolResult> {
  const { call, name, timeoutMs } = timed;
  if (timeoutMs === undefined) return call(ctx);
  const late = new AbortController();
  const expired = new Promise<never>((_, reject) => {
    late.signal.addEventListener('abort', () => {
      reject(new PlugboardError('timeout', { what: name, afterMs: timeoutMs }));
    });
  });
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, MAX_TIMER_MS));
  try {
    const signal = AbortSignal.any([ctx.signal, late.signal]);
    const deadlineMs = Math.min(ctx.deadlineMs ?? Infinity, Date.now() + timeoutMs);
    return await Promise.race([call(narrowedContext(ctx, { signal, deadlineMs })), expired]);
  } finally {
    clearTimeout(timer);
  }
}

function refuseOversize(result: ToolResult, maxOutputBytes: number | undefined): void {
  if (maxOutputBytes === undefined) return;
  const serialised = JSON.stringify(result);
  // A character is one to three bytes: most results are known to fit without encoding them.
  if (serialised.length * MAX_BYTES_PER_UNIT <= maxOutputBytes) return;
  const bytes = new TextEncoder().encode(serialised).length;
  if (bytes > maxOutputBytes) throw new PlugboardError('too_large', { limitBytes: maxOutputBytes });
}

const MAX_BYTES_PER_UNIT = 3;
