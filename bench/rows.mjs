// A row of the report: what was measured, the bar it has to take, and whether it did.
import { median, quotients, summary } from './statistics.mjs';

/**
 * Compares the cost per request of two servers; the throughput is told, and judges nothing.
 * Exactly one of `atMost` and `atLeast` is the bar.
 */
export function againstRow(title, { above, below, ...bar }) {
  const cpuOf = (samples) => samples.map(({ cpuUs }) => cpuUs);
  const shown = (samples) =>
    `${median(cpuOf(samples)).toFixed(1)} us, ${toRate(median(samples.map((s) => s.perSecond)))}`;
  return ratioRow(title, {
    above: cpuOf(above),
    below: cpuOf(below),
    note: `${shown(above)} against ${shown(below)}`,
    ...bar,
  });
}

function toRate(perSecond) {
  return perSecond >= 10_000 ? `${(perSecond / 1000).toFixed(1)}k/s` : `${Math.round(perSecond)}/s`;
}

/** Compares two series round by round. */
export function ratioRow(title, { above, below, note, ...bar }) {
  return valueRow(title, { values: quotients(above, below), unit: 'x', note, ...bar });
}

/** Judges the median of a series. */
export function valueRow(title, { values, unit, note = '', atMost, atLeast }) {
  const { median: measured, q1, q3 } = summary(values);
  const passes =
    (atMost === undefined || measured <= atMost) && (atLeast === undefined || measured >= atLeast);
  return { title, unit, atMost, atLeast, measured, q1, q3, passes, note, values };
}

const COLUMNS = ['', 'bar', 'measured', 'quartiles', 'measurement', 'detail'];

export function renderRows(rows) {
  const lines = [COLUMNS, ...rows.map(toCells)];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at])).join('  ').trimEnd())
    .join('\n');
}

function toCells({ title, unit, atMost, atLeast, measured, q1, q3, passes, note }) {
  const bar = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  const digits = measured >= 100 ? 0 : 2;
  return [
    passes ? 'pass' : 'FAIL',
    `${bar} ${unit}`,
    `${measured.toFixed(digits)} ${unit}`,
    `${q1.toFixed(digits)}..${q3.toFixed(digits)}`,
    title,
    note,
  ];
}
