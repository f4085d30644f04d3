// Turns the lines a script writes to its streams into progress and log messages of the call.
import { LOG_LEVELS, type CallContext, type LogLevel } from '../../../core/call-context.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';

export interface NoticeLimits {
  /** 0 means any number. */
  readonly maxProgressPerMinute: number;
  readonly maxLogsPerMinute: number;
}

export interface Notices {
  progress(line: string): void;
  log(line: string): void;
}

/** Lines that cannot be read are dropped, and so are those above the rate. */
export function notices(ctx: CallContext, limits: NoticeLimits): Notices {
  const maySendProgress = perMinute(limits.maxProgressPerMinute);
  const maySendLog = perMinute(limits.maxLogsPerMinute);
  return {
    progress: (line) => {
      if (line === '' || maySendProgress.isSpent()) return;
      const params = paramsOf(line);
      const progress = params?.['progress'];
      if (!params || typeof progress !== 'number' || !maySendProgress.take()) return;
      const { total, message } = params;
      ctx.progress({
        progress,
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
      });
    },
    log: (line) => {
      if (line === '' || maySendLog.isSpent()) return;
      const params = paramsOf(line);
      if (!params) return;
      const { level, logger, data } = params;
      if (!isLevel(level) || data === undefined || !maySendLog.take()) return;
      ctx.log(level, data, typeof logger === 'string' ? logger : undefined);
    },
  };
}

function isLevel(value: JsonValue | undefined): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}

function paramsOf(line: string): JsonObject | undefined {
  try {
    const message = JSON.parse(line) as JsonValue;
    const params = isJsonObject(message) ? message['params'] : undefined;
    return isJsonObject(params) ? params : undefined;
  } catch {
    return undefined;
  }
}

const MINUTE_MS = 60_000;

/** So many in each minute since the first; what comes above that is lost. */
function perMinute(limit: number) {
  let startedMs = -Infinity;
  let count = 0;
  const turn = () => {
    const nowMs = performance.now();
    if (nowMs - startedMs < MINUTE_MS) return;
    startedMs = nowMs;
    count = 0;
  };
  return {
    isSpent: (): boolean => {
      if (limit === 0) return false;
      turn();
      return count >= limit;
    },
    take: (): boolean => {
      count += 1;
      return limit === 0 || count <= limit;
    },
  };
}
