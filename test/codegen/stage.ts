// A folder where generated code is compiled and run: with the package, a home, and the torture server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Catalog } from '../../src/codegen/catalog.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { ROOT, runPlugboard, type Ran, type RunOptions } from '../support/run-plugboard.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/codegen/', import.meta.url));
const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');

const WORDS = ['catalog-server.mjs', 'torture-catalog.json', 'torture-answers.json'].map((file) =>
  join(FIXTURES, file),
);

/** The entry of a server that has the tools of the torture catalog. */
export const TORTURE = { command: process.execPath, args: WORDS };

/** The same server as a command line. */
export const TORTURE_COMMAND = [process.execPath, ...WORDS].map((word) => `'${word}'`).join(' ');

export async function tortureCatalog(): Promise<Catalog> {
  return JSON.parse(await readFile(join(FIXTURES, 'torture-catalog.json'), 'utf8')) as Catalog;
}

export interface Stage {
  readonly folder: string;
  /** A command of plugboard, run here. */
  plugboard(words: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs a file of the folder with Node.js. */
  run(file: string, words?: readonly string[], options?: ProgramOptions): Promise<Ran>;
  write(file: string, text: string): Promise<void>;
  read(file: string): Promise<string>;
  /** What the strict compiler has against the files; they become JavaScript in `out/`. */
  compile(files: readonly string[]): Promise<string>;
}

export interface ProgramOptions {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A project whose configuration has these servers. */
export async function stage(servers: Readonly<Record<string, JsonObject>> = {}): Promise<Stage> {
  const folder = await tempFolder();
  const at = (file: string) => join(folder, file);
  const env = { HOME: at('home'), USERPROFILE: at('home'), XDG_CACHE_HOME: at('cache') };
  await mkdir(at('config'));
  await mkdir(at('home'));
  await writeFile(at('config/mcplug.json'), JSON.stringify({ mcpServers: servers, imports: [] }));
  await mkdir(at('node_modules/@types'), { recursive: true });
  await symlink(ROOT, at('node_modules/plugboard'));
  await symlink(join(ROOT, 'node_modules/@types/node'), at('node_modules/@types/node'));
  await writeFile(at('package.json'), '{ "type": "module" }\n');
  return {
    folder,
    plugboard: (words, options = {}) =>
      runPlugboard(words, {
        cwd: folder,
        home: at('home'),
        ...options,
        env: { ...env, ...options.env },
      }),
    run: (file, words = [], options = {}) =>
      runProgram(process.execPath, [at(file), ...words], {
        ...options,
        cwd: folder,
        env: { ...env, ...options.env },
      }),
    write: (file, text) => writeFile(at(file), text),
    read: (file) => readFile(at(file), 'utf8'),
    compile: async (files) => {
      const { stdout, stderr } = await runProgram(process.execPath, [TSC, ...COMPILER, ...files], {
        cwd: folder,
      });
      return stdout + stderr;
    },
  };
}

const COMPILER = (
  '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck ' +
  '--verbatimModuleSyntax --isolatedModules --rewriteRelativeImportExtensions ' +
  '--module nodenext --target es2023 --lib es2023,esnext.disposable --types node --outDir out'
).split(' ');

/** Any program, to its end. */
export async function runProgram(
  command: string,
  words: readonly string[],
  { cwd, stdin = '', env = {} }: ProgramOptions & { readonly cwd: string },
): Promise<Ran> {
  const child = spawn(command, words, { cwd, env: { ...process.env, ...env } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
  child.stdin.on('error', () => {}).end(stdin);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { exit: signal ?? code ?? 0, ...said };
}

/** The command went well; what it printed. */
export function printed({ exit, stdout, stderr }: Ran): string {
  expect(`${stderr}${exit === 0 ? '' : stdout}\nexit ${exit}`).toMatch(/exit 0$/u);
  return stdout;
}

/** What the torture server says it was asked. */
export function asked(text: string): { readonly name: string; readonly args: JsonObject } {
  return JSON.parse(text) as { name: string; args: JsonObject };
}
