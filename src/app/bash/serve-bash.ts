// Puts a mcp-bash project on stdio or HTTP with the words and codes of its own protocol.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Dialect } from '../../core/dialect.ts';
import { untilAborted } from '../../core/until-aborted.ts';
import type { Environment } from '../../platform/env.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { openBash } from '../../sources/bash/open-bash.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import { isMinimal } from '../../sources/bash/settings.ts';
import type { HttpOptions } from '../../surfaces/http/http-options.ts';
import { serveHttp, serveStdio } from '../serve.ts';
import { bashDialect } from './bash-dialect.ts';
import { whenIdle } from './when-idle.ts';
import { whenOrphaned } from './when-orphaned.ts';

export interface ServeBashOptions {
  readonly env: Environment;
  /** Ends the server. */
  readonly signal: AbortSignal;
  readonly onProblem: (message: string, cause?: unknown) => void;
  /** Shows stderr of tools, where the project is set to. */
  readonly onStderr: (chunk: Buffer) => void;
}

export interface StdioStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Told where messages are written down, where they are. */
  readonly onPayloadLog?: (file: string) => void;
}

const TOLD_ON_STDIO = { MCPBASH_TRANSPORT: 'stdio', MCPBASH_TRANSPORT_STDIO: 'true' };

/** Resolves when the client is gone, when it said `exit`, or when nobody talks any more. */
export async function serveBashStdio(
  root: string,
  options: ServeBashOptions & StdioStreams,
): Promise<void> {
  const { env, signal, onProblem, input } = options;
  const project = openProject(root, env);
  const dialect = dialectOf(project);
  using payloads = project.settings.debugPayloads ? await openPayloadLog(options) : undefined;
  if (payloads) options.onPayloadLog?.(payloads.file);
  const output = payloads?.output ?? options.output;
  const shown = project.settings.toolStreamStderr ? { onStderr: options.onStderr } : {};
  await using source = await openBash(root, { env, told: TOLD_ON_STDIO, ...shown });
  await using running = await serveStdio(source, { input, output, dialect, onProblem });
  using idle = whenIdle(project.settings, input);
  using orphaned = whenOrphaned(project.settings);
  await Promise.race([running.ended, untilAborted(signal), idle.happened, orphaned.happened]);
  // A signal asks for the end at once: what still runs is ended, and not waited for.
  if (signal.aborted) await source[Symbol.asyncDispose]();
}

export async function serveBashHttp(
  root: string,
  options: ServeBashOptions & {
    readonly http: HttpOptions;
    readonly onListening: (url: string) => void;
  },
): Promise<void> {
  const { env, signal, onProblem, http } = options;
  const dialect = dialectOf(openProject(root, env));
  await using source = await openBash(root, { env });
  await using running = await serveHttp(source, { ...http, dialect, onProblem });
  options.onListening(running.url);
  await untilAborted(signal);
}

/** Loaded when it is wanted: the streams it needs cost a tenth of the start. */
async function openPayloadLog(streams: StdioStreams) {
  const { payloadLog } = await import('./payload-log.ts');
  return payloadLog(streams);
}

function dialectOf({ settings, folders }: BashProject): Dialect {
  const isDebug = existsSync(join(folders.server, '.debug'));
  return bashDialect({
    settings,
    logLevel: settings.logLevel ?? (isDebug ? 'debug' : 'info'),
    isMinimal: isMinimal(settings),
  });
}
