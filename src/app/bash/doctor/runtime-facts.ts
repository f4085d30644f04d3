// What scripts of a project need of this machine, and what of it is missing.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { findCommand } from '../../../platform/find-command.ts';
import { runChild } from '../../../platform/run-child.ts';
import { findJsonTool } from '../../../sources/bash/json-tool.ts';
import { openProject } from '../../../sources/bash/open-project.ts';
import { readBashSettings } from '../../../sources/bash/settings.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { finding, type Finding } from './finding.ts';
import { isOlder } from './version-order.ts';

/** What is missing is an empty text, as readers of the original's report expect. */
export interface RuntimeFacts {
  readonly nodeVersion: string;
  readonly bashVersion: string;
  readonly jqPath: string;
  readonly gojqPath: string;
  readonly gitPath: string;
  /** The one tools are told to use. */
  readonly jsonTool: string;
  readonly jsonToolPath: string;
  readonly tmpRoot: string;
  readonly tmpRootWritable: boolean;
}

/** `root` is the project that is looked at, where there is one. */
export async function inspectRuntime(
  root: string | undefined,
  options: DiagnoseOptions,
): Promise<RuntimeFacts> {
  const { env, cwd } = options;
  const find = async (name: string) => (await findCommand(name, { env, cwd })) ?? '';
  const [jqPath, gojqPath, gitPath, bashPath] = await Promise.all([
    find('jq'),
    find('gojq'),
    find('git'),
    find('bash'),
  ]);
  const jsonTool = await findJsonTool(placeOf(root, options), env['PATH'] ?? '');
  const tmpRoot = tmpdir();
  return {
    nodeVersion: process.versions.node,
    bashVersion: bashPath === '' ? '' : await bashVersion(bashPath, options),
    jqPath,
    gojqPath,
    gitPath,
    jsonTool: jsonTool.name,
    jsonToolPath: jsonTool.path,
    tmpRoot,
    tmpRootWritable: await isWritable(tmpRoot),
  };
}

function placeOf(root: string | undefined, { env, cwd }: DiagnoseOptions) {
  const bare = { root: cwd, settings: readBashSettings(env) };
  try {
    return root === undefined ? bare : openProject(root, env);
  } catch {
    // What is wrong with the project is told with the project.
    return bare;
  }
}

const BASH_TIMEOUT_MS = 5_000;
const MAX_VERSION_BYTES = 1_000;

async function bashVersion(path: string, { env, signal }: DiagnoseOptions): Promise<string> {
  const end = await runChild(path, {
    args: ['-c', 'printf %s "$BASH_VERSION"'],
    env: { PATH: env['PATH'] ?? '' },
    maxOutputBytes: MAX_VERSION_BYTES,
    timeoutMs: BASH_TIMEOUT_MS,
    signals: [signal],
    what: 'bash',
    onStderr: () => {},
  });
  return end.stdout.toString();
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

const OLDEST_BASH = '3.2';
const INSTALL_BASH = `install bash ${OLDEST_BASH} or later`;

export function runtimeFindings(runtime: RuntimeFacts, needsGit: boolean): readonly Finding[] {
  const { bashVersion: bash, jqPath, gojqPath, gitPath, tmpRoot, tmpRootWritable } = runtime;
  const all: (Finding | false)[] = [
    bash === '' &&
      finding('runtime.bash_missing', 'error', {
        message: 'bash is not installed',
        suggestedCommand: INSTALL_BASH,
      }),
    isOlder(bash, OLDEST_BASH) &&
      finding('runtime.bash_too_old', 'error', {
        message: `bash ${bash} is older than ${OLDEST_BASH}`,
        suggestedCommand: INSTALL_BASH,
      }),
    jqPath + gojqPath === '' &&
      finding('runtime.json_tool_missing', 'info', {
        message: 'Neither gojq nor jq is installed; tools use the jq that ships with us, slower',
        suggestedCommand: 'install jq',
      }),
    gitPath === '' &&
      needsGit &&
      finding('runtime.git_missing', 'warning', {
        message: 'MCPBASH_ENABLE_GIT_PROVIDER is set, but git is not installed',
        suggestedCommand: 'install git 2.37 or later',
      }),
    !tmpRootWritable &&
      finding('runtime.tmp_root_not_writable', 'error', {
        message: `${tmpRoot} cannot be written`,
        suggestedCommand: 'set TMPDIR to a folder of your own',
      }),
  ];
  return all.filter((one) => one !== false);
}
