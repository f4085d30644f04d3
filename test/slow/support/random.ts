// Random choices that can be repeated: everything follows from one seed.

export interface Random {
  readonly seed: number;
  /** A whole number from 0 up to, but not including, the limit. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(part: number): boolean;
}

/** Mulberry32: 32 bits of state are plenty for choosing faults. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    seed,
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chance: (part) => next() < part,
  };
}

/** Runs with a new seed each time, or with `FAULT_SEED`; a failure tells which it was. */
export async function withSeed(run: (random: Random) => Promise<void>): Promise<void> {
  const seed = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  try {
    await run(seededRandom(seed));
  } catch (cause) {
    throw new Error(`failed with FAULT_SEED=${seed}: ${String(cause)}`, { cause });
  }
}
