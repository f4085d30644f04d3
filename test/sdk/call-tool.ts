// Runs a tool script under real bash with the files and variables a host gives it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

export const SDK = fileURLToPath(new URL('../../sdk', import.meta.url));

export interface ToolCall {
  readonly exit: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
  /** What the script left in the files of the call. */
  readonly errorFile: string;
  readonly resourcesFile: string;
  readonly progress: string;
  readonly log: string;
  /** The programs it started, where `programs` was given. */
  readonly started: readonly string[];
}

export interface ToolCallOptions {
  /** `MCP_TOOL_ARGS_JSON`, as text or as the value it stands for. */
  readonly args?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: `bash`. */
  readonly bash?: readonly string[];
  /** Only these programs can be started, and each start is written down. */
  readonly programs?: readonly string[];
  readonly cwd?: string;
  /** Called with the folder of the call while the script runs. */
  readonly during?: (folder: string) => Promise<void>;
  /** Default: false. With true the script does not source the SDK. */
  readonly isBare?: boolean;
}

const STRICT = 'set -euo pipefail\nsource "${MCP_SDK}/tool-sdk.sh"\n';

export async function callTool(body: string, options: ToolCallOptions = {}): Promise<ToolCall> {
  const folder = await tempFolder();
  const script = join(folder, 'tool.sh');
  await writeFile(script, options.isBare ? body : `${STRICT}${body}`);
  const files = await Promise.all(
    ['error', 'resources', 'progress', 'log', 'started'].map(async (name) => {
      const file = join(folder, name);
      await writeFile(file, '');
      return file;
    }),
  );
  const [bash = 'bash', ...flags] = options.bash ?? ['bash'];
  const child = spawn(find(bash), [...flags, script], {
    cwd: options.cwd ?? folder,
    env: await toEnvironment(folder, options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr), ended]);
  await options.during?.(folder);
  const [stdout, stderr, [code, signal]] = await output;
  const [errorFile = '', resourcesFile = '', progress = '', log = '', started = ''] =
    await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const exit = (code ?? signal) as number | NodeJS.Signals;
  const programs = started.split('\n').filter((name) => name !== '');
  return { exit, stdout, stderr, errorFile, resourcesFile, progress, log, started: programs };
}

async function toEnvironment(
  folder: string,
  options: ToolCallOptions,
): Promise<Record<string, string>> {
  const { args } = options;
  return {
    PATH: options.programs ? await pathOf(options.programs, folder) : (process.env['PATH'] ?? ''),
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
    MCP_SDK: SDK,
    MCP_TOOL_NAME: 'example',
    MCP_TOOL_ERROR_FILE: join(folder, 'error'),
    MCP_TOOL_RESOURCES_FILE: join(folder, 'resources'),
    MCP_PROGRESS_STREAM: join(folder, 'progress'),
    MCP_LOG_STREAM: join(folder, 'log'),
    MCP_PROGRESS_TOKEN: 'token',
    MCP_CANCEL_FILE: join(folder, 'cancelled'),
    STARTED_FILE: join(folder, 'started'),
    MCPBASH_NODE_BIN: process.execPath,
    ...(args !== undefined && {
      MCP_TOOL_ARGS_JSON: typeof args === 'string' ? args : JSON.stringify(args),
    }),
    ...options.env,
  };
}

/** A PATH of nothing but these programs, each of which says that it was started. */
async function pathOf(programs: readonly string[], folder: string): Promise<string> {
  const path = join(folder, 'programs');
  await mkdir(path);
  for (const name of programs) {
    const shim = `#!/bin/sh\necho ${name} >>"$STARTED_FILE"\nexec ${find(name)} "$@"\n`;
    await writeFile(join(path, name), shim, { mode: 0o755 });
  }
  return path;
}

function find(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const folder = folders.find((entry) => existsSync(join(entry, name)));
  // The tests are the same where only our own jq is there.
  return join(folder ?? SDK, name);
}

/** A word for bash that stands for exactly this text. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

export function jsonLines(stream: string): unknown[] {
  const lines = stream.split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}
