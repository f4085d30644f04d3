// Lets the official conformance suite judge our server and our client; prints a table for each.
//
// node tools/conformance.mjs [--required | --suite all] [--only server|client]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SIDES } from './conformance-sides.mjs';
import { readVerdicts, renderMarkdown, renderText, summarise } from './conformance-table.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = join(ROOT, 'tools');
const RESULTS = join(ROOT, 'conformance-results');
const REFEREE = join(TOOLS, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const OLDEST_REFEREE_NODE = 22;

const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const SCORED_REVISIONS = ['2025-11-25', '2026-07-28'];
const REQUIRED_RUNS = SCORED_REVISIONS.map((revision) => ({
  column: revision,
  folder: `required-${revision}`,
  options: ['--requirements', revision],
}));
const SUITE_RUNS = [
  ...REVISIONS.map((revision) => ({
    column: revision,
    folder: `suite-${revision}`,
    options: ['--suite', 'all', '--spec-version', revision],
  })),
  { column: 'suite all', folder: 'suite-all', options: ['--suite', 'all'] },
];

async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  const [code] = await once(child, 'exit');
  return code;
}

async function installReferee() {
  if (existsSync(REFEREE)) return;
  const isWindows = process.platform === 'win32';
  const code = await run('npm', ['ci', '--prefix', TOOLS], { shell: isWindows });
  if (code !== 0) throw new Error('tools/ could not be installed: run `npm ci --prefix tools`');
}

/** The referee needs a newer Node than the program it judges; npm brings one. */
function findRefereeNode() {
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  const file = join(TOOLS, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(file)) return file;
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_REFEREE_NODE) return process.execPath;
  throw new Error(`the referee needs Node ${OLDEST_REFEREE_NODE} or newer, and ${name} is missing`);
}

async function judge({ folder, options }, { node, side, judged }) {
  const output = join(RESULTS, side, folder);
  await mkdir(output, { recursive: true });
  const log = createWriteStream(join(output, 'referee.log'));
  await once(log, 'open');
  const args = [REFEREE, side, ...judged.args, ...options, '--output-dir', output];
  await run(node, args, { env: judged.env, stdio: ['ignore', log, log] });
  log.end();
  return readVerdicts(output, SIDES[side]);
}

/** What a revision requires of a side, in the words of the referee itself. */
async function listRequired(revision, { node, side }) {
  const args = [REFEREE, 'list', '--requirements', revision];
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const scenarios = [];
  let isOurPart = false;
  for await (const line of createInterface(child.stdout)) {
    if (line.endsWith(':')) isOurPart = line.startsWith(SIDES[side].heading);
    const scenario = /^ {2}- (\S+)$/.exec(line)?.[1];
    if (isOurPart && scenario !== undefined) scenarios.push(scenario);
  }
  if (scenarios.length === 0) throw new Error(`the referee lists nothing for ${revision}`);
  return scenarios;
}

async function judgeAll(runs, { node, side }) {
  const judged = await SIDES[side].start();
  const found = [];
  try {
    for (const each of runs) {
      process.stderr.write(`${side} ${each.options.join(' ')} ...\n`);
      const verdicts = await judge(each, { node, side, judged });
      found.push({ column: each.column, verdicts });
    }
  } finally {
    await judged.stop();
  }
  return found;
}

async function judgeSide(side, { node, runs }) {
  const required = new Map();
  for (const revision of SCORED_REVISIONS) {
    required.set(revision, await listRequired(revision, { node, side }));
  }
  return { side, ...summarise(await judgeAll(runs, { node, side }), required) };
}

function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      required: { type: 'boolean' },
      suite: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { required = false, suite, only } = values;
  if (suite !== undefined && (suite !== 'all' || required)) {
    throw new Error('use --required or --suite all');
  }
  if (only !== undefined && !Object.hasOwn(SIDES, only)) {
    throw new Error('use --only server or --only client');
  }
  return {
    sides: only === undefined ? Object.keys(SIDES) : [only],
    runs: required ? REQUIRED_RUNS : [...REQUIRED_RUNS, ...SUITE_RUNS],
  };
}

async function main(args) {
  const { sides, runs } = parseOptions(args);
  await installReferee();
  const node = findRefereeNode();
  await rm(RESULTS, { recursive: true, force: true });
  const summaries = [];
  for (const side of sides) summaries.push(await judgeSide(side, { node, runs }));
  await writeFile(join(RESULTS, 'results.json'), `${JSON.stringify(summaries, undefined, 2)}\n`);
  await writeFile(join(RESULTS, 'results.md'), summaries.map(renderMarkdown).join('\n'));
  process.stdout.write(summaries.map(renderText).join('\n'));
  return summaries.every(({ failures }) => failures.length === 0) ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`conformance: ${error.message}\n`);
  process.exitCode = 1;
}
