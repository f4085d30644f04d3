// Runs a command tool: no shell, its own process group, an empty stdin, bounded time and output.
import { stat } from 'node:fs/promises';
import { constants } from 'node:os';
import { isAbsolute } from 'node:path';
import { PlugboardError } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { childBaseEnv } from '../../../platform/env.ts';
import { runChild, type ChildEnd } from '../../../platform/run-child.ts';
import { spawnErrnoOf } from '../../../platform/spawn.ts';
import { success, type ExecutionResult } from '../execution-result.ts';
import { MCI_LIMITS } from '../limits.ts';
import { allowedPath, type PathRules } from '../path-rules.ts';
import type { CliExecution } from '../schema.ts';
import type { Env } from '../settings.ts';
import { compileField, type Field } from '../template/compile-value.ts';
import type { Scope } from '../template/scope.ts';
import { bytesContent } from './bytes-content.ts';
import { timeLeftMs, toWholeNumber } from './call-limits.ts';
import { compileCommandLine } from './command-line.ts';
import type { Prepare } from './executor.ts';
import { tailBuffer } from './tail-buffer.ts';

export const prepareCli: Prepare<CliExecution> = ({ execution, tool, env, workshop }) => {
  const { definition, paths } = tool;
  const command = compileField(execution.command, 'execution.command');
  const cwd = compileField(execution.cwd ?? '', 'execution.cwd');
  const allowOptionLikeValues =
    definition.allowOptionLikeValues ?? execution.allowOptionLikeValues ?? false;
  const buildArguments = compileCommandLine(execution, { allowOptionLikeValues });
  const timeoutMs = toWholeNumber(execution.timeout_ms, {
    name: 'execution.timeout_ms',
    least: 0,
    otherwise: MCI_LIMITS.timeoutMs.value,
    env,
  });
  return async ({ scope, ctx }) => {
    const args = buildArguments(scope);
    const program = await findCommand(command, scope, paths);
    const directory = await findDirectory(cwd.text(scope), paths);
    const stderr = tailBuffer(MCI_LIMITS.maxStderrBytes.value);
    const leave = await workshop.gate(ctx.signal);
    try {
      const end = await runChild(program, {
        args,
        cwd: directory,
        env: childEnv(env, tool.envNames),
        what: tool.name,
        timeoutMs: timeLeftMs(timeoutMs, ctx),
        maxOutputBytes: MCI_LIMITS.maxOutputBytes.value,
        signals: [ctx.signal, workshop.closing],
        onStderr: stderr.push,
      });
      return toResult(end, { toolName: tool.name, stderr });
    } catch (thrown) {
      throw spawnErrnoOf(thrown) === 'ENOENT' ? unknownCommand(program, thrown) : thrown;
    } finally {
      leave();
    }
  };
};

/** A bare name is found by PATH; an absolute path that the author wrote down is taken as it is. */
async function findCommand(command: Field, scope: Scope, paths: PathRules): Promise<string> {
  const text = command.text(scope);
  if (text.trim() === '') {
    throw new PlugboardError('tool_failed', { output: 'execution.command is empty' });
  }
  if (!/[\\/]/u.test(text)) return text;
  const isLiteral = command.paths.length === 0;
  return isLiteral && isAbsolute(text) ? text : allowedPath(text, paths);
}

async function findDirectory(text: string, paths: PathRules): Promise<string> {
  const path = text === '' ? paths.schemaDir : await allowedPath(text, paths);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return path;
  throw new PlugboardError('tool_failed', { output: `Directory not found: ${text}` });
}

/** What programs need to run at all, for tools that may not see the rest. */
const BASIC_NAMES =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TERM|TZ|TMPDIR|TEMP|TMP|SystemRoot|PATHEXT|ComSpec)$/u;

function childEnv(env: Env, names: readonly string[] | undefined): Record<string, string> {
  const inherited = childBaseEnv();
  if (!names) return inherited;
  const basics = Object.entries(inherited).filter(([name]) => BASIC_NAMES.test(name));
  const named = names.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...basics, ...named]);
}

function unknownCommand(command: string, cause: unknown): PlugboardError {
  const output = `Command '${command}' not found`;
  const hint = 'Install it, or check that its directory is in PATH';
  return new PlugboardError('tool_failed', { output }, { hint, cause });
}

interface Streams {
  readonly toolName: string;
  readonly stderr: ReturnType<typeof tailBuffer>;
}

function toResult(end: ChildEnd, { toolName, stderr }: Streams): ExecutionResult {
  const content = bytesContent(end.stdout, { toolName, part: 'stdout' });
  const says = stderr.text().trimEnd();
  const exitCode = toExitCode(end);
  const metadata: JsonObject = {
    exit_code: exitCode,
    stdout_bytes: end.stdout.length,
    stderr_bytes: stderr.bytes(),
    stderr: says,
  };
  if (exitCode === 0) return success([content], metadata);
  return {
    isError: true,
    error: `Command exited with code ${exitCode}${says === '' ? '' : `: ${says}`}`,
    ...(end.stdout.length > 0 && { content: [content] }),
    metadata: { ...metadata, stdout: end.stdout.toString() },
  };
}

/** The end by a signal is its number, negative. */
function toExitCode({ exitCode, signal }: ChildEnd): number {
  if (exitCode !== undefined) return exitCode;
  return signal === undefined ? -1 : -constants.signals[signal];
}
