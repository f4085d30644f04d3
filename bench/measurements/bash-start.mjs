// From starting `mcp-bash` in a project to its answer to initialize: against `node -e 0`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeBashTool } from '../bash-tool.mjs';
import { openLineSession } from '../line-load.mjs';
import { measuredEnv } from '../measured-process.mjs';
import { ratioRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

export async function measureBashStart(stage, { startRounds }) {
  const project = writeBashTool(join(stage.folder, 'bash-start'));
  const program = join(stage.folder, 'node_modules', 'plugboard', 'dist', 'bin', 'mcp-bash.js');
  const samples = await interleave(startRounds, {
    node: startNode,
    plugboard: () => firstAnswer(program, project),
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

async function startNode() {
  const startedMs = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { env: measuredEnv() }), 'exit');
  return performance.now() - startedMs;
}

async function firstAnswer(program, cwd) {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [program], {
    cwd,
    env: measuredEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await openLineSession(child);
  const wallMs = performance.now() - startedMs;
  child.stdin.end();
  await exited;
  return wallMs;
}
