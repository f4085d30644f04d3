// What is wrong with the project around the working directory, as far as starting it goes.
import { join } from 'node:path';
import { toPlugboardError } from '../../core/errors.ts';
import type { BashProject } from '../../sources/bash/bash-project.ts';
import { openProject } from '../../sources/bash/open-project.ts';
import { openRegistry } from '../../sources/bash/registry/open-registry.ts';
import { loadServerMeta } from '../../sources/bash/server-meta.ts';
import { isTrustedHook } from '../../sources/bash/trusted-hook.ts';
import { exists } from '../locate.ts';

export interface Finding {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** What to do about it. */
  readonly suggestedCommand: string;
}

export interface ProjectFacts {
  readonly root: string | null;
  readonly serverMetaValid: boolean;
  readonly toolsCount: number;
  readonly registryExists: boolean;
}

export interface ProjectDiagnosis {
  readonly facts: ProjectFacts;
  readonly findings: readonly Finding[];
}

const HOOKS = ['register.sh', 'register.json', 'policy.sh', 'health-checks.sh'] as const;

export async function diagnoseProject(
  root: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProjectDiagnosis> {
  if (root === undefined) {
    const found = finding('project-none', 'info', 'No project here', 'mcp-bash init');
    return { facts: NO_PROJECT, findings: [found] };
  }
  try {
    return await inspect(openProject(root, env));
  } catch (thrown) {
    const { message } = toPlugboardError(thrown);
    const found = finding('project-broken', 'error', message, 'mcp-bash validate');
    return { facts: { ...NO_PROJECT, root }, findings: [found] };
  }
}

const NO_PROJECT: ProjectFacts = {
  root: null,
  serverMetaValid: false,
  toolsCount: 0,
  registryExists: false,
};

// oxlint-disable-next-line max-params -- a row of a table, written in one line.
function finding(
  id: string,
  severity: Finding['severity'],
  message: string,
  suggestedCommand: string,
): Finding {
  return { id, severity, message, suggestedCommand };
}

async function inspect(project: BashProject): Promise<ProjectDiagnosis> {
  const { root, folders } = project;
  const meta = loadServerMeta(folders.server);
  const registryExists = await exists(join(folders.registry, 'tools.json'));
  await using registry = openRegistry(project, { watch: false, log: () => {}, isReadOnly: true });
  const { tools } = await registry.current();
  const problems = tools.problems.map(({ subject, error }) =>
    finding('tool-problem', 'warning', `${subject}: ${error.message}`, 'mcp-bash validate'),
  );
  const broken = meta.error
    ? [finding('server-meta', 'error', meta.error.message, 'mcp-bash validate')]
    : [];
  return {
    facts: {
      root,
      serverMetaValid: meta.error === undefined,
      toolsCount: tools.items.length,
      registryExists,
    },
    findings: [...broken, ...(await hookFindings(project)), ...problems],
  };
}

/** Hooks that would be passed over without a word. */
async function hookFindings(project: BashProject): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const hook of HOOKS) {
    const path = join(project.folders.server, hook);
    if (!(await exists(path))) continue;
    const reason = isTrustedHook(path, project);
    if (reason === undefined) continue;
    const [, command = 'mcp-bash validate'] = /`([^`]+)`/u.exec(reason) ?? [];
    findings.push(finding('hook-untrusted', 'warning', `${hook} is not run: ${reason}`, command));
  }
  return findings;
}
