// A project with servers of the fixtures, a home and a cache of its own, and the program run in it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import {
  runPlugboard,
  startPlugboard,
  type Ran,
  type RunOptions,
  type Running,
} from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';

export type Entry = JsonObject;

/** The file of a server in test/fixtures/servers. */
export function fixtureFile(name: string): string {
  return fileURLToPath(new URL(`../fixtures/servers/${name}.mjs`, import.meta.url));
}

/** An entry that starts a server of the fixtures. */
export function fixture(name: string, ...args: readonly string[]): Entry {
  return { command: process.execPath, args: [fixtureFile(name), ...args] };
}

/** The command line of a server of the fixtures, for `--stdio`. */
export function fixtureLine(name: string, ...args: readonly string[]): string {
  return [process.execPath, fixtureFile(name), ...args].map((word) => `'${word}'`).join(' ');
}

export interface Stage {
  readonly cwd: string;
  readonly home: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  start(args: readonly string[], options?: RunOptions): Running;
  /** What is printed with `--json`, parsed. */
  json(args: readonly string[], options?: RunOptions): Promise<Printed>;
}

export interface Printed {
  readonly exit: Ran['exit'];
  readonly stderr: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** `mcplug` in a project whose configuration has these servers and imports nothing. */
export async function stage(servers: Readonly<Record<string, Entry>> = {}): Promise<Stage> {
  const cwd = await tempFolder();
  const home = await tempFolder();
  vi.stubEnv('XDG_CACHE_HOME', join(home, '.cache'));
  await mkdir(join(cwd, 'config'));
  const config = { mcpServers: servers, imports: [] };
  await writeFile(join(cwd, 'config', 'mcplug.json'), JSON.stringify(config, undefined, 2));
  const base = { cwd, home, program: 'mcplug' } as const;
  const run: Stage['run'] = (args, options = {}) => runPlugboard(args, { ...base, ...options });
  return {
    cwd,
    home,
    run,
    start: (args, options = {}) => startPlugboard(args, { ...base, ...options }),
    json: async (args, options) => {
      const { exit, stdout, stderr } = await run([...args, '--json'], options);
      return { exit, stderr, value: JSON.parse(stdout) as Printed['value'] };
    },
  };
}
