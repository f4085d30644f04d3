// Interleaves what is compared, and reduces samples to medians and quartiles.

/**
 * Runs every case once per round, so that all of them see the same neighbours on the machine; the
 * order turns with each round, so that none always comes after the same one.
 */
export async function interleave(rounds, cases) {
  const names = Object.keys(cases);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const at of names.keys()) {
      const name = names[(at + round) % names.length];
      samples[name].push(await cases[name]());
    }
  }
  return samples;
}

/** One quotient per round: what slows a whole round down slows both sides down. */
export function quotients(above, below) {
  return above.map((value, round) => value / below[round]);
}

export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const high = Math.ceil(at);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}

export const median = (values) => quantile(values, 0.5);

export function summary(values) {
  return { median: median(values), q1: quantile(values, 0.25), q3: quantile(values, 0.75) };
}

/** How a cost grows with a size: 1 is in proportion, 2 with its square. */
export function logLogSlope(sizes, costs) {
  const [x, y] = [sizes.map(Math.log), costs.map(Math.log)];
  const [meanX, meanY] = [mean(x), mean(y)];
  const covariance = mean(x.map((value, at) => (value - meanX) * (y[at] - meanY)));
  return covariance / mean(x.map((value) => (value - meanX) ** 2));
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
