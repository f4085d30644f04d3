// Loading an MCI schema of 1,000 tools: against one of 10, and against parsing the same file.
import { FORMAT_NAMES, mciTools, writeSchema } from '../mci-schema.mjs';
import { runProgram } from '../measured-process.mjs';
import { ratioRow } from '../rows.mjs';
import { interleave, median } from '../statistics.mjs';

const MANY = 1000;
const FEW = 10;
/** After the first time come some with compiled code; what they cost is told. */
const TIMES = 4;

export async function measureMciLoad(stage, { startRounds }) {
  const rounds = Math.ceil(startRounds / 2);
  const rows = [];
  for (const format of FORMAT_NAMES) rows.push(...(await measureFormat(stage, format, rounds)));
  return rows;
}

async function measureFormat(stage, format, rounds) {
  const write = (name, count) => writeSchema(stage, { name, tools: mciTools(count), format });
  const warmUpFile = await write('one', 1);
  const files = { [FEW]: await write('few', FEW), [MANY]: await write('many', MANY) };
  const run = (way, count, effort) =>
    runProgram(stage, 'mci-load', {
      args: [way, files[count], JSON.stringify({ count, times: 1, ...effort })],
    });
  const warm = { warmUpFile, times: TIMES };
  const samples = await interleave(rounds, {
    many: () => run('open', MANY, warm),
    few: () => run('open', FEW, warm),
    parse: () => run('parse', MANY, warm),
    freshMany: () => run('open', MANY),
    freshParse: () => run('parse', MANY),
  });
  return toRows(`MCI load of ${MANY} tools, ${format}`, samples);
}

const firstOf = (runs) => runs.map(([first]) => first);
const laterOf = (runs) => runs.map(([, ...later]) => median(later));

function toRows(title, { many, few, parse, freshMany, freshParse }) {
  const row = (what, of, [above, below, bar]) => {
    const pair = { above: of(above), below: of(below) };
    const note = `${shown(pair.above)} against ${shown(pair.below)}`;
    return ratioRow(`${title}: CPU, ${what}`, { ...pair, note, ...bar });
  };
  const parsing = `times a bare parse`;
  return [
    row(`times loading ${FEW}`, firstOf, [many, few, { atMost: 120 }]),
    row(`${parsing}, modules loaded`, firstOf, [many, parse, { atMost: 2.5 }]),
    row(`times loading ${FEW}, again`, laterOf, [many, few]),
    row(`${parsing}, again`, laterOf, [many, parse]),
    row(`${parsing}, fresh process`, firstOf, [freshMany, freshParse]),
  ];
}

const shown = (values) => `${median(values).toFixed(2)} ms`;
