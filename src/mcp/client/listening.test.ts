// Proves that no change of a list falls between two streams, nor before the first.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { ChangedSide } from '../../core/tool-source.ts';
import { openListening, type ListenOptions } from './listening.ts';

interface Stream extends ListenOptions {
  readonly filter: JsonObject;
  readonly end: () => void;
}

const CHANGES = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose streams are acknowledged and ended by hand. */
function stage() {
  const streams: Stream[] = [];
  const listed = new Set<ChangedSide>();
  const missed: ChangedSide[] = [];
  const listening = openListening({
    listen: (filter, options) =>
      new Promise((_, reject) => {
        const end = () => reject(new Error('ended'));
        options.signal.addEventListener('abort', end);
        streams.push({ filter, end, ...options });
      }),
    listed,
    onMissed: (what) => missed.push(what),
  });
  const at = (index: number): Stream => {
    const stream = streams[index];
    if (!stream) throw new Error(`there is no stream ${index}`);
    return stream;
  };
  return { listening, listed, missed, streams, at };
}

test('what was listed before is told once the first stream is acknowledged, once', () => {
  const { listening, listed, missed, at } = stage();
  listed.add('tools');
  listening.wantChanges();
  listed.add('prompts');
  expect(missed).toEqual([]);
  at(0).onAcknowledged(CHANGES);
  expect(missed).toEqual(['tools']);
});

test('what nobody follows is not told', () => {
  const { listening, listed, missed, at } = stage();
  listed.add('tools');
  listening.wantChanges();
  at(0).onAcknowledged({ promptsListChanged: true });
  expect(missed).toEqual([]);
});

test('what may have changed between two streams is told by the next', async () => {
  const { listening, listed, missed, at } = stage();
  listening.wantChanges();
  at(0).onAcknowledged(CHANGES);
  listed.add('tools');
  at(0).end();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(missed).toEqual([]);
  at(1).onAcknowledged(CHANGES);
  expect(missed).toEqual(['tools']);
});

test('a stream stays until the one that takes its place is acknowledged', async () => {
  const { listening, listed, missed, streams, at } = stage();
  listening.wantChanges();
  at(0).onAcknowledged(CHANGES);
  listed.add('tools');
  listening.wantUpdates('a://1');
  listening.wantUpdates('a://2');
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  at(2).onAcknowledged({ ...CHANGES, resourceSubscriptions: ['a://1', 'a://2'] });
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([missed, streams.length]).toEqual([[], 3]);
});

test('lists are missed by a stream that was about resources only', () => {
  const { listening, listed, missed, at } = stage();
  listed.add('tools');
  listening.wantUpdates('a://1');
  at(0).onAcknowledged({ resourceSubscriptions: ['a://1'] });
  expect(missed).toEqual([]);
  listening.wantChanges();
  at(1).onAcknowledged(CHANGES);
  expect(missed).toEqual(['tools']);
});

test('leaves no stream open when it is closed', () => {
  const { listening, streams, at } = stage();
  listening.wantChanges();
  at(0).onAcknowledged(CHANGES);
  listening.wantUpdates('a://1');
  listening[Symbol.dispose]();
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, true]);
});
