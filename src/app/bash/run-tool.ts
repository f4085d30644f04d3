// Runs one tool of a project without a server, for people who write tools.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Progress } from '../../core/call-context.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import { localContext } from '../../core/local-context.ts';
import type { ToolResult } from '../../core/result.ts';
import type { Environment } from '../../platform/env.ts';
import { toWireError } from '../../mcp/server/wire-error.ts';
import type { WireError } from '../../mcp/wire/jsonrpc.ts';
import { LATEST_LEGACY } from '../../mcp/wire/revisions.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import { openRegistry } from '../../sources/bash/registry/open-registry.ts';
import { configuredRoots, toRoot } from '../../sources/bash/roots.ts';
import { readServerInfo } from '../../sources/bash/server-meta.ts';
import { readBashSettings } from '../../sources/bash/settings.ts';
import { isNotAllowed } from '../../sources/bash/tool/policy.ts';
import { toolSide } from '../../sources/bash/tool-side.ts';
import { envPolicyOf, type ScopePolicy } from './doctor/env-policy.ts';

export interface RunToolOptions {
  readonly projectRoot: string;
  readonly name: string;
  readonly args: JsonObject;
  /** The same as they were written: numbers keep their digits. */
  readonly argsText: string;
  readonly env: Environment;
  /** Relative ones start at the project. */
  readonly roots?: readonly string[];
  readonly timeoutSecs?: number;
  /** Tools that may be called whatever the allowlist says. */
  readonly allowed?: readonly string[];
  /** The registry files are taken as they are. */
  readonly isStatic?: boolean;
  readonly isMinimal?: boolean;
  /** Shell files the tool's environment is completed from. */
  readonly sourced?: readonly string[];
  readonly hasServerEnv?: boolean;
  readonly signal: AbortSignal;
  readonly onStderr?: (chunk: Buffer) => void;
  readonly onLog?: (level: string, data: JsonValue) => void;
  readonly onProgress?: (update: Progress) => void;
}

export type RunToolOutcome =
  | { readonly result: ToolResult }
  | { readonly error: WireError; readonly isBlocked: boolean };

export interface ToolPlan {
  readonly tool: string;
  readonly rootsCount: number;
  readonly timeoutSecs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** How much of our environment that is, and who says so. */
  readonly policy: ScopePolicy;
}

export async function runTool(options: RunToolOptions): Promise<RunToolOutcome> {
  const { tools, ctx, disposing } = await prepare(options);
  await using _ = disposing;
  try {
    return { result: await tools.call(options.name, options.args, ctx) };
  } catch (thrown) {
    const error = toPlugboardError(thrown);
    return {
      error: toWireError(error, LATEST_LEGACY, undefined),
      isBlocked: isNotAllowed(error),
    };
  }
}

/** What a run would be like. */
export async function planTool(options: RunToolOptions): Promise<ToolPlan> {
  const { tools, ctx, registry, roots, project, disposing } = await prepare(options);
  await using _ = disposing;
  const environment = await tools.environment(options.name, options.args, ctx);
  const item = (await registry.current()).tools.byName.get(options.name);
  const timeoutSecs =
    options.timeoutSecs ?? item?.timeoutSecs ?? project.settings.defaultToolTimeoutMs / 1000;
  const { tool: policy } = envPolicyOf(project);
  return { tool: options.name, rootsCount: roots.length, timeoutSecs, environment, policy };
}

async function prepare(options: RunToolOptions) {
  const { allowed, isStatic = false, signal, onLog, onProgress, onStderr } = options;
  const project = openProject(options.projectRoot, {
    ...options.env,
    ...(allowed && allowing(allowed, options.env)),
    ...(isStatic && { MCPBASH_STATIC_REGISTRY: 'true' }),
  });
  const registry = openRegistry(project, { watch: false, log: () => {} });
  const roots = options.roots
    ? options.roots.flatMap((path) => toRoot(resolve(project.root, path)))
    : configuredRoots(project);
  const sourced = sourcedBy(options, project);
  const tools = toolSide(project, registry, {
    info: await readServerInfo(project),
    roots,
    sourced,
    ...(options.isMinimal && { told: { MCPBASH_MODE: 'minimal' } }),
    ...(onStderr && { onStderr }),
  });
  const ctx = localContext({
    signal,
    request: requestOf(options),
    ...(onLog && { onLog }),
    ...(onProgress && { onProgress }),
  });
  const disposing = {
    [Symbol.asyncDispose]: async () => {
      await tools[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
  return { project, registry, roots, tools, ctx, disposing };
}

/** As a client would have written it. */
function requestOf({ args, argsText, timeoutSecs }: RunToolOptions) {
  const params = { arguments: args, ...(timeoutSecs !== undefined && { timeoutSecs }) };
  return { id: 'run-tool', params, text: `{"params":{"arguments":${argsText}}}` };
}

/** Adds to a list that limits; where everything may be called there is nothing to add to. */
function allowing(names: readonly string[], env: RunToolOptions['env']) {
  const { toolAllowlist = [], toolAllowDefault } = readBashSettings(env);
  if (toolAllowlist.length === 0 && toolAllowDefault !== 'deny') return {};
  return { MCPBASH_TOOL_ALLOWLIST: [...toolAllowlist, ...names].join(',') };
}

/** A project without env.sh sets nothing; a file that was named must be there. */
function sourcedBy(options: RunToolOptions, { folders, settings }: BashProject): readonly string[] {
  const { sourced = [] } = options;
  const hasServerEnv = options.hasServerEnv || settings.runToolServerEnv;
  const gone = sourced.find((file) => !existsSync(file));
  if (gone !== undefined) throw new PlugboardError('not_found', { kind: 'file', name: gone });
  const serverEnv = join(folders.server, 'env.sh');
  return hasServerEnv && existsSync(serverEnv) ? [serverEnv, ...sourced] : sourced;
}
