// What is wrong with the project around the working directory, as far as starting it goes.
import { join } from 'node:path';
import { toPlugboardError } from '../../../core/errors.ts';
import type { BashProject } from '../../../sources/bash/bash-project.ts';
import { openProject } from '../../../sources/bash/open-project.ts';
import { openRegistry } from '../../../sources/bash/registry/open-registry.ts';
import { loadServerMeta } from '../../../sources/bash/server-meta.ts';
import { distrustOf, HOOKS, type HookName } from '../../../sources/bash/trusted-hook.ts';
import { exists } from '../../locate.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { envFindings, envPolicyOf, type EnvPolicy } from './env-policy.ts';
import { finding, type Finding } from './finding.ts';
import { checkRequirements, type Requirements } from './requirements.ts';

export interface ProjectFacts {
  /** Empty: there is none here. */
  readonly root: string;
  readonly serverMetaValid: boolean | null;
  readonly toolsCount: number;
  readonly registryExists: boolean;
  readonly requirements: Requirements | null;
}

export interface ProjectDiagnosis {
  readonly facts: ProjectFacts;
  readonly envPolicy: EnvPolicy | null;
  readonly needsGit: boolean;
  readonly findings: readonly Finding[];
}

const VALIDATE = 'mcp-bash validate';

export async function diagnoseProject(
  root: string | undefined,
  options: DiagnoseOptions,
): Promise<ProjectDiagnosis> {
  if (root === undefined) {
    const said = { message: 'No project here', suggestedCommand: 'mcp-bash init' };
    return { ...NOTHING, findings: [finding('project.missing', 'info', said)] };
  }
  try {
    return await inspect(openProject(root, options.env), options);
  } catch (thrown) {
    const { message } = toPlugboardError(thrown);
    const broken = finding('project.broken', 'error', { message, suggestedCommand: VALIDATE });
    return { ...NOTHING, facts: { ...NO_PROJECT, root }, findings: [broken] };
  }
}

const NO_PROJECT: ProjectFacts = {
  root: '',
  serverMetaValid: null,
  toolsCount: 0,
  registryExists: false,
  requirements: null,
};

const NOTHING = { facts: NO_PROJECT, envPolicy: null, needsGit: false } as const;

async function inspect(
  project: BashProject,
  { env, cwd }: DiagnoseOptions,
): Promise<ProjectDiagnosis> {
  const { root, folders, settings } = project;
  const { error: metaError } = loadServerMeta(folders.server);
  const envPolicy = envPolicyOf(project);
  const { requirements, findings: ofNeeds } = await checkRequirements(folders.server, { env, cwd });
  const tools = await lookAtTools(project);
  return {
    facts: {
      root,
      serverMetaValid: metaError === undefined,
      toolsCount: tools.count,
      registryExists: await exists(join(folders.registry, 'tools.json')),
      requirements,
    },
    envPolicy,
    needsGit: settings.enableGitProvider,
    findings: [
      ...(metaError ? [wrong('project.server_meta_invalid', 'error', metaError.message)] : []),
      ...(await hookFindings(project)),
      ...tools.findings,
      ...envFindings(envPolicy),
      ...ofNeeds,
    ],
  };
}

/** A list that cannot be made at all is told like a tool that cannot be listed. */
async function lookAtTools(project: BashProject) {
  await using registry = openRegistry(project, { watch: false, log: () => {}, isReadOnly: true });
  try {
    const { items, problems } = (await registry.current()).tools;
    const findings = problems.map(({ subject, error }) =>
      wrong('project.tool_problem', 'warning', `${subject}: ${error.message}`),
    );
    return { count: items.length, findings };
  } catch (thrown) {
    const { message } = toPlugboardError(thrown);
    return { count: 0, findings: [wrong('project.lists_broken', 'error', message)] };
  }
}

function wrong(id: string, severity: Finding['severity'], message: string): Finding {
  return finding(id, severity, { message, suggestedCommand: VALIDATE });
}

const HOOK_IDS: Readonly<Record<HookName, string>> = {
  'register.sh': 'project.register_permissions',
  'register.json': 'project.register_permissions',
  'policy.sh': 'project.policy_permissions',
  'health-checks.sh': 'project.health_checks_permissions',
};

/** Hooks that would not be run. Not mended: their reader decides whether they are still his. */
async function hookFindings(project: BashProject): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const hook of Object.keys(HOOKS) as HookName[]) {
    const path = join(project.folders.server, hook);
    const distrust = (await exists(path)) ? distrustOf(path, project) : undefined;
    if (!distrust) continue;
    const { reason, command = VALIDATE } = distrust;
    const said = { message: `${hook} is not run: ${reason}`, suggestedCommand: command };
    findings.push(finding(HOOK_IDS[hook], HOOKS[hook].level, said));
  }
  return findings;
}
