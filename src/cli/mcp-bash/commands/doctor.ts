// `mcp-bash doctor`: what is and what is missing on this machine, for people who set it up.
import { diagnose, type Report } from '../../../app/bash/doctor/diagnose.ts';
import type { Action } from '../../../app/bash/doctor/finding.ts';
import { isVersion } from '../../../app/bash/doctor/version-order.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { toJsonText } from '../../to-json-text.ts';
import { unreadable } from '../../unreadable.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const doctorFlags = {
  ...projectRootFlag,
  json: { doc: 'As JSON.' },
  fix: { doc: 'Mend what can be mended: the link that makes `mcp-bash` a command.' },
  'dry-run': { doc: 'Say what --fix would do.' },
  'min-version': {
    value: 'VERSION',
    doc: 'Say so if mcp-bash is older; default: what server.d/requirements.json needs.',
    parse: parseVersion,
  },
  archive: { value: 'PATH', doc: 'Refused with status 3, as npm keeps this program up to date.' },
  verify: { value: 'SHA256', doc: 'The checksum of that archive.' },
  ref: { value: 'REF', doc: 'Refused like --archive.' },
  'allow-downgrade': { doc: 'Changes nothing: no other version is installed from here.' },
} as const satisfies FlagTable;

type Options = Invocation<typeof doctorFlags>['options'];

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Look for what is missing; shows paths and settings, so keep its output to yourself.',
  operands: [],
  flags: doctorFlags,
  examples: ['mcp-bash doctor', 'mcp-bash doctor --json', 'mcp-bash doctor --dry-run'],
  // Status 1 says that something is missing.
  usageExit: 2,
  run: runDoctor,
});

export async function runDoctor(
  { options }: Invocation<typeof doctorFlags>,
  deps: Deps,
): Promise<number> {
  refuseContradictions(options);
  const { cwd, home, env, signal, io } = deps;
  const { projectRoot, minVersion, archive, ref } = options;
  const { report, refused } = await diagnose({
    cwd,
    home,
    env,
    signal,
    mode: options.fix ? 'mend' : options.dryRun ? 'propose' : 'look',
    isOtherVersionWanted: archive !== undefined || ref !== undefined,
    ...(minVersion !== undefined && { minVersion }),
    ...(projectRoot !== undefined && { projectRoot: projectRootOf(projectRoot, deps) }),
  });
  io.stdout.write(options.json ? toJsonText(report) : rendered(report, refused));
  io.stderr.write(
    refused.map(({ message, command }) => `Refused: ${message}\nhint: ${command}\n`).join(''),
  );
  return report.exitCode;
}

function refuseContradictions({ fix, dryRun, archive, verify }: Options): void {
  const reason =
    fix && dryRun
      ? '--fix and --dry-run exclude each other'
      : (archive === undefined) !== (verify === undefined)
        ? '--archive and --verify go together'
        : undefined;
  if (reason !== undefined) throw unreadable(reason);
}

function parseVersion(text: string): string {
  if (isVersion(text)) return text;
  const reason = `expected a version such as 1.3.0, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--min-version', reason });
}

const MARKS = { error: '✗', warning: '⚠', info: '·' } as const;

function rendered(report: Report, refused: readonly Action[]): string {
  const { findings, proposedActions, actionsTaken } = report;
  const rows = factsOf(report);
  const width = Math.max(...rows.map(([label]) => label.length));
  const facts = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}\n`);
  const found = findings.map(
    ({ severity, message, suggestedCommand }) =>
      `${MARKS[severity]} ${message}\n  hint: ${suggestedCommand}\n`,
  );
  const open = proposedActions.filter(
    (action) => !refused.includes(action) && !actionsTaken.includes(action),
  );
  const done = actionsTaken.map(({ message }) => `✓ done: ${message}\n`);
  const plan = open.map(({ message }) => `→ with --fix: ${message}\n`);
  const end = findings.some(({ severity }) => severity !== 'info') ? '' : '✓ ready\n';
  return [...facts, '\n', ...found, ...done, ...plan, end].join('');
}

function factsOf({ framework, runtime, project, envPolicy }: Report) {
  const { tool, provider } = envPolicy ?? {};
  const rows: readonly (readonly [string, string | number])[] = [
    ['mcp-bash', `${framework.version}, like ${framework.compatibleWith} (${framework.path})`],
    ['node', runtime.nodeVersion],
    ['bash', runtime.bashVersion || 'missing'],
    ['JSON tool', `${runtime.jsonTool} (${runtime.jsonToolPath})`],
    ['git', runtime.gitPath || 'missing'],
    ['temporary', runtime.tmpRoot],
    ['project', project.root || 'none'],
    ['tools', project.toolsCount],
  ];
  if (!tool || !provider) return rows;
  const shown = `tools ${tool.mode} (${tool.source}), providers ${provider.mode} (${provider.source})`;
  return [...rows, ['environment', shown] as const];
}
