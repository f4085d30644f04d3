// Scripts that misbehave: nothing hangs, nothing is lost in silence, nothing is left behind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { shellTool } from '../support/temp-folder.ts';
import { verifies } from '../support/verifies.ts';
import { waitUntil } from '../support/wait-until.ts';
import { countDescriptors, countMarked, newMark } from './processes.ts';
import { stageWith, toStage, type Stage } from './stage.ts';

const ROOT = new URL('../fixtures/scripts-faults', import.meta.url).pathname;
const PATIENT = { timeout: 4_000, interval: 10 };

let stage: Stage;
let hasty: Stage;
beforeAll(async () => {
  stage = toStage(ROOT, await openScripts(ROOT, { cache: false }));
  hasty = toStage(ROOT, await openScripts(ROOT, { cache: false, timeoutMs: 300 }));
  await Promise.all([stage.list(), hasty.list()]);
});
afterAll(async () => {
  await stage.source[Symbol.asyncDispose]();
  await hasty.source[Symbol.asyncDispose]();
});

describe('a script that never ends', () => {
  verifies('mcpd:better:timeout', 'is ended at its deadline, and that is said', async () => {
    const mark = newMark();
    expect(await hasty.failure('forever', { mark })).toMatchObject({
      code: 'timeout',
      message: 'Timeout after 0.3s calling forever',
    });
    expect(await countMarked(mark)).toBe(0);
  });

  it('is ended when its caller gives up', async () => {
    const mark = newMark();
    const caller = new AbortController();
    const outcome = stage.failure('forever', { mark }, caller.signal);
    await waitUntil(async () => (await countMarked(mark)) === 1);
    caller.abort();
    expect((await outcome).code).toBe('cancelled');
    expect(await countMarked(mark)).toBe(0);
  });

  it('is not even started for a caller who gave up before', async () => {
    const mark = newMark();
    expect((await stage.failure('forever', { mark }, AbortSignal.abort())).code).toBe('cancelled');
    expect(await countMarked(mark)).toBe(0);
  });

  it('is ended at the deadline of its caller too', async () => {
    const mark = newMark();
    const signal = AbortSignal.timeout(100);
    expect((await stage.failure('forever', { mark }, signal)).code).toBe('timeout');
    await expect.poll(() => countMarked(mark), PATIENT).toBe(0);
  });

  verifies('mcpd:better:process-group-kill', 'is ended with its whole group', async () => {
    const mark = newMark();
    const caller = new AbortController();
    const outcome = stage.failure('forever-with-children', { mark }, caller.signal);
    await waitUntil(async () => (await countMarked(mark)) >= 3);
    caller.abort();
    expect((await outcome).code).toBe('cancelled');
    await expect.poll(() => countMarked(mark), PATIENT).toBe(0);
  });

  it('and ignores SIGTERM is killed two seconds later', async () => {
    const mark = newMark();
    const caller = new AbortController();
    const outcome = stage.failure('ignores-sigterm', { mark }, caller.signal);
    await waitUntil(async () => (await countMarked(mark)) === 1);
    const askedMs = performance.now();
    caller.abort();
    expect((await outcome).code).toBe('cancelled');
    expect(performance.now() - askedMs).toBeGreaterThan(1_990);
    expect(await countMarked(mark)).toBe(0);
  });
});

describe('a script that writes too much', () => {
  verifies('mcpd:better:output-cap', 'is ended, and nothing is cut in silence', async () => {
    await using source = await openScripts(ROOT, { cache: false });
    const error = await toStage(ROOT, source).failure('writes-100-mb');
    expect(error).toMatchObject({
      code: 'too_large',
      message: 'Output exceeds 10485760 bytes.',
    });
  });

  it('to stderr is heard out, and told that it is no longer sent on', async () => {
    await using source = await openScripts(ROOT, { cache: false, maxOutputBytes: 100_000 });
    const other = toStage(ROOT, source);
    expect(await other.text('writes-20-mb-stderr')).toBe('survived');
    const sent = other.logs.reduce((sum, { data }) => sum + data.length, 0);
    expect(sent).toBeLessThan(110_000);
    expect(other.logs.at(-1)).toEqual({
      level: 'warning',
      data: 'More than 100000 bytes of messages; the rest is not sent',
      logger: 'writes-20-mb-stderr',
    });
  });

  it('to stderr in short lines makes no more messages than a client can be expected to take', async () => {
    const chatty = await stageWith({
      chatty: shellTool('yes x | head -c 2000000 >&2; echo survived'),
    });
    expect(await chatty.text('chatty')).toBe('survived');
    const sent = chatty.logs.reduce((sum, line) => sum + 128 + JSON.stringify(line.data).length, 0);
    expect(sent).toBeLessThan(4_194_304 + 1_000);
    expect(chatty.logs.at(-1)?.data).toBe(
      'More than 4194304 bytes of messages; the rest is not sent',
    );
  });

  verifies('mcpd:better:both-pipes-drained', 'to both pipes is read from both', async () => {
    expect(await stage.text('fills-both-pipes')).toHaveLength(300_000);
  });
});

describe('a script with odd pipes', () => {
  it('may close stdout and go on', async () => {
    expect(await stage.call('closes-stdout')).toMatchObject({
      content: [{ type: 'text', text: 'early' }],
      _meta: { exitCode: 3 },
    });
  });

  verifies(
    'mcpd:better:epipe-on-stdin-ignored',
    'may leave its input alone, however much there is',
    async () => {
      const data = 'x'.repeat(1_000_000);
      const texts = [
        ...Array.from({ length: 10 }, () => stage.text('never-reads-stdin', { data })),
        ...Array.from({ length: 30 }, () => stage.text('never-reads-stdin', { data: '' })),
        stage.text('closes-stdin', { data }),
      ];
      expect(new Set(await Promise.all(texts))).toEqual(new Set(['answered']));
    },
  );
});

describe('a script that leaves a process behind', () => {
  it.each(['leaves-grandchild', 'leaves-silent-grandchild', 'leaves-talking-grandchild'])(
    'is answered at once, and the process ends: %s',
    async (name) => {
      const mark = newMark();
      expect(await stage.text(name, { mark })).toMatch(/^answered/u);
      await expect.poll(() => countMarked(mark), PATIENT).toBe(0);
    },
  );
});

describe('all of them together', () => {
  it('leave no process and no descriptor', async () => {
    const mark = newMark();
    const round = async () => {
      await Promise.allSettled([
        ...['forever', 'forever-with-children', 'leaves-grandchild'].map((name) =>
          hasty.call(name, { mark }),
        ),
        stage.call('never-reads-stdin', { data: 'x'.repeat(100_000) }),
        stage.call('closes-stdout'),
        stage.call('fills-both-pipes'),
      ]);
    };
    await round();
    const before = countDescriptors();
    await round();
    await round();
    await expect.poll(() => countMarked(mark), PATIENT).toBe(0);
    await expect.poll(countDescriptors, PATIENT).toBeLessThanOrEqual(before);
  });

  it('end when the source is closed', async () => {
    const source = await openScripts(ROOT, { cache: false });
    const own = toStage(ROOT, source);
    const mark = newMark();
    const outcomes = ['forever', 'forever-with-children'].map((name) =>
      own.failure(name, { mark }),
    );
    await waitUntil(() => own.logs.length === 2);
    await source[Symbol.asyncDispose]();
    expect((await Promise.all(outcomes)).map(({ code }) => code)).toEqual([
      'cancelled',
      'cancelled',
    ]);
    await expect.poll(() => countMarked(mark), PATIENT).toBe(0);
    expect((await own.failure('forever', { mark })).code).toBe('cancelled');
    await source[Symbol.asyncDispose]();
  });
});
