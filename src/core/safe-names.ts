// Spells tool names so that the strictest clients take them: /, . and blanks become a separator.
import { fnv1a } from './fnv1a.ts';

const MAX_NAME = 64;

/** A name for each name, all different, at most 64 characters; clashes get a hash of the original. */
export function safeNames(
  names: readonly string[],
  separator: string,
): ReadonlyMap<string, string> {
  const plain = new Map(names.map((name) => [name, plainSpelling(name, separator)]));
  const wanted = new Map<string, number>();
  for (const spelling of plain.values()) wanted.set(spelling, (wanted.get(spelling) ?? 0) + 1);
  // Names that are fine as they are keep their spelling, and nobody else gets it.
  const taken = new Set(names.filter((name) => plain.get(name) === name && fits(name)));
  const spelled = new Map<string, string>();
  for (const [name, spelling] of plain) {
    const isOwn = spelling === name && fits(name);
    const isFree = fits(spelling) && wanted.get(spelling) === 1 && !taken.has(spelling);
    const chosen = isOwn || isFree ? spelling : freeHash(spelling, name, taken);
    taken.add(chosen);
    spelled.set(name, chosen);
  }
  return spelled;
}

function fits(name: string): boolean {
  return name.length <= MAX_NAME;
}

function plainSpelling(name: string, separator: string): string {
  return name.replaceAll(/[/.\s]+/gu, separator).replaceAll(/[^A-Za-z0-9_-]/gu, '_');
}

function freeHash(plain: string, name: string, taken: ReadonlySet<string>): string {
  let chosen = hashed(plain, name);
  for (let salt = 2; taken.has(chosen); salt += 1) chosen = hashed(plain, `${name} ${salt}`);
  return chosen;
}

function hashed(plain: string, name: string): string {
  const suffix = `_${fnv1a(name)}`;
  return plain.slice(0, MAX_NAME - suffix.length) + suffix;
}
