// How long a call may take from its start to its result, by a clock that nobody's load can move.
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallContext } from '../../core/call-context.ts';
import { defineTools } from '../../core/define-tools.ts';
import type { ToolSource } from '../../core/tool-source.ts';
import { openOwnServers } from '../open-own-servers.ts';
import { parseCallArgv } from './call-flags.ts';
import { performCall } from './perform-call.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Pace {
  readonly startMs: number;
  readonly call: (ctx: CallContext) => Promise<unknown>;
}

function slowServer({ startMs, call }: Pace): ToolSource {
  const own = defineTools({
    name: 'slow',
    tools: {
      slowly: {
        call: async (_, ctx) => {
          await call(ctx);
          return 'there';
        },
      },
    },
  });
  const list: ToolSource['tools']['list'] = async (ctx) => {
    await wait(startMs);
    return own.tools.list(ctx);
  };
  return { ...own, tools: { list, call: own.tools.call } };
}

/** As the fake clock counts. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** What comes of a call with 30 s for each of starting and calling. */
async function outcomeOf(pace: Pace): Promise<string> {
  const streams = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  };
  const performing = performCall(
    {
      source: slowServer(pace),
      server: 'slow',
      toolNames: ['slowly'],
      timeoutMs: 30_000,
    },
    {
      request: { selector: 'slow.slowly', argumentsFor: async () => ({}) },
      options: parseCallArgv(['slow.slowly']).options,
    },
    {
      io: streams,
      cwd: '/',
      home: '/',
      env: {},
      signal: new AbortController().signal,
      openServers: openOwnServers,
    },
  ).then(
    ({ result }) => JSON.stringify(result.content),
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  return performing;
}

const THERE = '[{"type":"text","text":"there"}]';
const TOO_LATE = 'Timeout after 30s calling slow.slowly';

test.each([
  ['each in its time', { startMs: 29_000, callMs: 29_000 }, THERE],
  ['a start that takes too long', { startMs: 31_000, callMs: 0 }, TOO_LATE],
  ['a call that takes too long', { startMs: 0, callMs: 31_000 }, TOO_LATE],
])(
  '[mcplug:decision:start-has-its-budget] starting has a time of its own: %s',
  async (_, { startMs, callMs }, outcome) => {
    expect(await outcomeOf({ startMs, call: () => wait(callMs) })).toBe(outcome);
  },
);

function steps(count: number) {
  return async (ctx: CallContext) => {
    for (let step = 1; step <= count; step += 1) {
      await wait(20_000);
      ctx.progress({ progress: step });
    }
  };
}

test('[mcplug:decision:progress-extends] progress gives a call more time, up to ten times', async () => {
  expect(await outcomeOf({ startMs: 0, call: steps(14) })).toBe(THERE);
  expect(await outcomeOf({ startMs: 0, call: steps(16) })).toBe(
    'Timeout after 300s calling slow.slowly',
  );
});
