// Compiles a Cargo project and says where the executable is.
import { PlugboardError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { childBaseEnv, type Environment } from '../../platform/env.ts';
import { findCommand } from '../../platform/find-command.ts';
import { runChild } from '../../platform/run-child.ts';

export interface BuildRustOptions {
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Told what cargo says, as it comes. */
  readonly onProgress: (chunk: Buffer) => void;
}

const ARGS = ['build', '--release', '--message-format=json-render-diagnostics'];
const MAX_MESSAGES_BYTES = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 4000;

export async function buildRustProject(
  directory: string,
  { env, signal, onProgress }: BuildRustOptions,
): Promise<string> {
  const cargo = await findCommand('cargo', { env, cwd: directory });
  if (cargo === undefined) throw noCargo();
  let said = '';
  const { exitCode, stdout } = await runChild(cargo, {
    args: ARGS,
    env: childBaseEnv(env),
    cwd: directory,
    maxOutputBytes: MAX_MESSAGES_BYTES,
    // Cargo may have to fetch and compile a hundred crates; who waits can cancel.
    timeoutMs: 0,
    signals: [signal],
    what: 'cargo build',
    onStderr: (chunk) => {
      said = (said + chunk.toString()).slice(-SHOWN_CHARACTERS);
      onProgress(chunk);
    },
  });
  const executable = findExecutable(stdout.toString());
  if (exitCode === 0 && executable !== undefined) return executable;
  throw buildFailed(said);
}

function noCargo(): PlugboardError {
  const hint = 'Install Rust from https://rustup.rs, or build the project on a machine that has it';
  return new PlugboardError('not_found', { kind: 'command', name: 'cargo' }, { hint });
}

function buildFailed(said: string): PlugboardError {
  const hint = 'cargo needs Rust 1.85 or later, and crates.io or a mirror of it';
  return new PlugboardError(
    'tool_failed',
    { output: `cargo build failed\n${said.trim()}` },
    { hint },
  );
}

/** Cargo knows best where it puts things: settings and variables can move them. */
function findExecutable(messages: string): string | undefined {
  for (const line of messages.split('\n').toReversed()) {
    if (!line.startsWith('{')) continue;
    const message: unknown = JSON.parse(line);
    const executable = isJsonObject(message) ? message['executable'] : undefined;
    if (typeof executable === 'string') return executable;
  }
  return undefined;
}
