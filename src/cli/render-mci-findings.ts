// What is wrong with an MCI schema, for people: one line each, with a place to jump to.
import { relative } from 'node:path';
import type { MciFinding } from '../app/mci/validate-mci-file.ts';
import { oneLine } from './one-line.ts';

export function renderMciFindings(findings: readonly MciFinding[], cwd: string): string {
  if (findings.length === 0) return 'no problems found\n';
  const lines = findings.map((finding) => `${renderFinding(finding, cwd)}\n`);
  const counts = (['error', 'warning'] as const).map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return `${lines.join('')}\n${counts.join(', ')}\n`;
}

/** `error tools.mci.yaml:3:5: tools[0].name must be a string` */
function renderFinding({ severity, file, line, column, field, message }: MciFinding, cwd: string) {
  const inside = relative(cwd, file);
  const shown = inside.startsWith('..') ? file : inside;
  const place = line === undefined ? shown : `${shown}:${line}:${column}`;
  return `${severity} ${place}: ${oneLine([field, message].join(' '))}`;
}
