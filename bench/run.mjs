// Measures the built package against its bars: `npm run bench -- [--only name,...] [--rounds N] [--quick]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureDiscovery } from './measurements/discovery.mjs';
import { measureHttpCall } from './measurements/http-call.mjs';
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
};

const FULL = {
  rounds: 16,
  windowMs: 400,
  warmUpMs: 1500,
  scriptCalls: 500,
  scriptBlocks: 16,
  coldRounds: 5,
  startRounds: 20,
  warmUpCalls: 10_000,
  memoryCalls: 100_000,
};
const QUICK = {
  rounds: 6,
  windowMs: 200,
  warmUpMs: 500,
  scriptCalls: 200,
  scriptBlocks: 6,
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
  const rounds = Number(values.rounds ?? effort.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds wants a whole number');
  return { names, effort: { ...effort, rounds } };
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
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
  const file = join(RESULTS_FOLDER, `${date.replaceAll(':', '-').slice(0, 19)}.json`);
  await mkdir(RESULTS_FOLDER, { recursive: true });
  await writeFile(file, JSON.stringify({ date, version, machine, effort, rows }, null, 2));
  return file;
}

const flags = readFlags();
const measured = await measureAll(flags);
const file = await keep(measured, flags.effort);
const missed = measured.rows.filter(({ passes }) => !passes).length;
process.stdout.write(`${renderRows(measured.rows)}\n\n`);
process.stdout.write(`${measured.rows.length} bars, ${missed} missed; details in ${file}\n`);
process.exitCode = missed === 0 ? 0 : 1;
