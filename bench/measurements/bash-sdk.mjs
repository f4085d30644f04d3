// Sourcing the SDK and reading two arguments: against a bash that does nothing.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeBashTool } from '../bash-tool.mjs';
import { measuredEnv } from '../measured-process.mjs';
import { ratioRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

const run = promisify(execFile);
const STARTS = 40;
/** The shell itself tells what its children used. */
const LOOP = `for ((at = 0; at < ${STARTS}; at++)); do "$@" >/dev/null; done; times`;

export async function measureBashSdk(stage, { rounds }) {
  const project = writeBashTool(join(stage.folder, 'bash-sdk'));
  const env = measuredEnv({
    MCP_SDK: join(stage.folder, 'node_modules', 'plugboard', 'sdk'),
    MCP_TOOL_ARGS_JSON: '{"name":"Ann","mark":"!"}',
  });
  const script = join(project, 'tools', 'hello', 'tool.sh');
  const samples = await interleave(rounds, {
    empty: () => cpuMs(['bash', '-c', 'true'], env),
    sdk: () => cpuMs(['bash', script], env),
  });
  const ms = (name) => `${median(samples[name]).toFixed(2)} ms`;
  return [
    ratioRow('sourcing the SDK and reading two arguments: CPU, times bash -c true', {
      above: samples.sdk,
      below: samples.empty,
      note: `${ms('sdk')} against ${ms('empty')}`,
      atMost: 4,
    }),
  ];
}

/** CPU of one start, of the children of a shell that makes many. */
async function cpuMs(command, env) {
  const { stdout } = await run('bash', ['-c', LOOP, 'bash', ...command], { env });
  const [user, system] = stdout.trim().split('\n').at(-1).split(' ');
  return ((toSeconds(user) + toSeconds(system)) * 1000) / STARTS;
}

/** `0m1.234s` */
function toSeconds(text) {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/u.exec(text);
  return Number(minutes) * 60 + Number(seconds);
}
