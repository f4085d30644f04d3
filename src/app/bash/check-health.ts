// Whether a project could serve right now: its lists can be made and its own checks hold.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import { makeTempFolder } from '../../sources/bash/temp-folders.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { findJsonTool, jsonToolEnv } from '../../sources/bash/json-tool.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import { openRegistry } from '../../sources/bash/registry/open-registry.ts';
import { sdkFolder } from '../../sources/bash/sdk-folder.ts';
import { loadServerMeta } from '../../sources/bash/server-meta.ts';
import { isMinimal } from '../../sources/bash/settings.ts';
import { hookEnv, scriptEnv } from '../../sources/bash/tool/environment.ts';
import { runProjectScript } from '../../sources/bash/tool/run-project-script.ts';
import { distrustOf } from '../../sources/bash/trusted-hook.ts';
import { exists } from '../locate.ts';

export interface HealthOptions {
  readonly projectRoot: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Health {
  readonly status: 'ok' | 'unhealthy';
  readonly mode: 'full' | 'minimal';
  readonly jsonTool: string;
  readonly tools: number;
  readonly resources: number;
  readonly prompts: number;
  /** `none`: the project has no checks of its own. */
  readonly projectChecks: 'ok' | 'failed' | 'none';
}

export interface HealthReport {
  readonly health: Health;
  /** The project itself is wrong: asking again will not help. */
  readonly isMisconfigured: boolean;
  readonly problems: readonly string[];
}

export async function checkHealth(options: HealthOptions): Promise<HealthReport> {
  // A look must leave no trace: registry files go where nobody sees them.
  const scratch = makeTempFolder('health');
  try {
    const env = { ...options.env, MCPBASH_REGISTRY_DIR: scratch };
    return await inspect(openProject(options.projectRoot, env), options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function inspect(project: BashProject, options: HealthOptions): Promise<HealthReport> {
  const deadline = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const meta = loadServerMeta(project.folders.server);
  const lists = await countLists(project, { deadline, afterMs: options.timeoutMs });
  const checks = await runChecks(project, deadline);
  const problems = [
    ...(meta.error ? [inWords(meta.error)] : []),
    ...lists.problems,
    ...checks.problems,
  ];
  const { PATH = '' } = scriptEnv(project, {});
  return {
    isMisconfigured: meta.error !== undefined,
    problems,
    health: {
      status: problems.length === 0 ? 'ok' : 'unhealthy',
      mode: isMinimal(project.settings) ? 'minimal' : 'full',
      jsonTool: (await findJsonTool(project, PATH)).name,
      ...lists.counts,
      projectChecks: checks.outcome,
    },
  };
}

/** With the way out, on a line of its own. */
function inWords(thrown: unknown): string {
  const { message, hint } = toPlugboardError(thrown);
  return hint === undefined ? message : `${message}\nhint: ${hint}`;
}

const NOTHING = { tools: 0, resources: 0, prompts: 0 } as const;

interface Patience {
  readonly deadline: AbortSignal;
  readonly afterMs: number;
}

async function countLists(project: BashProject, patience: Patience) {
  await using registry = openRegistry(project, { watch: false, log: () => {} });
  try {
    const { tools, resources, prompts } = await orExpired(registry.current(), patience);
    const counts = {
      tools: tools.items.length,
      resources: resources.items.length,
      prompts: prompts.items.length,
    };
    return { counts, problems: [] };
  } catch (thrown) {
    return { counts: NOTHING, problems: [inWords(thrown)] };
  }
}

async function orExpired<Value>(
  work: Promise<Value>,
  { deadline, afterMs }: Patience,
): Promise<Value> {
  const expired = new Promise<never>((_, reject) => {
    const late = { what: 'tools, resources and prompts', afterMs, doing: 'looking for' };
    const hint = 'Give it more time with --timeout';
    const fail = () => reject(new PlugboardError('timeout', late, { hint }));
    if (deadline.aborted) fail();
    else deadline.addEventListener('abort', fail, { once: true });
  });
  return Promise.race([work, expired]);
}

interface Checks {
  readonly outcome: Health['projectChecks'];
  readonly problems: readonly string[];
}

const MAX_OUTPUT_BYTES = 1_048_576;

async function runChecks(project: BashProject, deadline: AbortSignal): Promise<Checks> {
  const file = join(project.folders.server, 'health-checks.sh');
  if (!project.settings.allowProjectHooks || !(await exists(file))) {
    return { outcome: 'none', problems: [] };
  }
  const distrust = distrustOf(file, project);
  if (distrust) return { outcome: 'failed', problems: [distrust.reason] };
  try {
    const { PATH = '' } = scriptEnv(project, {});
    const tool = jsonToolEnv(await findJsonTool(project, PATH));
    const end = await runProjectScript({
      path: join(sdkFolder(), 'hooks', 'health.sh'),
      args: [file],
      env: hookEnv(project, { ...tool, MCP_SDK: sdkFolder(), MCPBASH_PROJECT_ROOT: project.root }),
      cwd: project.root,
      timeoutMs: 0,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      signals: [deadline],
      what: 'health-checks.sh',
    });
    if (end.exitCode === 0) return { outcome: 'ok', problems: [] };
    const lines = end.stderr.split('\n').filter((line) => line !== '');
    const problems = lines.length === 0 ? ['health-checks.sh failed'] : lines;
    return { outcome: 'failed', problems };
  } catch (thrown) {
    return { outcome: 'failed', problems: [inWords(thrown)] };
  }
}
