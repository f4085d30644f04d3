// Measures the built package against its bars: `npm run bench -- [--only name,...] [--rounds N] [--quick]`.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureHttpCall } from './measurements/http-call.mjs';
import { measureStdioCall } from './measurements/stdio-call.mjs';
import { measureToolsList } from './measurements/tools-list.mjs';
import { renderRows } from './rows.mjs';
import { openStage, RESULTS_FOLDER } from './staging.mjs';

const MEASUREMENTS = {
  'http-call': measureHttpCall,
  'stdio-call': measureStdioCall,
  'tools-list': measureToolsList,
};

const FULL = { rounds: 12, windowMs: 400, warmUpMs: 1500 };
const QUICK = { rounds: 4, windowMs: 200, warmUpMs: 600 };

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(MEASUREMENTS).join(',') },
    rounds: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const names = flags.only.split(',');
const effort = flags.quick ? QUICK : FULL;
if (flags.rounds !== undefined) effort.rounds = Number(flags.rounds);

const rows = [];
const stage = await openStage();
try {
  for (const name of names) {
    const measure = MEASUREMENTS[name];
    if (!measure) throw new Error(`no measurement ${name}; there are ${Object.keys(MEASUREMENTS)}`);
    const startedMs = performance.now();
    rows.push(...(await measure(stage, effort)));
    process.stderr.write(`${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
  }
} finally {
  await stage[Symbol.asyncDispose]();
}
process.stdout.write(`${renderRows(rows)}\n`);
