// Runs cargo on projects of its own, with one folder for all that was compiled.
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

/** Kept from run to run: crates are compiled once. */
const TARGET = process.env['CARGO_TARGET_DIR'] ?? join(tmpdir(), 'plugboard-cargo-target');

/** Without optimisation, which takes most of the time of a build and proves nothing. */
export const CARGO_ENV = {
  ...process.env,
  CARGO_TARGET_DIR: TARGET,
  CARGO_TERM_COLOR: 'never',
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
};

export interface Ended {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, stdin = '' }: RunOptions = {},
): Promise<Ended> {
  const options = { cwd, env: { ...CARGO_ENV, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const running = promisify(execFile)(program, [...args], options);
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(stdin);
  return running.then(
    ({ stdout, stderr }) => ({ exit: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      exit: code,
      stdout,
      stderr,
    }),
  );
}

/** A folder that is there until the tests of a file are over. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function writeProject(
  folder: string,
  files: Iterable<readonly [string, string]>,
): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Why nothing can be compiled here; `undefined` where it can. */
export async function whyNoCargo(manifest: string): Promise<string | undefined> {
  if (spawnSync('cargo', ['--version']).status !== 0) return 'cargo is not installed';
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-crates-'));
  try {
    await writeProject(folder, [
      ['Cargo.toml', manifest],
      ['src/main.rs', 'fn main() {}\n'],
    ]);
    const fetched = await runProgram('cargo', ['fetch'], { cwd: folder });
    return fetched.exit === 0 ? undefined : `crates cannot be had: ${fetched.stderr.slice(-300)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
