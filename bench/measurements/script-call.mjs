// The call of a script: against a detached spawn with JSON on stdin and both pipes collected.
import { join } from 'node:path';
import { runProgram } from '../measured-process.mjs';
import { turnRows } from '../rows.mjs';
import { writeScript } from '../script-folder.mjs';

const PARALLEL = 16;

export async function measureScriptCall(stage, { scriptCalls, scriptBlocks }) {
  const folder = join(stage.folder, 'one-script');
  await writeScript(join(folder, 'greet'));
  const effort = { calls: scriptCalls, blocks: scriptBlocks, blockCalls: 64, parallel: PARALLEL };
  const turns = await runProgram(stage, 'script-calls', {
    args: [folder, JSON.stringify(effort)],
  });
  return turnRows('call of a script', {
    ...turns,
    parallel: PARALLEL,
    against: 'a bare spawn',
    atMost: 1.25,
  });
}
