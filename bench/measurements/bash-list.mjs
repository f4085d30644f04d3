// Lists of mcp-bash projects: cold, warm, and after one file among 5,000 changed.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeBashProject } from '../bash-project.mjs';
import { callLine, loadLines, openLineSession } from '../line-load.mjs';
import { LIST } from '../mcp-requests.mjs';
import { costOf, measuredEnv, runProgram, startMeasured, warmUp } from '../measured-process.mjs';
import { againstRow, ratioRow, valueRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

const FEW = 500;
const MANY = 5000;
const PAGE = 50;
const IN_FLIGHT = 8;
const MAX_ROUNDS = 9;

export async function measureBashList(stage, effort) {
  const folders = {
    [FEW]: join(stage.folder, 'few-tools'),
    [MANY]: join(stage.folder, 'many-tools'),
  };
  for (const count of [FEW, MANY]) writeBashProject(folders[count], count);
  const rounds = Math.min(effort.startRounds, MAX_ROUNDS);
  return [
    ...(await measureCold(stage, folders, rounds)),
    ...(await measureRefresh(stage, folders, Math.ceil(rounds / 3))),
    await measureWarm(stage, folders[FEW], effort),
  ];
}

async function measureCold(stage, folders, rounds) {
  const list = (count) => async () => {
    rmSync(join(folders[count], '.registry'), { recursive: true, force: true });
    return runProgram(stage, 'bash-list', { args: ['list', folders[count], count] });
  };
  const samples = await interleave(rounds, {
    few: list(FEW),
    many: list(MANY),
    files: () => runProgram(stage, 'bash-list', { args: ['files', folders[MANY], MANY] }),
  });
  const many = { above: cpuOf(samples.many), note: noteOf(samples.many) };
  return [
    ratioRow(`tools/list of ${MANY} bash tools, cold: CPU, times that of ${FEW}`, {
      ...many,
      below: cpuOf(samples.few),
      atMost: 12,
    }),
    ratioRow(`tools/list of ${MANY} bash tools, cold: CPU, times reading and parsing the files`, {
      ...many,
      below: cpuOf(samples.files),
      atMost: 2,
    }),
  ];
}

async function measureRefresh(stage, folders, rounds) {
  const refresh = (count) => () =>
    runProgram(stage, 'bash-list', { args: ['refresh', folders[count], count] });
  const samples = await interleave(rounds, { few: refresh(FEW), many: refresh(MANY) });
  const title = `refresh after one file changed among ${MANY}`;
  return [
    ratioRow(`${title}: CPU, times that of ${FEW}`, {
      above: cpuOf(samples.many),
      below: cpuOf(samples.few),
      note: noteOf(samples.many),
      atMost: 2,
    }),
    ratioRow(`${title}: CPU with the registry file, times that of ${FEW}`, {
      above: cpuOf(samples.many, 'wholeCpuMs'),
      below: cpuOf(samples.few, 'wholeCpuMs'),
      note: 'told',
    }),
    ...openedRows(stage, folders[MANY], title),
  ];
}

/** Counted by strace, where it is installed. */
function openedRows(stage, folder, title) {
  const trace = join(stage.folder, 'opened.trace');
  const args = ['-f', '-e', 'trace=openat,open,statx,stat', '-o', trace, process.execPath];
  const program = [stage.program('bash-list'), 'refresh', folder, String(MANY)];
  const { status } = spawnSync('strace', [...args, ...program], {
    cwd: stage.folder,
    env: measuredEnv(),
    stdio: 'ignore',
  });
  if (status !== 0) return [];
  const parts = readFileSync(trace, 'utf8').split('/plugboard-bench-begin').slice(1);
  const values = parts.map((part) => {
    const [during] = part.split('/plugboard-bench-end');
    return during.split('\n').filter((line) => /\bopen(?:at)?\(/u.test(line)).length;
  });
  return [valueRow(`${title}: files opened`, { values, unit: '', atMost: 5 })];
}

/** One page from a server that has answered before, against writing the same bytes. */
async function measureWarm(stage, folder, effort) {
  const own = await startMeasured(stage, 'bash-serve', { args: [folder] });
  try {
    await openLineSession(own.child);
    const page = await callLine(own.child, '2025', LIST);
    const { tools } = JSON.parse(String(page)).result;
    if (tools.length !== PAGE) throw new Error(`${tools.length} tools on a page, not ${PAGE}`);
    const file = join(stage.folder, 'bash-page.json');
    await writeFile(file, page);
    return await againstBuffer(stage, { own, file, effort });
  } finally {
    await own[Symbol.asyncDispose]();
  }
}

const listLoad =
  ({ child }) =>
  (durationMs) =>
    loadLines(child, '2025', { message: LIST, inFlight: IN_FLIGHT, durationMs });

async function againstBuffer(stage, { own, file, effort }) {
  const { rounds, windowMs, warmUpCpuMs } = effort;
  const bare = await startMeasured(stage, 'bare-list', { args: ['stdio', file] });
  try {
    for (const server of [own, bare]) await warmUp(server, listLoad(server), warmUpCpuMs);
    const { above, below } = await interleave(rounds, {
      above: () => costOf(own, () => listLoad(own)(windowMs)),
      below: () => costOf(bare, () => listLoad(bare)(windowMs)),
    });
    const title = 'tools/list of a bash project, warm, one page: CPU, times writing a buffer';
    return againstRow(title, { above, below, atMost: 1.5 });
  } finally {
    await bare[Symbol.asyncDispose]();
  }
}

const cpuOf = (samples, key = 'cpuMs') => samples.map((sample) => sample[key]);

function noteOf(samples) {
  const [until, whole] = ['cpuMs', 'wholeCpuMs'].map((key) => median(cpuOf(samples, key)));
  return `${until.toFixed(1)} ms CPU, ${whole.toFixed(1)} ms with the registry file`;
}
