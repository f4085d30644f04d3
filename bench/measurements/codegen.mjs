// Generated code: what a bundled command line costs to start, and how generating grows with the tools.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { measureCommand } from '../measured-process.mjs';
import { ratioRow, valueRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

const MB = 1_000_000;
const FEW = 100;
const MANY = 1000;
const GENERATORS = {
  'emit-ts, types': ['emit-ts'],
  'emit-ts, client': ['emit-ts', '--mode', 'client'],
  'emit-rs': ['emit-rs'],
  'generate-cli': ['generate-cli', '--output', 'many.ts'],
  'generate-cli, Rust': ['generate-cli', '--lang', 'rust', '--output', 'many'],
};

export async function measureCodegen(stage, { startRounds, coldRounds }) {
  const home = join(stage.folder, 'codegen');
  await mkdir(home, { recursive: true });
  const report = join(stage.folder, 'programs', 'report-cpu.cjs');
  const run = (args) => measureCommand(['-r', report, ...args], { home, cwd: home });
  const program = join(stage.folder, 'node_modules', 'plugboard', 'dist', 'bin', 'plugboard.js');
  const generate = (words, count) => {
    const server = `'${process.execPath}' '${stage.program('many-tools')}' ${count}`;
    return run([program, ...words, '--name', 'many', '--stdio', server]);
  };
  await generate(['generate-cli', '--bundle', '--output', 'three.js'], 3);
  const bundle = join(home, 'three.js');
  const samples = await interleave(startRounds, {
    node: () => run(['-e', '0']),
    help: () => run([bundle, '--help']),
  });
  return [...bundleRows(samples, await stat(bundle)), ...(await growthRows(generate, coldRounds))];
}

function bundleRows({ node, help }, { size }) {
  const above = help.map(({ cpuMs }) => cpuMs);
  return [
    ratioRow('generated and bundled CLI, three tools: CPU of --help, times node -e 0', {
      above,
      below: node.map(({ cpuMs }) => cpuMs),
      note: `${median(above).toFixed(1)} ms`,
      atMost: 1.6,
    }),
    valueRow('generated and bundled CLI, three tools: size of the file', {
      values: [size / MB],
      unit: 'MB',
      atMost: 1,
    }),
  ];
}

async function growthRows(generate, coldRounds) {
  const rows = [];
  for (const [title, words] of Object.entries(GENERATORS)) {
    const samples = await interleave(Math.max(3, coldRounds), {
      few: () => generate(words, FEW),
      many: () => generate(words, MANY),
    });
    const of = (name) => samples[name].map(({ cpuMs }) => cpuMs);
    rows.push(
      ratioRow(`${title} of ${MANY} tools: CPU of the command, times ${FEW} tools`, {
        above: of('many'),
        below: of('few'),
        note: `${median(of('many')).toFixed(0)} ms against ${median(of('few')).toFixed(0)} ms`,
        atMost: 15,
      }),
    );
  }
  return rows;
}
