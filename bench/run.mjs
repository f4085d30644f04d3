// Measures the built package: `npm run bench -- [--only name,...] [--rounds N] [--quick]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureBashCall } from './measurements/bash-call.mjs';
import { measureBashList } from './measurements/bash-list.mjs';
import { measureBashSdk } from './measurements/bash-sdk.mjs';
import { measureBashStart } from './measurements/bash-start.mjs';
import { measureCodegen } from './measurements/codegen.mjs';
import { measureCommandLine } from './measurements/command-line.mjs';
import { measureDiscovery } from './measurements/discovery.mjs';
import { measureHttpCall } from './measurements/http-call.mjs';
import { measureMciHttp } from './measurements/mci-http.mjs';
import { measureMciLoad } from './measurements/mci-load.mjs';
import { measureMciRender } from './measurements/mci-render.mjs';
import { measureMciTextCall } from './measurements/mci-text-call.mjs';
import { measureMemory } from './measurements/memory.mjs';
import { measureScriptCall } from './measurements/script-call.mjs';
import { measureStart } from './measurements/start.mjs';
import { measureStdioCall } from './measurements/stdio-call.mjs';
import { measureToolsList } from './measurements/tools-list.mjs';
import { renderRows } from './rows.mjs';
import { openStage, RESULTS_FOLDER } from './staging.mjs';

const MEASUREMENTS = {
  'http-call': measureHttpCall,
  'stdio-call': measureStdioCall,
  'tools-list': measureToolsList,
  'script-call': measureScriptCall,
  discovery: measureDiscovery,
  start: measureStart,
  memory: measureMemory,
  'command-line': measureCommandLine,
  codegen: measureCodegen,
  'mci-render': measureMciRender,
  'mci-text-call': measureMciTextCall,
  'mci-load': measureMciLoad,
  'mci-http': measureMciHttp,
  'bash-call': measureBashCall,
  'bash-start': measureBashStart,
  'bash-sdk': measureBashSdk,
  'bash-list': measureBashList,
};

const FULL = {
  rounds: 24,
  windowMs: 200,
  warmUpCpuMs: 1200,
  scriptCalls: 500,
  scriptBlocks: 40,
  coldRounds: 4,
  startRounds: 20,
  warmUpCalls: 10_000,
  memoryCalls: 100_000,
};
const QUICK = {
  rounds: 7,
  windowMs: 200,
  warmUpCpuMs: 500,
  scriptCalls: 200,
  scriptBlocks: 12,
  coldRounds: 1,
  startRounds: 6,
  warmUpCalls: 5_000,
  memoryCalls: 10_000,
};

function readFlags() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(MEASUREMENTS).join(',') },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const names = values.only.split(',');
  const unknown = names.find((name) => !Object.hasOwn(MEASUREMENTS, name));
  if (unknown !== undefined) {
    throw new Error(`no measurement ${unknown}; there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  }
  const effort = values.quick ? QUICK : FULL;
  if (values.rounds === undefined) return { names, effort };
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds wants a whole number');
  const coldRounds = Math.min(rounds, effort.coldRounds);
  return {
    names,
    effort: { ...effort, rounds, startRounds: rounds, scriptBlocks: rounds, coldRounds },
  };
}

/** Neighbours take cores away: CPU figures bear it, wall figures do not. */
function warnOfLoad() {
  const [load] = loadavg();
  if (load < cpus().length / 2) return;
  process.stderr.write(
    `load ${load.toFixed(1)} on ${cpus().length} cores: wall figures will vary\n`,
  );
}

async function measureAll({ names, effort }) {
  const rows = [];
  const stage = await openStage();
  try {
    for (const name of names) {
      const startedMs = performance.now();
      rows.push(...(await MEASUREMENTS[name](stage, effort)));
      process.stderr.write(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
    }
  } finally {
    await stage[Symbol.asyncDispose]();
  }
  return { version: stage.version, rows };
}

async function keep({ version, rows }, effort) {
  const date = new Date().toISOString();
  const machine = {
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    load: loadavg(),
  };
  const file = join(RESULTS_FOLDER, `${date.replaceAll(':', '-').slice(0, 19)}.json`);
  await mkdir(RESULTS_FOLDER, { recursive: true });
  await writeFile(file, JSON.stringify({ date, version, machine, effort, rows }, null, 2));
  return file;
}

const flags = readFlags();
warnOfLoad();
const measured = await measureAll(flags);
const file = await keep(measured, flags.effort);
const bars = measured.rows.filter(({ isJudged }) => isJudged);
const missed = bars.filter(({ passes }) => !passes).length;
process.stdout.write(`${renderRows(measured.rows)}\n\n`);
process.stdout.write(`${bars.length} bars, ${missed} missed; details in ${file}\n`);
process.exitCode = missed === 0 ? 0 : 1;
