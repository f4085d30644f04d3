// A row of the report: what was measured, the bar it has to take, and whether it did.
import { median, quotients, summary } from './statistics.mjs';

/**
 * Compares the cost per request of two servers; the throughput is told, and judges nothing.
 * Exactly one of `atMost` and `atLeast` is the bar.
 */
export function againstRow(title, { above, below, ...bar }) {
  const shown = (samples) =>
    `${median(cpuOf(samples)).toFixed(1)} us, ${toRate(median(samples.map((s) => s.perSecond)))}`;
  return ratioRow(title, {
    above: cpuOf(above),
    below: cpuOf(below),
    note: `${shown(above)} against ${shown(below)}`,
    ...bar,
  });
}

const cpuOf = (samples) => samples.map(({ cpuUs }) => cpuUs);

function toRate(perSecond) {
  return perSecond >= 10_000 ? `${(perSecond / 1000).toFixed(1)}k/s` : `${Math.round(perSecond)}/s`;
}

/**
 * Compares two series of costs round by round. The quotient of the least costs is told beside it:
 * where it is far from the median, it was the neighbours on the machine that were measured.
 */
export function ratioRow(title, { above, below, note, ...bar }) {
  const values = quotients(above, below);
  const least = Math.min(...above) / Math.min(...below);
  return valueRow(title, {
    values,
    unit: 'x',
    note: `${note}; least ${least.toFixed(2)} x`,
    ...bar,
  });
}

/** Judges the median of a series; without a bar it is only told. */
export function valueRow(title, { values, unit, note = '', atMost, atLeast }) {
  const { median: measured, q1, q3 } = summary(values);
  const passes =
    (atMost === undefined || measured <= atMost) && (atLeast === undefined || measured >= atLeast);
  const isJudged = atMost !== undefined || atLeast !== undefined;
  return { title, unit, atMost, atLeast, measured, q1, q3, isJudged, passes, note, values };
}

/** What `printTurns` printed: calls one at a time, and several in flight, against the bare way. */
export function turnRows(title, { latencyMs, throughput, parallel, against, atMost }) {
  return [
    latencyRow(title, latencyMs, { against, atMost }),
    throughputRow(`${title}: ${parallel} in flight, throughput, times ${against}`, throughput),
  ];
}

/** The quotient of the medians, because single calls are too unlike each other to be paired. */
function latencyRow(title, { bare, plugboard }, { against, atMost }) {
  const [below, above] = [median(bare), median(plugboard)];
  return valueRow(`${title}: p50 of ${bare.length} calls, times ${against}`, {
    values: [above / below],
    unit: 'x',
    note: `${above.toFixed(2)} ms against ${below.toFixed(2)} ms`,
    atMost,
  });
}

const toCost = (perSecond) => 1 / perSecond;

/** More in a second is less time for each: the quotient is turned round. */
function throughputRow(title, { bare, plugboard }) {
  const [below, above] = [median(bare), median(plugboard)];
  return ratioRow(title, {
    above: bare.map(toCost),
    below: plugboard.map(toCost),
    note: `${Math.round(above)}/s against ${Math.round(below)}/s`,
    atLeast: 0.85,
  });
}

const COLUMNS = ['', 'bar', 'measured', 'quartiles', 'measurement', 'detail'];

export function renderRows(rows) {
  const lines = [COLUMNS, ...rows.map(toCells)];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toCells({ title, unit, measured, q1, q3, note, ...judged }) {
  const digits = measured >= 100 ? 0 : 2;
  return [
    ...judgementCells(unit, judged),
    `${measured.toFixed(digits)} ${unit}`.trimEnd(),
    `${q1.toFixed(digits)}..${q3.toFixed(digits)}`,
    title,
    note,
  ];
}

function judgementCells(unit, { atMost, atLeast, isJudged, passes }) {
  if (!isJudged) return ['told', ''];
  const bar = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  return [passes ? 'pass' : 'FAIL', `${bar} ${unit}`.trimEnd()];
}
