// The call of a script: against a detached spawn with JSON on stdin and both pipes collected.
import { join } from 'node:path';
import { runProgram } from '../measured-process.mjs';
import { ratioRow, valueRow } from '../rows.mjs';
import { writeScript } from '../script-folder.mjs';
import { median } from '../statistics.mjs';

const PARALLEL = 16;

export async function measureScriptCall(stage, { scriptCalls, scriptBlocks }) {
  const folder = join(stage.folder, 'one-script');
  await writeScript(join(folder, 'greet'));
  const effort = { calls: scriptCalls, blocks: scriptBlocks, blockCalls: 64, parallel: PARALLEL };
  const { latencyMs, throughput } = await runProgram(stage, 'script-calls', {
    args: [folder, JSON.stringify(effort)],
  });
  return [latencyRow(latencyMs), throughputRow(throughput)];
}

/** The quotient of the medians, because single calls are too unlike each other to be paired. */
function latencyRow({ bare, plugboard }) {
  const [below, above] = [median(bare), median(plugboard)];
  return valueRow(`call of a script: p50 of ${bare.length} calls, times a bare spawn`, {
    values: [above / below],
    unit: 'x',
    note: `${above.toFixed(2)} ms against ${below.toFixed(2)} ms`,
    atMost: 1.25,
  });
}

const toCost = (perSecond) => 1 / perSecond;

/** More in a second is less time for each: the quotient is turned round. */
function throughputRow({ bare, plugboard }) {
  const [below, above] = [median(bare), median(plugboard)];
  return ratioRow(`call of a script: ${PARALLEL} in parallel, throughput, times a bare spawn`, {
    above: bare.map(toCost),
    below: plugboard.map(toCost),
    note: `${Math.round(above)}/s against ${Math.round(below)}/s`,
    atLeast: 0.85,
  });
}
