// Two hundred calls while client, daemon and server are killed at random: nothing of ours is left.
import { randomInt } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtProgram, keptEntry, openStage, PATIENCE_MS, type Stage } from '../daemon/stage.ts';
import { waitUntil } from '../support/wait-until.ts';
import { HAS_PROC, listProcesses } from './support/processes.ts';

const program = builtProgram();
const CALLS = 200;
const AT_ONCE = 4;

/** Every process that runs for this stage: servers carry its mark, daemons run in its folder. */
function processesOf(stage: Stage, mark: string) {
  return listProcesses().filter(
    ({ pid, command }) =>
      command.includes(mark) || (command.includes('bin/daemon.js') && runsIn(pid, stage.home)),
  );
}

function runsIn(pid: number, home: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(home);
  } catch {
    return false;
  }
}

test('[mcplug:daemon:no-leaks] 200 calls with random kills of client, daemon and server leave no process', async () => {
  if (!HAS_PROC) return;
  const stage = await openStage(program);
  const mark = `mark-${process.pid}-${Date.now()}`;
  const { args } = keptEntry() as { args: string[] };
  await stage.configure({ kept: keptEntry({ args: [...args, mark] }) });
  const outcomes = { done: 0, failed: 0 };
  const complaints: string[] = [];
  const killOneOf = (kind: 'server' | 'daemon') => {
    const found = processesOf(stage, mark).find(({ command }) =>
      kind === 'server' ? command.includes(mark) : command.includes('bin/daemon.js'),
    );
    if (found) process.kill(found.pid, 'SIGKILL');
  };
  const oneCall = async (number: number) => {
    const begun = join(stage.home, `begun-${number}`);
    const slow = ['kept.wait', `begun=${begun}`, `until=${begun}`];
    const call = stage.start(number % 2 === 0 ? slow : ['call', 'kept.pid']);
    const victim = randomInt(8);
    if (victim === 0) call.child.kill('SIGKILL');
    else if (victim === 1) killOneOf('server');
    else if (victim === 2) killOneOf('daemon');
    const { exit, stderr } = await call.ended;
    outcomes[exit === 0 ? 'done' : 'failed'] += 1;
    if (exit === 1) complaints.push(stderr);
  };
  const numbers = Array.from({ length: CALLS }, (_, at) => at).values();
  const worker = async () => {
    for (const number of numbers) await oneCall(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const unclear = complaints.filter((text) => !/Cannot connect to|not repeated/u.test(text));
  expect(unclear).toEqual([]);
  expect(outcomes.done).toBeGreaterThan(CALLS / 4);
  await stage.run(['daemon', 'stop']);
  await waitUntil(() => processesOf(stage, mark).length === 0, PATIENCE_MS);
}, 600_000);
