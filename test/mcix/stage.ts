// Runs `mcix` in a folder of its own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  runPlugboard,
  startPlugboard,
  type Ran,
  type Running,
  type RunOptions,
} from '../support/run-plugboard.ts';

// Loaded by the first command that needs them, which would cost the first test its time.
await Promise.all([
  import('../../src/cli/mcix/commands/list.ts'),
  import('../../src/cli/mcix/commands/run.ts'),
  import('../../src/cli/mcix/commands/validate.ts'),
  import('../../src/cli/parse-argv.ts'),
  import('../../src/sources/mci/mci-client.ts'),
]);

export type Files = Readonly<Record<string, string>>;

export function schema(more: object): string {
  return JSON.stringify({ schemaVersion: '1.0', ...more });
}

/** A tool called by a name, which says a text. */
export function says(name: string, text = name, more: object = {}): object {
  return { name, ...more, execution: { type: 'text', text } };
}

export function mcix(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return runPlugboard(args, { ...options, cwd, program: 'mcix' });
}

/** A server that ends with the test. */
export function startMcix(cwd: string, args: readonly string[], options: RunOptions = {}): Running {
  const running = startPlugboard(args, { ...options, cwd, program: 'mcix' });
  onTestFinished(async () => {
    running.interrupt();
    await running.ended;
  });
  return running;
}

export function textIn(folder: string, file: string): Promise<string> {
  return readFile(join(folder, file), 'utf8');
}

export async function jsonIn(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await textIn(folder, file));
}
