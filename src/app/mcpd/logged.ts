// Writes what scripts say and how they end into the daemon's log, beside telling the client.
import type { CallContext, LogLevel } from '../../core/call-context.ts';
import { toPlugboardError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { narrowedContext } from '../../core/local-context.ts';
import { memoByObject } from '../../core/memo.ts';
import type { Listing, ToolSource } from '../../core/tool-source.ts';
import { wrapped } from '../../core/wrappers/wrapped.ts';
import type { LineLevel, Log } from '../../platform/log.ts';

const LINE_LEVELS: Readonly<Partial<Record<LogLevel, LineLevel>>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
};

export function logged(source: ToolSource, log: Log): ToolSource {
  const { resources } = source;
  /** A listing is the same object until something changes, so each problem is written once. */
  const reported = memoByObject((listing: Listing<unknown>) => {
    for (const { subject, error } of listing.problems) {
      log('warn', 'Script is not usable', { command: subject, error: error.message });
    }
    return true;
  });
  return wrapped(source, {
    tools: {
      list: async (ctx) => {
        const listing = await source.tools.list(ctx);
        reported(listing);
        return listing;
      },
      call: async (name, args, ctx) => {
        const heard = overheard(ctx, (level, message) => log(level, message, { command: name }));
        const result = await told(log, name, () => source.tools.call(name, args, heard));
        const exitCode = result._meta?.['exitCode'] ?? 0;
        log('info', 'Command finished execution', { command: name, exit_status: exitCode });
        return result;
      },
    },
    ...(resources && {
      resources: {
        list: (ctx) => resources.list(ctx),
        templates: (ctx) => resources.templates(ctx),
        read: (uri, ctx) => told(log, uri, () => resources.read(uri, ctx)),
        ...(resources.subscribe && { subscribe: resources.subscribe.bind(resources) }),
      },
    }),
  });
}

/** Runs it; what goes wrong is written down and thrown on. */
async function told<Value>(log: Log, command: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (thrown) {
    log('warn', 'Command failed', { command, error: toPlugboardError(thrown).message });
    throw thrown;
  }
}

function overheard(
  ctx: CallContext,
  hear: (level: LineLevel, message: string) => void,
): CallContext {
  return {
    ...narrowedContext(ctx, { signal: ctx.signal }),
    log: (level, data, logger) => {
      hear(LINE_LEVELS[level] ?? 'error', toText(data));
      ctx.log(level, data, logger);
    },
  };
}

function toText(data: JsonValue): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}
