// `mcp-bash doctor`: what is and what is missing on this machine, for people who set it up.
import { diagnose, type Diagnosis } from '../../../app/bash/diagnose.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const doctorFlags = {
  ...projectRootFlag,
  json: { doc: 'As JSON.' },
} as const satisfies FlagTable;

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Look for what is missing; shows paths and settings, so keep its output to yourself.',
  operands: [],
  flags: doctorFlags,
  examples: ['mcp-bash doctor', 'mcp-bash doctor --json'],
  // Status 1 says that something is missing.
  usageExit: 2,
  run: runDoctor,
});

export async function runDoctor(
  { options }: Invocation<typeof doctorFlags>,
  deps: Deps,
): Promise<number> {
  const { cwd, env, signal, io } = deps;
  const { projectRoot } = options;
  const diagnosis = await diagnose({
    cwd,
    env,
    signal,
    ...(projectRoot !== undefined && { projectRoot: projectRootOf(projectRoot, deps) }),
  });
  io.stdout.write(options.json ? `${JSON.stringify(diagnosis, null, 2)}\n` : rendered(diagnosis));
  return diagnosis.exitCode;
}

const MARKS = { error: '✗', warning: '⚠', info: '·' } as const;

function rendered({ framework, runtime, project, envPolicy, findings }: Diagnosis): string {
  const rows: readonly (readonly [string, string | number])[] = [
    ['mcp-bash', `${framework.version} (${framework.path})`],
    ['node', runtime.nodeVersion],
    ['bash', runtime.bashVersion ?? 'missing'],
    ['JSON tool', `${runtime.jsonTool} ${runtime.gojqPath ?? runtime.jqPath ?? ''}`.trim()],
    ['git', runtime.gitPath ?? 'missing'],
    ['temporary', runtime.tmpRoot],
    ['environment', `tools ${envPolicy.tools}, providers ${envPolicy.providers}`],
    ['project', project.root ?? 'none'],
    ['tools', project.toolsCount],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const facts = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}\n`);
  const found = findings.map(
    ({ severity, message, suggestedCommand }) =>
      `${MARKS[severity]} ${message}\n  hint: ${suggestedCommand}\n`,
  );
  const end = findings.some(({ severity }) => severity !== 'info') ? '' : '✓ ready\n';
  return [...facts, '\n', ...found, end].join('');
}
