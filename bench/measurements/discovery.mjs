// Finding 1,000 scripts: cold against running their `--help`, warm against looking at the files.
import { join } from 'node:path';
import { runProgram } from '../measured-process.mjs';
import { ratioRow } from '../rows.mjs';
import { writeScripts } from '../script-folder.mjs';
import { interleave, median } from '../statistics.mjs';

const SCRIPTS = 1000;

export async function measureDiscovery(stage, { coldRounds, startRounds }) {
  const folder = join(stage.folder, 'many-scripts');
  await writeScripts(folder, SCRIPTS);
  let caches = 0;
  const freshCache = () => join(stage.folder, `cache-${(caches += 1)}`);
  const warmCache = freshCache();
  const run = (way, cache) =>
    runProgram(stage, 'discovery', {
      args: [way, folder, SCRIPTS],
      env: { XDG_CACHE_HOME: cache },
    });

  const cold = await interleave(coldRounds, {
    help: () => run('help', freshCache()),
    open: () => run('open', freshCache()),
  });
  await run('open', warmCache);
  const warm = await interleave(startRounds, {
    stat: () => run('stat', warmCache),
    open: () => run('open', warmCache),
  });
  return [
    toRow('cold: CPU with children, times bare --help', {
      ...pair(cold, 'cpuMs', 'help'),
      atMost: 1.2,
    }),
    toRow('warm: wall, times a stat of each', { ...pair(warm, 'wallMs', 'stat'), atMost: 3 }),
  ];
}

function pair(samples, unit, floor) {
  const noteOf = (name) => {
    const [wallMs, cpuMs] = ['wallMs', 'cpuMs'].map((key) => medianOf(samples[name], key));
    return `${wallMs.toFixed(1)} ms wall, ${cpuMs.toFixed(1)} ms CPU`;
  };
  return {
    above: samples.open.map((sample) => sample[unit]),
    below: samples[floor].map((sample) => sample[unit]),
    note: `${noteOf('open')} against ${noteOf(floor)}`,
  };
}

const medianOf = (samples, key) => median(samples.map((sample) => sample[key]));

function toRow(title, facts) {
  return ratioRow(`discovery of ${SCRIPTS} scripts, ${title}`, facts);
}
