// `plugboard validate`: says what is wrong with a directory of scripts, a project or an MCI file.
import { validateSource, type BashFinding, type Validation } from '../../app/validate-source.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';
import { renderMciFindings } from '../render-mci-findings.ts';
import { toJsonText } from '../to-json-text.ts';

export const validateFlags = {
  json: { doc: 'Print the findings as JSON, and errors as JSON too.' },
} as const satisfies FlagTable;

export const validate = defineCommand({
  name: 'validate',
  summary: 'Check a directory of scripts, a mcp-bash project or an MCI file and say what is wrong.',
  operands: [
    { name: 'source', doc: 'A directory of executables, a mcp-bash project, or an MCI file.' },
  ],
  flags: validateFlags,
  examples: ['plugboard validate ./scripts', 'plugboard validate tools.mci.yaml --json'],
  run: runValidate,
});

/** Warnings and notes leave the exit status at 0: the tools work. */
export async function runValidate(
  { options, operands }: Invocation<typeof validateFlags>,
  { io, cwd, env, signal }: Deps,
): Promise<number> {
  const [source = '.'] = operands;
  const validation = await validateSource(source, { cwd, env, signal });
  const { findings } = validation;
  const valid = isValid(validation);
  io.stdout.write(options.json ? toJsonText({ valid, findings }) : render(validation, cwd));
  return valid ? 0 : 1;
}

function isValid({ findings }: Validation): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}

function render({ kind, findings }: Validation, cwd: string): string {
  if (kind === 'mci') return renderMciFindings(findings, cwd);
  return kind === 'bash' ? renderBashFindings(findings) : renderScriptFindings(findings);
}

function renderBashFindings(findings: readonly BashFinding[]): string {
  if (findings.length === 0) return 'no problems found\n';
  const lines = findings.map(
    ({ severity, section, message }) => `${severity} ${section}: ${oneLine(message)}\n`,
  );
  return `${lines.join('')}\n${renderCounts(findings)}\n`;
}

type Finding = Extract<Validation, { kind: 'scripts' }>['findings'][number];

function renderScriptFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no problems found\n';
  const scripts = [...new Set(findings.map(({ script }) => script))].toSorted();
  const groups = scripts.map((script) => {
    const group = findings.filter((finding) => finding.script === script);
    return group.map(renderFinding).join('');
  });
  return `${groups.join('\n')}\n${renderCounts(findings)}\n`;
}

function renderFinding({ severity, script, message, mend }: Finding): string {
  return `${severity} ${oneLine(script)}: ${oneLine(message)}\n  mend: ${oneLine(mend)}\n`;
}

function renderCounts(findings: readonly Pick<Finding, 'severity'>[]): string {
  const counts = (['error', 'warning', 'note'] as const).map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return counts.join(', ');
}
