// The call of a tool that sources the SDK: against bash running the same script by itself.
import { join } from 'node:path';
import { writeBashTool } from '../bash-tool.mjs';
import { runProgram } from '../measured-process.mjs';
import { turnRows } from '../rows.mjs';

const PARALLEL = 16;

export async function measureBashCall(stage, { scriptCalls, scriptBlocks }) {
  const folder = writeBashTool(join(stage.folder, 'bash-project'));
  const effort = { calls: scriptCalls, blocks: scriptBlocks, blockCalls: 64, parallel: PARALLEL };
  const turns = await runProgram(stage, 'bash-calls', {
    args: [folder, JSON.stringify(effort)],
  });
  return turnRows('call of a bash tool', {
    ...turns,
    parallel: PARALLEL,
    against: 'the script alone',
    atMost: 1.3,
  });
}
