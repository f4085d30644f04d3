// `plugboard validate`: says what is wrong with a directory of scripts, and how to mend it.
import { validateSource, type Finding } from '../../app/validate-source.ts';
import { defineCommand, type Invocation } from '../define-command.ts';
import type { Deps } from '../deps.ts';
import type { FlagTable } from '../flags.ts';
import { oneLine } from '../one-line.ts';

export const validateFlags = {
  json: { doc: 'Print the findings as JSON, and errors as JSON too.' },
} as const satisfies FlagTable;

export const validate = defineCommand({
  name: 'validate',
  summary: 'Check a directory of scripts and say how to mend what is wrong.',
  operands: [{ name: 'directory', doc: 'A directory of executables.' }],
  flags: validateFlags,
  examples: ['plugboard validate ./scripts', 'plugboard validate ./scripts --json'],
  run: runValidate,
});

/** Warnings and notes leave the exit status at 0: the scripts work. */
export async function runValidate(
  { options, operands }: Invocation<typeof validateFlags>,
  { io, cwd, signal }: Deps,
): Promise<number> {
  const [directory = '.'] = operands;
  const findings = await validateSource(directory, { cwd, signal });
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  io.stdout.write(options.json ? toJson(findings) : renderFindings(findings));
  return errors === 0 ? 0 : 1;
}

function toJson(findings: readonly Finding[]): string {
  const isValid = findings.every(({ severity }) => severity !== 'error');
  return `${JSON.stringify({ valid: isValid, findings }, undefined, 2)}\n`;
}

function renderFindings(findings: readonly Finding[]): string {
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

function renderCounts(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'note'] as const).map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return counts.join(', ');
}
