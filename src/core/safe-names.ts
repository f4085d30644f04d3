// Spells tool names so that the strictest clients take them: /, . and blanks become a separator.

const MAX_NAME = 64;

/** A name for each name, all different, at most 64 characters; clashes get a hash of the original. */
export function safeNames(
  names: readonly string[],
  separator: string,
): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>();
  const wanted = new Map<string, number>();
  for (const name of names) {
    const plain = plainSpelling(name, separator);
    wanted.set(plain, (wanted.get(plain) ?? 0) + 1);
  }
  for (const name of names) {
    const plain = plainSpelling(name, separator);
    const unique = plain.length <= MAX_NAME && wanted.get(plain) === 1;
    spelled.set(
      name,
      unique || (plain === name && plain.length <= MAX_NAME) ? plain : hashed(plain, name),
    );
  }
  return spelled;
}

function plainSpelling(name: string, separator: string): string {
  return name.replaceAll(/[/.\s]+/gu, separator).replaceAll(/[^A-Za-z0-9_-]/gu, '_');
}

function hashed(plain: string, name: string): string {
  const suffix = `_${fnv1a(name)}`;
  return plain.slice(0, MAX_NAME - suffix.length) + suffix;
}

/** FNV-1a, 32 bits as hex: names must stay the same over restarts, nothing more is asked of it. */
function fnv1a(value: string): string {
  let hash = 0x811c9dc5;
  for (const char of value) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}
