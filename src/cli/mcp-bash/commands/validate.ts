// `mcp-bash validate`: says what is wrong with a project, and mends what is easily mended.
import { describeServer, renderInspector } from '../../../app/bash/client-config.ts';
import {
  validateBashProject,
  type BashValidation,
  type ProjectFinding,
} from '../../../app/bash/validate-bash-project.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { oneLine } from '../../one-line.ts';
import { toJsonText } from '../../to-json-text.ts';
import { projectRootFlag, projectRootOf } from '../project-root.ts';

export const validateFlags = {
  ...projectRootFlag,
  fix: { doc: 'Make the scripts of tools executable.' },
  json: { doc: 'Print the findings as JSON, and errors as JSON too.' },
  'explain-defaults': { doc: 'Say what holds where server.meta.json says nothing.' },
  strict: { doc: 'Warnings fail the command too.' },
  inspector: { doc: 'Say too how to open the project in the MCP Inspector.' },
} as const satisfies FlagTable;

export const validate = defineCommand({
  name: 'validate',
  summary: 'Check the project and say what is wrong.',
  operands: [],
  flags: validateFlags,
  examples: [
    'mcp-bash validate',
    'mcp-bash validate --fix --strict',
    'mcp-bash validate --inspector',
  ],
  run: runValidate,
});

type Options = Invocation<typeof validateFlags>['options'];

export async function runValidate(
  { options }: Invocation<typeof validateFlags>,
  deps: Deps,
): Promise<number> {
  const root = projectRootOf(options.projectRoot, deps);
  const validation = await validateBashProject(root, {
    env: deps.env,
    isFixing: options.fix,
    isStrict: options.strict,
  });
  const render = options.json ? toJson : toText;
  deps.io.stdout.write(render(validation, options));
  if (options.inspector) showInspector(root, options, deps);
  const isFailed = countOf(validation, 'error') > 0;
  return isFailed || (options.strict && countOf(validation, 'warning') > 0) ? 1 : 0;
}

/** JSON is read by programs, so the way for people goes beside it. */
function showInspector(root: string, { json }: Options, { io, env }: Deps): void {
  const words = `Open it in the MCP Inspector:\n  ${renderInspector(describeServer(root, env))}`;
  (json ? io.stderr : io.stdout).write(words);
}

function countOf({ findings }: BashValidation, level: ProjectFinding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

function toJson(validation: BashValidation, { strict }: Options): string {
  const { projectRoot, findings, fixesApplied, defaults } = validation;
  const report = {
    projectRoot,
    errors: countOf(validation, 'error'),
    warnings: countOf(validation, 'warning'),
    fixesApplied,
    strict,
    defaults,
    messages: findings,
  };
  return toJsonText(report);
}

const MARKS: Readonly<Record<ProjectFinding['level'], string>> = {
  error: '✗',
  warning: '⚠',
  info: '✓',
};

function toText(validation: BashValidation, options: Options): string {
  const { projectRoot, findings, defaults } = validation;
  const lines = findings.map(
    ({ level, section, message }) => `${MARKS[level]} ${section}: ${oneLine(message)}`,
  );
  const explained = options.explainDefaults
    ? Object.entries(defaults).map(([field, value]) => `default ${field}: ${value}`)
    : [];
  const counts = (['error', 'warning'] as const).map((level) => {
    const count = countOf(validation, level);
    return `${count} ${level}${count === 1 ? '' : 's'}`;
  });
  const end = findings.length === 0 ? '✓ no problems found' : counts.join(', ');
  return `${[`Validating ${projectRoot}`, ...lines, ...explained, end].join('\n')}\n`;
}
