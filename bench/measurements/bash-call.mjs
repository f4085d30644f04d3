// The call of a tool that sources the SDK: against bash running the same script by itself.
import { join } from 'node:path';
import { writeBashTool } from '../bash-tool.mjs';
import { runProgram } from '../measured-process.mjs';
import { ratioRow, valueRow } from '../rows.mjs';
import { median } from '../statistics.mjs';

const PARALLEL = 16;

export async function measureBashCall(stage, { scriptCalls, scriptBlocks }) {
  const folder = writeBashTool(join(stage.folder, 'bash-project'));
  const effort = { calls: scriptCalls, blocks: scriptBlocks, blockCalls: 64, parallel: PARALLEL };
  const { latencyMs, throughput } = await runProgram(stage, 'bash-calls', {
    args: [folder, JSON.stringify(effort)],
  });
  return [latencyRow(latencyMs), throughputRow(throughput)];
}

/** The quotient of the medians, because single calls are too unlike each other to be paired. */
function latencyRow({ bare, plugboard }) {
  const [below, above] = [median(bare), median(plugboard)];
  return valueRow(`call of a bash tool: p50 of ${bare.length} calls, times the script alone`, {
    values: [above / below],
    unit: 'x',
    note: `${above.toFixed(2)} ms against ${below.toFixed(2)} ms`,
    atMost: 1.3,
  });
}

const toCost = (perSecond) => 1 / perSecond;

/** More in a second is less time for each: the quotient is turned round. */
function throughputRow({ bare, plugboard }) {
  const [below, above] = [median(bare), median(plugboard)];
  return ratioRow(
    `call of a bash tool: ${PARALLEL} in flight, throughput, times the script alone`,
    {
      above: bare.map(toCost),
      below: plugboard.map(toCost),
      note: `${Math.round(above)}/s against ${Math.round(below)}/s`,
      atLeast: 0.85,
    },
  );
}
