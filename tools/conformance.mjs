// Lets the official conformance suite judge our server and prints one table of what it found.
//
// node tools/conformance.mjs [--required | --suite all]

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readVerdicts, renderMarkdown, renderText, summarise } from './conformance-table.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = join(ROOT, 'tools');
const RESULTS = join(ROOT, 'conformance-results');
const FIXTURE = join(ROOT, 'test/fixtures/conformance-server/serve.mjs');
const REFEREE = join(TOOLS, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const OLDEST_REFEREE_NODE = 22;
const STOP_MS = 5_000;

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

async function startFixture() {
  if (!existsSync(join(ROOT, 'dist/index.js'))) throw new Error('run `npm run build` first');
  const child = spawn(process.execPath, [FIXTURE, '--http'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const [url] = await Promise.race([line, exited]);
  if (typeof url !== 'string') throw new Error(`the fixture ended with ${url} before it listened`);
  return { child, exited, url };
}

async function stopFixture({ child, exited }) {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(timer);
}

async function judge({ folder, options }, { node, url }) {
  const output = join(RESULTS, folder);
  await mkdir(output, { recursive: true });
  const log = createWriteStream(join(output, 'referee.log'));
  await once(log, 'open');
  const args = [REFEREE, 'server', '--url', url, ...options, '--output-dir', output];
  await run(node, args, { stdio: ['ignore', log, log] });
  log.end();
  return readVerdicts(output);
}

/** What a revision requires, in the words of the referee itself. */
async function listRequired(revision, node) {
  const args = [REFEREE, 'list', '--requirements', revision];
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const scenarios = [];
  let isServerPart = false;
  for await (const line of createInterface(child.stdout)) {
    if (line.endsWith(':')) isServerPart = line.startsWith('Server scenarios');
    const scenario = /^ {2}- (\S+)$/.exec(line)?.[1];
    if (isServerPart && scenario !== undefined) scenarios.push(scenario);
  }
  if (scenarios.length === 0) throw new Error(`the referee lists nothing for ${revision}`);
  return scenarios;
}

async function judgeAll(runs, node) {
  const fixture = await startFixture();
  const judged = [];
  try {
    for (const each of runs) {
      process.stderr.write(`${each.options.join(' ')} ...\n`);
      judged.push({
        column: each.column,
        verdicts: await judge(each, { node, url: fixture.url }),
      });
    }
  } finally {
    await stopFixture(fixture);
  }
  return judged;
}

function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: { required: { type: 'boolean' }, suite: { type: 'string' } },
  });
  const { required = false, suite } = values;
  if (suite !== undefined && (suite !== 'all' || required)) {
    throw new Error('use --required or --suite all');
  }
  return { isRequiredOnly: required };
}

async function main(args) {
  const { isRequiredOnly } = parseOptions(args);
  await installReferee();
  const node = findRefereeNode();
  await rm(RESULTS, { recursive: true, force: true });
  const required = new Map();
  for (const revision of SCORED_REVISIONS) {
    required.set(revision, await listRequired(revision, node));
  }
  const runs = isRequiredOnly ? REQUIRED_RUNS : [...REQUIRED_RUNS, ...SUITE_RUNS];
  const summary = summarise(await judgeAll(runs, node), required);
  await writeFile(join(RESULTS, 'results.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
  await writeFile(join(RESULTS, 'results.md'), renderMarkdown(summary));
  process.stdout.write(renderText(summary));
  return summary.failures.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`conformance: ${error.message}\n`);
  process.exitCode = 1;
}
