// What is and what is missing on this machine for projects of shell tools; shows paths, for people.
import { COMPATIBLE_WITH } from '../../../sources/bash/compatible-with.ts';
import { findProjectRoot } from '../../../sources/bash/open-project.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import type { EnvPolicy } from './env-policy.ts';
import { finding, type Action, type Finding } from './finding.ts';
import { inspectInstall, installFindings, UPDATE, type InstallFacts } from './install-facts.ts';
import { mend, type Mended } from './mend.ts';
import { inspectPlatform, platformFindings, type PlatformFacts } from './platform-facts.ts';
import { diagnoseProject, type ProjectFacts } from './project-facts.ts';
import { inspectRuntime, runtimeFindings, type RuntimeFacts } from './runtime-facts.ts';
import { isOlder } from './version-order.ts';

/** The keys are those of the original's report, in its order. */
export interface Report extends InstallFacts, PlatformFacts {
  readonly schemaVersion: 1;
  readonly exitCode: number;
  readonly findings: readonly Finding[];
  readonly proposedActions: readonly Action[];
  readonly actionsTaken: readonly Action[];
  readonly runtime: RuntimeFacts;
  readonly project: ProjectFacts;
  readonly envPolicy: EnvPolicy | null;
  readonly errors: number;
  readonly warnings: number;
}

export interface Diagnosis {
  readonly report: Report;
  /** Those of the proposed actions that will not be taken. */
  readonly refused: readonly Action[];
}

export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { env, cwd, mode, isOtherVersionWanted = false } = options;
  const root = options.projectRoot ?? findProjectRoot(cwd, env);
  const [runtime, installed, project] = await Promise.all([
    inspectRuntime(root, options),
    inspectInstall(options),
    diagnoseProject(root, options),
  ]);
  const framework = installed.framework.path;
  const paths = { platform: process.platform, framework, project: root };
  const platform = await inspectPlatform(paths, options);
  const needed = options.minVersion ?? project.facts.requirements?.minVersion ?? '';
  const isTooOld = isOlder(COMPATIBLE_WITH, needed);
  const mended = await mend(installed, { mode, isOtherVersionWanted, isTooOld });
  const findings = [
    ...installFindings(installed),
    ...runtimeFindings(runtime, project.needsGit),
    ...project.findings,
    ...platformFindings(platform, paths),
    ...(isTooOld ? [tooOld(needed)] : []),
    ...mended.findings,
  ].filter(({ id }) => !mended.taken.some((action) => MENDS[action.id] === id));
  const { facts, envPolicy } = project;
  const isLinked = mended.taken.length > 0;
  const install = isLinked ? await inspectInstall(options) : installed;
  const report = {
    ...summary(findings, mended),
    ...install,
    runtime,
    ...platform,
    project: facts,
    envPolicy,
    ...counts(findings),
  };
  return { report, refused: mended.refused };
}

/** What a finding was before its action was taken. */
const MENDS: Readonly<Record<string, string>> = { 'shim.ensure': 'shim.status' };

function tooOld(needed: string): Finding {
  return finding('framework.version_too_old', 'warning', {
    message: `mcp-bash ${needed} is needed; this one does what ${COMPATIBLE_WITH} does`,
    suggestedCommand: UPDATE,
  });
}

function counts(findings: readonly Finding[]) {
  const count = (severity: Finding['severity']) =>
    findings.filter((one) => one.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

const EXITS = { fine: 0, errors: 1, refused: 3 } as const;

function summary(findings: readonly Finding[], { proposed, refused, taken }: Mended) {
  const found = counts(findings).errors > 0 ? EXITS.errors : EXITS.fine;
  return {
    schemaVersion: 1 as const,
    exitCode: refused.length > 0 ? EXITS.refused : found,
    findings,
    proposedActions: [...proposed, ...refused],
    actionsTaken: taken,
  };
}
