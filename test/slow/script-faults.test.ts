// Scripts that misbehave, and a server that is killed over them: nothing hangs, nothing stays behind.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { waitUntil } from '../support/wait-until.ts';
import { textOf } from './support/http-client.ts';
import { startPlugboard, type PlugboardServer, type Surface } from './support/plugboard-server.ts';
import { HAS_PROC, openDescriptors, residentBytes } from './support/processes.ts';

const SURFACES: readonly Surface[] = ['stdio', 'http'];
const MIB = 1024 * 1024;
const GONE_WITHIN_MS = 10_000;
/** The promise of the watchdog. */
const DEAD_WITHIN_MS = 3_000;

const resultOf = (answer: JsonObject) => answer['result'] as JsonObject;

interface Fault {
  readonly script: string;
  readonly args?: JsonObject;
  /** Default: more than any of them needs. */
  readonly timeoutS?: string;
  readonly expect: (answer: JsonObject) => void;
}

const saysOf = (text: string) => (answer: JsonObject) => {
  expect([textOf(answer), resultOf(answer)['isError']]).toEqual([text, false]);
};

const FAULTS: readonly Fault[] = [
  { script: 'forks', expect: saysOf('forked') },
  { script: 'closes-stdout', expect: saysOf('') },
  { script: 'never-reads', args: { text: 'x'.repeat(MIB) }, expect: saysOf('unread') },
  { script: 'lends-stdout', expect: saysOf('lent') },
  { script: 'floods-stderr', expect: saysOf('logged') },
  {
    script: 'floods-stdout',
    expect: (answer) => expect(answer).toMatchObject({ error: { data: { code: 'too_large' } } }),
  },
  {
    script: 'dies',
    expect: (answer) =>
      expect(resultOf(answer)).toMatchObject({ isError: true, _meta: { exitCode: 137 } }),
  },
  {
    script: 'not-utf8',
    expect: (answer) => {
      expect(textOf(answer)).toBe('caf\uFFFD \uFFFD\uFFFD');
      expect(resultOf(answer)).toMatchObject({ isError: false, _meta: { stdoutIsUtf8: false } });
    },
  },
  {
    script: 'ignores-term',
    timeoutS: '2',
    expect: (answer) =>
      expect(resultOf(answer)).toMatchObject({ isError: true, _meta: { code: 'timeout' } }),
  },
];

interface Baseline {
  readonly descriptors: number;
  readonly children: number;
}

/** After a first call the watchdog is there, and stays. */
async function baselineOf(server: PlugboardServer): Promise<Baseline> {
  saysOf('fine')(await server.call('fine'));
  await waitUntil(() => server.children().length === 1);
  return { descriptors: openDescriptors(server.pid), children: 1 };
}

/** What is there more than before, once it had time to go. */
async function leftBehind(server: PlugboardServer, baseline: Baseline) {
  const children = () => server.children().slice(baseline.children);
  const descriptors = () => openDescriptors(server.pid) - baseline.descriptors;
  const isGone = () => children().length === 0 && descriptors() <= 0;
  await waitUntil(isGone, GONE_WITHIN_MS).catch(() => {});
  return { children: children(), descriptors: Math.max(0, descriptors()) };
}

const NOTHING = { children: [], descriptors: 0 };

/** Waits until that many scripts run. */
async function untilRunning(server: PlugboardServer, script: string, count: number): Promise<void> {
  const running = () => server.children().filter(({ command }) => command.endsWith(`/${script}`));
  await waitUntil(
    () => new Set(running().map(({ group }) => group)).size === count,
    GONE_WITHIN_MS,
  );
}

test.runIf(HAS_PROC)('SIGTERM ends a server whose stdio client reads nothing', async () => {
  const server = await startPlugboard('stdio');
  await baselineOf(server);
  server.child.stdout?.pause();
  const much = server.call('much');
  await waitUntil(() => (server.child.stdout?.readableLength ?? 0) > 0, GONE_WITHIN_MS);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([null, 'SIGTERM']);
  await much;
});

describe.runIf(HAS_PROC).each(SURFACES)('scripts on %s', (surface) => {
  test.each(FAULTS)('$script: the call ends, and nothing of it stays behind', async (fault) => {
    const server = await startPlugboard(surface, '--script-timeout', fault.timeoutS ?? '60');
    const baseline = await baselineOf(server);
    // Side by side, so that one could disturb the other.
    const answers = await Promise.all([1, 2, 3].map(() => server.call(fault.script, fault.args)));
    for (const answer of answers) fault.expect(answer);
    expect(await leftBehind(server, baseline)).toEqual(NOTHING);
    saysOf('fine')(await server.call('fine'));
    expect(residentBytes(server.pid)).toBeLessThan(400 * MIB);
  });

  test('a client that hangs up ends the scripts it started, also those that refuse', async () => {
    const server = await startPlugboard(surface);
    const baseline = await baselineOf(server);
    const calls = ['forever', 'forever', 'ignores-term', 'ignores-term'].map((script) =>
      server.call(script).catch(() => 'hung up'),
    );
    await untilRunning(server, 'forever', 2);
    await untilRunning(server, 'ignores-term', 2);
    server.hangUp();
    expect(await leftBehind(server, baseline)).toEqual(NOTHING);
    server.child.kill('SIGKILL');
    await Promise.all(calls);
  });

  test('SIGKILL over five running calls: three seconds later nothing of them lives', async () => {
    const server = await startPlugboard(surface);
    await baselineOf(server);
    const calls = Array.from({ length: 5 }, () => server.call('forever').catch(() => 'killed'));
    await untilRunning(server, 'forever', 5);
    server.child.kill('SIGKILL');
    await waitUntil(() => server.children().length === 0, DEAD_WITHIN_MS);
    expect(await server.ended).toEqual([null, 'SIGKILL']);
    await Promise.all(calls);
  });

  test('SIGTERM: what is nearly done is answered, what is not is ended, and so is the server', async () => {
    const server = await startPlugboard(surface);
    await baselineOf(server);
    const soon = server.call('soon');
    const forever = server.call('forever').catch(() => 'ended');
    await untilRunning(server, 'soon', 1);
    await untilRunning(server, 'forever', 1);
    server.child.kill('SIGTERM');
    saysOf('soon')(await soon);
    expect(await server.ended).toEqual([null, 'SIGTERM']);
    await forever;
    await waitUntil(() => server.children().length === 0, DEAD_WITHIN_MS);
  });
});
