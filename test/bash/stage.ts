// Projects of shell tools for tests, opened as a source or served by the program itself.
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { mcpBashMain } from '../../src/cli/mcp-bash/main.ts';
import { openOwnServers } from '../../src/cli/open-own-servers.ts';
import type { CallContext } from '../../src/core/call-context.ts';
import { PlugboardError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { localContext, type LocalContextOptions } from '../../src/core/local-context.ts';
import type { ToolResult } from '../../src/core/result.ts';
import type { ToolSource } from '../../src/core/tool-source.ts';
import { openBash } from '../../src/sources/bash/open-bash.ts';
import { RawLines } from '../support/raw-lines.ts';
import { folderWith } from '../support/temp-folder.ts';

export type Env = Readonly<Record<string, string>>;

/** A tool by the body of its script, with its metadata where it has some. */
export type ToolSpec = string | { readonly body: string; readonly meta?: JsonObject };

const HEAD = '#!/usr/bin/env bash\nset -euo pipefail\nsource "${MCP_SDK}/tool-sdk.sh"\n';

export async function bashProject(
  tools: Readonly<Record<string, ToolSpec>>,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const scripts = Object.entries(tools).flatMap(([name, spec]) => {
    const { body, meta = {} } = typeof spec === 'string' ? { body: spec } : spec;
    const metadata = { name, description: `The tool ${name}.`, ...meta };
    return [
      [`tools/${name}/tool.sh`, HEAD + body],
      [`tools/${name}/tool.meta.json`, JSON.stringify(metadata)],
    ];
  });
  return folderWith({
    'server.d/server.meta.json': JSON.stringify({ name: 'stage', version: '1.2.3' }),
    ...(Object.fromEntries(scripts) as Record<string, string>),
    ...files,
  });
}

const BASE_ENV: Env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' };

export async function openStage(root: string, env: Env = {}): Promise<ToolSource> {
  const source = await openBash(root, { env: { ...BASE_ENV, ...env }, watch: false });
  onTestFinished(() => source[Symbol.asyncDispose]());
  return source;
}

export interface OneCall extends LocalContextOptions {
  readonly args?: JsonObject;
  readonly env?: Env;
  readonly meta?: JsonObject;
  readonly files?: Readonly<Record<string, string>>;
  readonly ctx?: CallContext;
}

/** The result of a tool that is alone in its project. */
export async function callOnce(body: string, options: OneCall = {}): Promise<ToolResult> {
  const { args = {}, env = {}, meta = {}, files = {} } = options;
  const root = await bashProject({ probe: { body, meta } }, files);
  const source = await openStage(root, env);
  return source.tools.call('probe', args, options.ctx ?? localContext(options));
}

export async function failOnce(body: string, options: OneCall = {}): Promise<PlugboardError> {
  const outcome = await callOnce(body, options).catch((thrown: unknown) => thrown);
  if (outcome instanceof PlugboardError) return outcome;
  throw new Error(`did not fail: ${JSON.stringify(outcome)}`);
}

export function textOf(result: ToolResult): string {
  return String(result.content[0]?.['text']);
}

export interface Served {
  readonly client: RawLines;
  /** The exit status. */
  readonly ended: Promise<number>;
  stderr(): string;
  interrupt(): void;
}

/** The program on streams of this process, as a client would start it inside the project. */
export function serveStage(root: string, env: Env = {}, argv: readonly string[] = []): Served {
  const stop = new AbortController();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let said = '';
  stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const ended = mcpBashMain(argv, {
    io: { stdin, stdout, stderr },
    cwd: root,
    signal: stop.signal,
    env: { ...BASE_ENV, ...env },
    home: '/nonexistent',
    openServers: openOwnServers,
  }).finally(() => stdout.end());
  const client = new RawLines(stdout, stdin);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { client, ended, stderr: () => said, interrupt: () => stop.abort() };
}

export async function startedStage(
  root: string,
  env: Env = {},
  capabilities: JsonObject = {},
): Promise<Served> {
  const served = serveStage(root, env);
  await served.client.initialize('2025-06-18', capabilities);
  return served;
}
