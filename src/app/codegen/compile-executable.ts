// Makes one executable of a bundled command line: the Node.js that runs us, with the program inside.
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PlugboardError } from '../../core/errors.ts';
import { childBaseEnv } from '../../platform/env.ts';
import { packageRoot } from '../../platform/package-root.ts';
import { runChild } from '../../platform/run-child.ts';

export interface CompileOptions {
  readonly output: string;
  readonly mode: number;
  readonly signal: AbortSignal;
}

/** What marks the place for the program in every build of Node.js. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const STEP_TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 1_000_000;

export async function compileExecutable(bundle: string, options: CompileOptions): Promise<void> {
  const { output, mode, signal } = options;
  const node = process.execPath;
  await refuseUnfit(node);
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-compile-'));
  // Beside the output, so that it can take its place in one step.
  const draft = join(dirname(output), `.plugboard-${process.pid}-${Date.now()}`);
  try {
    const blob = await makeBlob(bundle, folder, signal);
    await copyFile(node, draft);
    await chmod(draft, 0o700);
    await inject(draft, blob, signal);
    await chmod(draft, mode);
    await rename(draft, output);
  } finally {
    await rm(draft, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** A Node.js that is only a shell around a shared library has no place for a program. */
async function refuseUnfit(node: string): Promise<void> {
  const bytes = await readFile(node);
  if (bytes.includes(FUSE)) return;
  throw new PlugboardError(
    'not_supported',
    { source: node, what: 'programs inside of it' },
    { hint: 'Run plugboard with a Node.js from nodejs.org, or use `--bundle`' },
  );
}

/** Names without a folder: they end up in the executable, which must not depend on where it was made. */
async function makeBlob(bundle: string, folder: string, signal: AbortSignal): Promise<string> {
  const [main, output, settings] = ['program.cjs', 'program.blob', 'program.json'] as const;
  await writeFile(join(folder, main), bundle);
  const config = { main, output, disableExperimentalSEAWarning: true };
  await writeFile(join(folder, settings), JSON.stringify(config));
  await step(['--experimental-sea-config', settings], { signal, cwd: folder });
  return join(folder, output);
}

/** In a process of its own: it takes half a gigabyte and prints warnings. */
async function inject(executable: string, blob: string, signal: AbortSignal): Promise<void> {
  const require = createRequire(join(packageRoot(), 'package.json'));
  const postject = join(dirname(require.resolve('postject')), 'cli.js');
  const words = [postject, executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE];
  const isMac = process.platform === 'darwin';
  const sign = (args: readonly string[]) =>
    step([...args, executable], { signal, command: 'codesign' });
  if (isMac) await sign(['--remove-signature']);
  await step(isMac ? [...words, '--macho-segment-name', 'NODE_SEA'] : words, { signal });
  if (isMac) await sign(['--sign', '-']);
}

interface Step {
  readonly signal: AbortSignal;
  /** Default: Node.js. */
  readonly command?: string;
  readonly cwd?: string;
}

async function step(
  args: readonly string[],
  { signal, command = process.execPath, cwd }: Step,
): Promise<void> {
  let said = '';
  const { exitCode } = await runChild(command, {
    args,
    env: childBaseEnv(),
    ...(cwd !== undefined && { cwd }),
    maxOutputBytes: MAX_OUTPUT_BYTES,
    timeoutMs: STEP_TIMEOUT_MS,
    signals: [signal],
    what: 'the compiler',
    onStderr: (chunk) => {
      said = (said + chunk.toString()).slice(-2_000);
    },
  });
  if (exitCode === 0) return;
  throw new PlugboardError('tool_failed', { output: `The executable was not made.\n${said}` });
}
