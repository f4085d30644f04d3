// From starting `mcp-bash` in a project to its answer to initialize: against `node -e 0`.
import { join } from 'node:path';
import { writeBashTool } from '../bash-tool.mjs';
import { openLineSession } from '../line-load.mjs';
import { startNode, startServer } from '../measured-process.mjs';
import { ratioRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

export async function measureBashStart(stage, { startRounds }) {
  const project = writeBashTool(join(stage.folder, 'bash-start'));
  const program = join(stage.folder, 'node_modules', 'plugboard', 'dist', 'bin', 'mcp-bash.js');
  const samples = await interleave(startRounds, {
    node: startNode,
    plugboard: () => startServer(program, { cwd: project, talk: openLineSession }),
  });
  const ms = (name) => `${median(samples[name]).toFixed(0)} ms`;
  return [
    ratioRow('mcp-bash, start to the answer to initialize: wall, times node -e 0', {
      above: samples.plugboard,
      below: samples.node,
      note: `${ms('plugboard')} against ${ms('node')}`,
      atMost: 2.5,
    }),
  ];
}
