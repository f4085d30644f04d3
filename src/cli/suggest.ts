// Finds the one known word a mistyped word was meant to be.

const MAX_DISTANCE = 2;

/** The known word nearest to the given one, if it is near enough and no other is as near. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance);
  const [best, second] = ranked;
  return best && best.distance !== second?.distance ? best.candidate : undefined;
}

/** Levenshtein distance, one row of the table at a time. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: Array.from(b).length + 1 }, (_, at) => at);
  for (const [i, char] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const substituted = (row[j] ?? 0) + (char === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
