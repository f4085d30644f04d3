// What is and what is missing on this machine for projects of shell tools; shows paths, for people.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../core/version.ts';
import { findCommand } from '../../platform/find-command.ts';
import { packageRoot } from '../../platform/package-root.ts';
import { runChild } from '../../platform/run-child.ts';
import { findProjectRoot, openProject } from '../../sources/bash/open-project.ts';
import { readBashSettings } from '../../sources/bash/settings.ts';
import { diagnoseProject, type Finding, type ProjectFacts } from './diagnose-project.ts';

export interface DiagnoseOptions {
  readonly cwd: string;
  /** Default: the project around the working directory. */
  readonly projectRoot?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface Diagnosis {
  readonly schemaVersion: 1;
  readonly exitCode: number;
  readonly findings: readonly (Finding & { readonly fixable: false })[];
  /** Nothing is mended here; the original's readers look for the fields all the same. */
  readonly proposedActions: readonly never[];
  readonly actionsTaken: readonly never[];
  readonly framework: {
    readonly path: string;
    readonly exists: boolean;
    readonly version: string;
    readonly pathConfigured: boolean;
  };
  readonly runtime: RuntimeFacts;
  readonly envPolicy: { readonly tools: string; readonly providers: string };
  readonly project: ProjectFacts;
  readonly errors: number;
  readonly warnings: number;
}

interface RuntimeFacts {
  readonly nodeVersion: string;
  readonly bashVersion: string | null;
  readonly jqPath: string | null;
  readonly gojqPath: string | null;
  readonly gitPath: string | null;
  readonly jsonTool: 'gojq' | 'jq' | 'bundled jq';
  readonly tmpRoot: string;
  readonly tmpRootWritable: boolean;
}

export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { env, cwd } = options;
  const runtime = await inspectRuntime(options);
  const root = options.projectRoot ?? findProjectRoot(cwd, env);
  const { facts, findings: ofProject } = await diagnoseProject(root, env);
  const settings = root === undefined ? readBashSettings(env) : settingsOf(root, env);
  const findings = [...runtimeFindings(runtime, settings.enableGitProvider), ...ofProject];
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  const path = join(packageRoot(), 'dist', 'bin', 'mcp-bash.js');
  return {
    schemaVersion: 1,
    exitCode: count('error') === 0 ? 0 : 1,
    findings: findings.map((finding) => ({ ...finding, fixable: false })),
    proposedActions: [],
    actionsTaken: [],
    framework: {
      path,
      exists: await can(path, constants.R_OK),
      version: VERSION,
      pathConfigured: (await findCommand('mcp-bash', { env, cwd })) !== undefined,
    },
    runtime,
    envPolicy: { tools: settings.toolEnvMode, providers: settings.providerEnvMode },
    project: facts,
    errors: count('error'),
    warnings: count('warning'),
  };
}

/** A root that is no folder is told by `diagnoseProject`. */
function settingsOf(root: string, env: DiagnoseOptions['env']) {
  try {
    return openProject(root, env).settings;
  } catch {
    return readBashSettings(env);
  }
}

async function inspectRuntime(options: DiagnoseOptions): Promise<RuntimeFacts> {
  const { env, cwd } = options;
  const find = async (name: string) => (await findCommand(name, { env, cwd })) ?? null;
  const [jqPath, gojqPath, gitPath] = await Promise.all(['jq', 'gojq', 'git'].map(find));
  const tmpRoot = tmpdir();
  return {
    nodeVersion: process.versions.node,
    bashVersion: await bashVersion(options),
    jqPath: jqPath ?? null,
    gojqPath: gojqPath ?? null,
    gitPath: gitPath ?? null,
    jsonTool: gojqPath ? 'gojq' : jqPath ? 'jq' : 'bundled jq',
    tmpRoot,
    tmpRootWritable: await can(tmpRoot, constants.W_OK),
  };
}

const BASH_TIMEOUT_MS = 5_000;
const MAX_VERSION_BYTES = 1_000;

async function bashVersion({ env, cwd, signal }: DiagnoseOptions): Promise<string | null> {
  const path = await findCommand('bash', { env, cwd });
  if (path === undefined) return null;
  const end = await runChild(path, {
    args: ['-c', 'printf %s "$BASH_VERSION"'],
    env: { PATH: env['PATH'] ?? '' },
    maxOutputBytes: MAX_VERSION_BYTES,
    timeoutMs: BASH_TIMEOUT_MS,
    signals: [signal],
    what: 'bash',
    onStderr: () => {},
  });
  return end.stdout.toString() || null;
}

async function can(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

const OLDEST_BASH = [3, 2] as const;

function isOldBash(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return major < OLDEST_BASH[0] || (major === OLDEST_BASH[0] && minor < OLDEST_BASH[1]);
}

function runtimeFindings(runtime: RuntimeFacts, needsGit: boolean): readonly Finding[] {
  const { bashVersion: bash, jqPath, gojqPath, gitPath, tmpRoot, tmpRootWritable } = runtime;
  const all: (Finding | false)[] = [
    bash === null && {
      id: 'bash-missing',
      severity: 'error',
      message: 'bash is not installed',
      suggestedCommand: 'install bash 3.2 or later',
    },
    bash !== null &&
      isOldBash(bash) && {
        id: 'bash-old',
        severity: 'error',
        message: `bash ${bash} is older than 3.2`,
        suggestedCommand: 'install bash 3.2 or later',
      },
    jqPath === null &&
      gojqPath === null && {
        id: 'jq-bundled',
        severity: 'info',
        message: 'Neither gojq nor jq is installed; tools use the jq that ships with us, slower',
        suggestedCommand: 'install jq',
      },
    gitPath === null &&
      needsGit && {
        id: 'git-missing',
        severity: 'warning',
        message: 'MCPBASH_ENABLE_GIT_PROVIDER is set, but git is not installed',
        suggestedCommand: 'install git 2.37 or later',
      },
    !tmpRootWritable && {
      id: 'tmp-not-writable',
      severity: 'error',
      message: `${tmpRoot} cannot be written`,
      suggestedCommand: 'set TMPDIR to a folder of your own',
    },
  ];
  return all.filter((finding) => finding !== false);
}
