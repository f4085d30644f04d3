// How long scripts may take, and how many run at once; the clock is moved, not waited for.
import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toPlugboardError } from '../../src/core/errors.ts';
import { localContext } from '../../src/core/local-context.ts';
import { shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { countMarked, newMark } from './processes.ts';
import { stageWith, type Stage } from './stage.ts';

const GATE = { required: true, value_type: 'string' };
/** Says that it started, and ends when the file of its gate is there. */
const WAITS = 'echo "INFO $gate" >&2; while [ ! -e "$gate" ]; do sleep 0.01; done; echo "$gate"';
/** A mark in its command line, so that the test sees it run. */
const hangs = (mark: string) => `exec sh -c 'while :; do sleep 1; done' ${mark}`;

function startedGates(stage: Stage): string[] {
  return stage.logs.map(({ data }) => data.split('/').pop() ?? '');
}

const holdClock = () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Asks again without a timer, because timers stand still. */
const untilRunning = async (mark: string) => {
  while ((await countMarked(mark)) === 0) await new Promise((resolve) => setImmediate(resolve));
};

const wait = (stage: Stage, name: string, gate: string) =>
  stage.text(name, { gate: `${stage.root}/.${gate}` });
const open = (stage: Stage, gate: string) => writeFile(`${stage.root}/.${gate}`, '');

/** Moves the clock past a limit, and says how what ran into it ended. */
const passing = async (limitMs: number, mark: string, ending: Promise<unknown>) => {
  await untilRunning(mark);
  vi.advanceTimersByTime(limitMs - 1);
  expect(await countMarked(mark)).not.toBe(0);
  vi.advanceTimersByTime(1);
  return ending;
};

describe('time', () => {
  afterEach(() => void vi.useRealTimers());
  verifies('mcpd:limits:calls-300-s', 'for a call is five minutes', async () => {
    const mark = newMark();
    const stage = await stageWith({ tool: shellTool(hangs(mark)) });
    await stage.list();
    holdClock();
    const error = await passing(300_000, mark, stage.failure('tool'));
    expect(error).toMatchObject({ code: 'timeout', message: 'Timeout after 300s calling tool' });
  });

  verifies('mcpd:limits:script-timeout-0-is-none', 'without a limit has none', async () => {
    const mark = newMark();
    const stage = await stageWith({ tool: shellTool(hangs(mark)) }, { timeoutMs: 0 });
    await stage.list();
    holdClock();
    const caller = new AbortController();
    const ending = stage.failure('tool', {}, caller.signal);
    await untilRunning(mark);
    vi.advanceTimersByTime(1_000_000_000);
    expect(await countMarked(mark)).not.toBe(0);
    caller.abort();
    expect((await ending).code).toBe('cancelled');
  });

  verifies('mcpd:limits:help-10-s', 'for --help is ten seconds', async () => {
    const mark = newMark();
    holdClock();
    const stage = await stageWith({ good: shellTool('echo'), slow: `#!/bin/sh\n${hangs(mark)}\n` });
    await passing(10_000, mark, stage.list());
    expect(await stage.names()).toEqual(['good']);
    const { slow } = await stage.problems();
    expect(slow?.message).toBe('Timeout after 10s calling slow --help');
    expect(slow?.hint).toContain('Answer --help before');
  });

  verifies('mcpd:limits:state-30-s', 'for --state is half a minute', async () => {
    const mark = newMark();
    const stage = await stageWith({ tool: shellTool(hangs(mark), {}, { state: true }) });
    await stage.list();
    holdClock();
    const read = stage.read('mcpd://tool/state').catch(toPlugboardError);
    expect(await passing(30_000, mark, read)).toMatchObject({
      code: 'timeout',
      message: 'Timeout after 30s calling tool --state',
      wire: -32603,
    });
  });

  it('of the caller counts where it is shorter', async () => {
    const stage = await stageWith({ tool: shellTool('sleep 60') });
    const ctx = localContext({ deadlineMs: Date.now() + 200 });
    const error = await stage.source.tools.call('tool', {}, ctx).catch(toPlugboardError);
    expect(error).toMatchObject({ code: 'timeout' });
  });
});

describe('number', () => {
  verifies('mcpd:limits:16-scripts-at-once', 'of scripts at once is 16', async () => {
    const stage = await stageWith({ tool: shellTool(WAITS, { gate: GATE }) });
    const gates = Array.from({ length: 17 }, (_, at) => `gate-${at}`);
    const calls = gates.map((gate) => wait(stage, 'tool', gate));
    await waitUntil(() => stage.logs.length === 16);
    expect(startedGates(stage)).not.toContain('.gate-16');
    await open(stage, 'gate-3');
    await waitUntil(() => stage.logs.length === 17);
    await Promise.all(gates.map((gate) => open(stage, gate)));
    expect(await Promise.all(calls)).toHaveLength(17);
  });

  it('may be chosen, and whoever gives up leaves the queue', async () => {
    const files = { tool: shellTool(WAITS, { gate: GATE }) };
    const stage = await stageWith(files, { maxConcurrent: 1 });
    const first = wait(stage, 'tool', 'one');
    await waitUntil(() => stage.logs.length === 1);
    const caller = new AbortController();
    const second = stage.failure('tool', { gate: 'never' }, caller.signal);
    const third = wait(stage, 'tool', 'three');
    caller.abort();
    expect((await second).code).toBe('cancelled');
    await Promise.all([open(stage, 'one'), open(stage, 'three')]);
    await Promise.all([first, third]);
    expect(startedGates(stage)).toEqual(['.one', '.three']);
  });

  verifies(
    ['mcpd:limits:stateful-one-call-at-a-time', 'mcpd:better:stateful-calls-serialised'],
    'of calls to a script with state is one, in order',
    async () => {
      const files = {
        free: shellTool(WAITS, { gate: GATE }),
        stateful: shellTool(WAITS, { gate: GATE }, { state: true }),
      };
      const stage = await stageWith(files);
      const one = wait(stage, 'stateful', 'one');
      await waitUntil(() => stage.logs.length === 1);
      const two = wait(stage, 'stateful', 'two');
      const free = wait(stage, 'free', 'free');
      await waitUntil(() => stage.logs.length === 2);
      expect(startedGates(stage)).toEqual(['.one', '.free']);
      await Promise.all(['one', 'two', 'free'].map((gate) => open(stage, gate)));
      await Promise.all([one, two, free]);
      expect(startedGates(stage)).toEqual(['.one', '.free', '.two']);
    },
  );

  verifies(
    'mcpd:limits:state-reads-do-not-wait',
    'of reads of --state is not bound by a call under way',
    async () => {
      const body = `if [ "$1" = "--state" ]; then echo '{"ok":true}'; exit 0; fi; ${WAITS}`;
      const stage = await stageWith({ tool: shellTool(body, { gate: GATE }, { state: true }) });
      const call = wait(stage, 'tool', 'gate');
      await waitUntil(() => stage.logs.length === 1);
      expect((await stage.read('mcpd://tool/state')).text).toBe('{"ok":true}');
      await open(stage, 'gate');
      await call;
    },
  );
});
