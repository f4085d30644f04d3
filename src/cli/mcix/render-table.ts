// Lays out rows in columns.
import { oneLine } from '../one-line.ts';

/** Every column but the last is as wide as its widest cell. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map(oneLine))];
  const widths = header.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  const rule = widths.map((width) => '-'.repeat(width));
  const [first = [], ...others] = cells;
  return [first, rule, ...others].map((row) => renderRow(row, widths)).join('');
}

function renderRow(row: readonly string[], widths: readonly number[]): string {
  const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
  return `${padded.join('  ').trimEnd()}\n`;
}
