// What becomes of scripts when the program that started them ends, in whatever way.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openScripts } from '../../src/sources/scripts/open-scripts.ts';
import { waitUntil } from '../support/wait-until.ts';
import { childrenOf, countMarked, isAlive, newMark } from './processes.ts';
import { toStage } from './stage.ts';

const FAULTS = new URL('../fixtures/scripts-faults', import.meta.url).pathname;
/** The promise of the architecture. */
const PROMISED = { timeout: 3_000, interval: 10 };

/** Opens the source, calls what it is told to, and says so when a script has started. */
const PROGRAM = `
import { openScripts } from './src/sources/scripts/open-scripts.ts';
import { localContext } from './src/core/local-context.ts';
const [, , root, mark, ending, ...names] = process.argv;
const source = await openScripts(root, { cache: false });
const calls = names.map((name) => source.tools.call(name, { mark }, localContext({
  onLog: () => console.log('started'),
})));
await Promise.race([Promise.all(calls), new Promise((resolve) => {
  process.stdin.on('end', resolve).resume();
})]);
if (ending === 'exit') process.exit(0);
for (const call of calls) call.catch(() => {});
await source[Symbol.asyncDispose]();
console.log('closed');
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugboard-crash-'));
  await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), loader: 'ts' },
    outfile: join(folder, 'program.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});
afterAll(() => rm(folder, { recursive: true }));

interface Started {
  readonly program: ChildProcess;
  readonly mark: string;
  output(): string;
}

async function start(ending: 'exit' | 'close', names: readonly string[]): Promise<Started> {
  const mark = newMark();
  const args = [join(folder, 'program.mjs'), FAULTS, mark, ending, ...names];
  const program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  let output = '';
  program.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  await waitUntil(() => output.split('started').length > names.length);
  // The program itself has the mark in its command line.
  await waitUntil(async () => (await countMarked(mark)) > names.length);
  return { program, mark, output: () => output };
}

const NAMES = ['forever', 'forever-with-children', 'ignores-sigterm'];

describe('scripts under way', () => {
  it('are gone three seconds after their program was killed with -9', async () => {
    const { program, mark } = await start('exit', NAMES);
    program.kill('SIGKILL');
    await once(program, 'exit');
    await expect.poll(() => countMarked(mark), PROMISED).toBe(0);
  });

  it('are gone when their program leaves without a word', async () => {
    const { program, mark } = await start('exit', NAMES);
    program.stdin?.end();
    expect(await once(program, 'exit')).toEqual([0, null]);
    await expect.poll(() => countMarked(mark), PROMISED).toBe(0);
  });

  it('are gone before a closed source lets its program end by itself', async () => {
    const { program, mark, output } = await start('close', ['forever', 'forever-with-children']);
    program.stdin?.end();
    expect(await once(program, 'exit')).toEqual([0, null]);
    expect(output()).toContain('closed');
    await expect.poll(() => countMarked(mark), PROMISED).toBe(0);
  });
});

describe('the watchdog', () => {
  it('is one for all scripts, and goes with its program', async () => {
    const { program } = await start('close', ['forever', 'forever']);
    const dogs = await childrenOf(program.pid, 'plugboard-watchdog');
    expect(dogs).toHaveLength(1);
    program.stdin?.end();
    await once(program, 'exit');
    await waitUntil(async () => !(await isAlive(dogs[0])));
  });

  it('is replaced with the next script when it was killed', async () => {
    await using source = await openScripts(FAULTS, { cache: false });
    const stage = toStage(FAULTS, source);
    expect(await stage.text('never-reads-stdin', { data: '' })).toBe('answered');
    const [dog = 0] = await childrenOf(process.pid, 'plugboard-watchdog');
    process.kill(dog, 'SIGKILL');
    await waitUntil(async () => !(await isAlive(dog)));
    expect(await stage.text('never-reads-stdin', { data: '' })).toBe('answered');
    expect(await childrenOf(process.pid, 'plugboard-watchdog')).toHaveLength(1);
  });
});
