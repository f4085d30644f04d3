// Turns the check files of the conformance suite into verdicts, and verdicts into tables.

import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

const RESULT_FOLDER = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/;
/** Extensions we do not declare, and two kinds of login to come: run and shown, never counted. */
const NOT_COUNTED = /^(?:tasks-|sep-2640-|auth\/(?:dpop|wif))/;
/** Added to every scenario, so it says nothing about whether the scenario itself ran. */
const SCHEMA_CHECK = 'wire-schema-valid';
const WORST_FIRST = ['fail', 'skip', 'pass'];

const withStatus = (checks, status) => checks.filter((check) => check.status === status);

function toOutcome(checks) {
  if (withStatus(checks, 'FAILURE').length > 0) return 'fail';
  const own = checks.filter((check) => check.id !== SCHEMA_CHECK);
  return withStatus(own, 'SUCCESS').length > 0 ? 'pass' : 'skip';
}

const toComplaints = (checks, status) =>
  withStatus(checks, status).map((check) => `${check.id}: ${check.errorMessage ?? check.name}`);

const didNotRun = (scenario, complaint) => ({
  scenario,
  outcome: 'fail',
  passed: 0,
  failures: [complaint],
  warnings: [],
});

/** A scenario that left no checks behind died on the way. */
async function readVerdict(folder, scenario, { maySkip }) {
  let checks;
  try {
    checks = JSON.parse(await readFile(join(folder, 'checks.json'), 'utf8'));
  } catch {
    return didNotRun(scenario, 'it did not run');
  }
  const outcome = toOutcome(checks);
  if (outcome === 'skip' && !maySkip) return didNotRun(scenario, 'it checked nothing');
  return {
    scenario,
    outcome,
    passed: withStatus(checks, 'SUCCESS').length,
    failures: toComplaints(checks, 'FAILURE'),
    warnings: toComplaints(checks, 'WARNING'),
  };
}

/** The verdicts of one run, from the folder it wrote; `maySkip` where checking nothing is no fault. */
export async function readVerdicts(folder, rules) {
  const files = await readdir(folder, { recursive: true });
  const names = files.map((file) => file.replaceAll(sep, '/')).toSorted();
  const matches = names.map((name) => RESULT_FOLDER.exec(name)).filter((match) => match !== null);
  return Promise.all(
    matches.map(([name, scenario]) => readVerdict(join(folder, name), scenario, rules)),
  );
}

function worse(a, b) {
  if (a === undefined) return b;
  return WORST_FIRST.indexOf(a.outcome) <= WORST_FIRST.indexOf(b.outcome) ? a : b;
}

function toRows(judged, required) {
  const rows = new Map();
  for (const { column, verdicts } of judged) {
    for (const verdict of verdicts) {
      const row = rows.get(verdict.scenario) ?? { scenario: verdict.scenario, cells: {} };
      const isRequired = required.get(column)?.includes(verdict.scenario) ?? false;
      row.cells[column] = worse(row.cells[column], { ...verdict, isRequired });
      rows.set(verdict.scenario, row);
    }
  }
  return [...rows.values()].toSorted((a, b) => a.scenario.localeCompare(b.scenario));
}

function countRequired(rows, required) {
  return [...required].map(([revision, scenarios]) => ({
    revision,
    required: scenarios.filter((scenario) => !NOT_COUNTED.test(scenario)).length,
    passed: rows.filter(({ scenario, cells }) => {
      const cell = cells[revision];
      if (NOT_COUNTED.test(scenario)) return false;
      return cell?.isRequired === true && cell.outcome !== 'fail';
    }).length,
  }));
}

/** Everything a table needs; `failures` is what makes the run fail. */
export function summarise(judged, required) {
  const rows = toRows(judged, required);
  const scores = countRequired(rows, required);
  const failures = rows
    .filter(({ scenario }) => !NOT_COUNTED.test(scenario))
    .flatMap(({ scenario, cells }) =>
      Object.entries(cells)
        .filter(([, cell]) => cell.outcome === 'fail')
        .map(([column, cell]) => ({ scenario, column, complaints: cell.failures })),
    );
  const missing = scores
    .filter(({ passed, required: wanted }) => passed < wanted)
    .filter(({ revision }) => !failures.some(({ column }) => column === revision))
    .map(({ revision }) => ({
      scenario: 'required scenarios',
      column: revision,
      complaints: ['not all of them ran'],
    }));
  const columns = [...new Set(judged.map(({ column }) => column))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  return { columns, rows, scores, failures: [...failures, ...missing] };
}

function renderCell(cell) {
  if (cell === undefined) return '';
  const warnings = cell.warnings.length > 0 ? ` (${cell.warnings.length} warnings)` : '';
  return `${cell.outcome}${cell.isRequired ? '*' : ''}${warnings}`;
}

function toGrid({ side, columns, rows }) {
  const body = rows.map(({ scenario, cells }) => [
    NOT_COUNTED.test(scenario) ? `${scenario} (not counted)` : scenario,
    ...columns.map((column) => renderCell(cells[column])),
  ]);
  return [[side, ...columns], ...body];
}

function renderScores({ scores, columns, rows }) {
  const lines = scores.map(
    ({ revision, required, passed }) => `${revision}: ${passed}/${required} required scenarios`,
  );
  if (columns.includes('suite all')) {
    const counted = rows.filter(({ scenario }) => !NOT_COUNTED.test(scenario));
    const cells = counted.map(({ cells: each }) => each['suite all']).filter(Boolean);
    const passed = cells.filter(({ outcome }) => outcome !== 'fail').length;
    lines.push(`suite all: ${passed}/${cells.length} scenarios`);
  }
  return lines;
}

export function renderText(summary) {
  const grid = toGrid(summary);
  const widths = grid[0].map((_, index) => Math.max(...grid.map((row) => row[index].length)));
  const table = grid.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index]))
      .join('  ')
      .trimEnd(),
  );
  const complaints = summary.failures.map(
    ({ scenario, column, complaints: texts }) =>
      `FAILED ${scenario} (${column})\n${texts.map((text) => `  ${text}`).join('\n')}`,
  );
  return [...table, '', '* required', ...renderScores(summary), ...complaints, ''].join('\n');
}

export function renderMarkdown(summary) {
  const [head, ...body] = toGrid(summary).map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(summary.columns.length + 1)}`;
  const scores = renderScores(summary).map((line) => `- ${line}`);
  return [
    `# Conformance of the ${summary.side}`,
    '',
    ...scores,
    '',
    head,
    rule,
    ...body,
    '',
    '`*` required',
    '',
  ].join('\n');
}
