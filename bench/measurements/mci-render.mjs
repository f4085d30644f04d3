// Rendering MCI templates: how the cost grows with template and data, and what common ones cost.
import { runProgram } from '../measured-process.mjs';
import { valueRow } from '../rows.mjs';
import { logLogSlope, median } from '../statistics.mjs';

const MEGABYTE = 1_000_000;
const SIZES = [0.3125, 0.625, 1.25, 2.5, 5].map((megabytes) => megabytes * MEGABYTE);
/** A slope takes 11 MB of each kind, and five sizes vary less than one. */
const ROUNDS_PER_SLOPE = 4;
/** On a busy machine there are fewer rounds, not a longer wait. */
const BUDGET_MS = 40_000;
const TIMES = { first: 'parsed and rendered', again: 'rendered' };

export async function measureMciRender(stage, { rounds, windowMs }) {
  const run = (what, count) =>
    runProgram(stage, 'mci-render', {
      flags: ['--expose-gc'],
      args: [what, JSON.stringify({ rounds: count, sizes: SIZES, windowMs, budgetMs: BUDGET_MS })],
    });
  const growing = await run('growing', Math.ceil(rounds / ROUNDS_PER_SLOPE));
  const typical = await run('typical', rounds);
  return [
    ...Object.entries(growing).flatMap(([shape, costs]) =>
      Object.keys(TIMES).map((time) => slopeRow(shape, time, costs)),
    ),
    ...Object.entries(typical).map(([name, samples]) => typicalRow(name, samples)),
  ];
}

/** One slope per round, through the costs of all sizes. */
function slopeRow(shape, time, rounds) {
  const costs = rounds.map((sizes) => sizes.map((sample) => sample[time]));
  const perMegabyte = SIZES.map((size, at) => {
    const cpuMs = median(costs.map((round) => round[at])) / 1000;
    return (cpuMs / (size / MEGABYTE)).toFixed(1);
  });
  return valueRow(`MCI ${shape} of 0.3 to 5 MB ${TIMES[time]}: log-log slope of CPU`, {
    values: costs.map((round) => logLogSlope(SIZES, round)),
    unit: '',
    note: `ms per MB: ${perMegabyte.join(', ')}`,
    atMost: 1.15,
  });
}

function typicalRow(name, samples) {
  const values = samples.map(({ cpuUs }) => cpuUs);
  const cpuUs = median(values);
  const [{ bytes }] = samples;
  const note = `${bytes} bytes, ${(bytes / cpuUs).toFixed(1)} MB and ${Math.round(MEGABYTE / cpuUs)} renderings per CPU second`;
  return valueRow(`MCI rendering, ${name}: CPU of a call`, { values, unit: 'us', note });
}
