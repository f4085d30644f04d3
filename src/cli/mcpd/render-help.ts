// Renders mcpd's help from its flag table.
import { MCPD_FLAG_ROWS, type McpdFlag } from './flags.ts';

export const SUMMARY = 'MCP daemon - expose simple scripts as MCP tools and resources';

export function renderMcpdHelp(): string {
  const rows = MCPD_FLAG_ROWS.map(([name, flag]) => renderFlag(name, flag));
  return `${[
    SUMMARY,
    '',
    'Usage: mcpd [OPTIONS] --script-root-directory <DIR>',
    '',
    'Options:',
    ...rows,
    '  -h, --help\n      Show this help.',
    '  -V, --version\n      Show the version.',
  ].join('\n')}\n`;
}

function renderFlag(name: string, flag: McpdFlag): string {
  const value = flag.value === undefined ? '' : ` <${flag.value}>`;
  const facts = [
    flag.env === undefined ? '' : ` [env: ${flag.env}]`,
    flag.default === undefined || flag.default === '' ? '' : ` [default: ${flag.default}]`,
  ];
  return `  --${name}${value}\n      ${flag.doc}${facts.join('')}`;
}
