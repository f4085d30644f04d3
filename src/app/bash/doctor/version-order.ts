// Which of two versions is the older, by their numbers alone.

/** Up to three numbers, with or without a `v`; what follows them says nothing about the order. */
const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+(].*|\.\d.*)?$/u;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** False where one of them is no version. */
export function isOlder(version: string, than: string): boolean {
  const [ours, theirs] = [numbersOf(version), numbersOf(than)];
  for (const [at, number] of ours.entries()) {
    const other = theirs[at] ?? number;
    if (number !== other) return number < other;
  }
  return false;
}

function numbersOf(text: string): readonly number[] {
  const [, ...parts] = VERSION.exec(text) ?? [];
  return parts.map((part) => Number(part ?? 0));
}
