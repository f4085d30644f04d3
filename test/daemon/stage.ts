// A home and a project of their own for each test, the program as a process, and what it left behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { buildProgram, type BuiltProgram } from './build-program.ts';

export const KEPT_SERVER = fileURLToPath(new URL('servers/kept.mjs', import.meta.url));
/** Many processes start in these tests, on machines that have other things to do. */
export const PATIENCE_MS = 30_000;

/** The program, built once for the tests of a file. */
export function builtProgram(version = '1.0.0'): { readonly file: string } {
  let program: BuiltProgram | undefined;
  beforeAll(async () => {
    program = await buildProgram(version);
  }, PATIENCE_MS);
  afterAll(() => program?.[Symbol.asyncDispose]());
  return {
    get file() {
      if (!program) throw new Error('the program is not built yet');
      return program.file;
    },
  };
}

export interface Ran {
  readonly exit: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  /** Another build of the program. */
  readonly program?: { readonly file: string };
}

export interface Stage {
  readonly home: string;
  readonly project: string;
  readonly directory: string;
  /** Writes the servers of the project; `kept` is there in any case. */
  configure(servers?: JsonObject, rest?: JsonObject): Promise<void>;
  start(args: readonly string[], options?: RunOptions): Started;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The status, while a daemon runs. */
  status(): Promise<DaemonStatus>;
  /** The words of the daemon's log. */
  log(): string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

export interface DaemonStatus {
  readonly running: boolean;
  readonly pid: number;
  readonly managed_servers: readonly string[];
  readonly servers: readonly (JsonObject & { readonly name: string; readonly state: string })[];
}

export const keptEntry = (more: JsonObject = {}): JsonObject => ({
  command: process.execPath,
  args: [KEPT_SERVER],
  lifecycle: 'keep-alive',
  ...more,
});

export async function openStage(program: { readonly file: string }): Promise<Stage> {
  const folder = await tempFolder();
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  const directory = join(home, '.mcplug');
  await mkdir(join(project, 'config'), { recursive: true });
  await mkdir(home);
  const start: Stage['start'] = (args, options = {}) => {
    const file = (options.program ?? program).file;
    const child = spawn(process.execPath, [file, ...args], {
      cwd: options.cwd ?? project,
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...options.env },
    });
    child.stdin.end(options.stdin ?? '');
    return { child, ended: outcome(child) };
  };
  const run: Stage['run'] = (args, options) => start(args, options).ended;
  const stage: Stage = {
    home,
    project,
    directory,
    configure: (servers = {}, rest = {}) =>
      configureProject(project, { kept: keptEntry(), ...servers }, rest),
    start,
    run,
    status: async () => JSON.parse((await run(['daemon', 'status', '--json'])).stdout),
    log: () => (existsSync(join(directory, 'daemon.log')) ? readLog(directory) : ''),
  };
  await stage.configure();
  onTestFinished(async () => {
    await run(['daemon', 'stop']);
  }, PATIENCE_MS);
  return stage;
}

export async function configureProject(
  project: string,
  mcpServers: JsonObject,
  rest: JsonObject = {},
): Promise<void> {
  const text = JSON.stringify({ imports: [], ...rest, mcpServers });
  await mkdir(join(project, 'config'), { recursive: true });
  await writeFile(join(project, 'config', 'mcplug.json'), text);
}

function readLog(directory: string): string {
  return readFileSync(join(directory, 'daemon.log'), 'utf8');
}

async function outcome(child: ChildProcess): Promise<Ran> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { exit: signal ?? code ?? 0, ...texts };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What has ended but was not collected yet is gone for everyone else.
    const stat = existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
    return !/\) [ZX] /u.test(stat);
  } catch {
    return false;
  }
}

export async function untilDead(pid: number): Promise<void> {
  await waitUntil(() => !isAlive(pid), PATIENCE_MS);
}

export async function untilExists(file: string): Promise<void> {
  await waitUntil(() => existsSync(file), PATIENCE_MS);
}

export function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1);
}
