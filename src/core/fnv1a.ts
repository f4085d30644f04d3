// Hashes that tell texts apart and stay the same over restarts; not for security.

const SEED = 0x811c9dc5;
const OTHER_SEED = 0x01234567;

/** FNV-1a, 32 bits as hex: loading `node:crypto` costs more than most who ask for a hash. */
export function fnv1a(text: string, seed = SEED): string {
  let hash = seed;
  for (const char of text) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/** Twice as long, where two texts must not be taken for one. */
export function longFnv1a(text: string): string {
  return fnv1a(text) + fnv1a(text, OTHER_SEED);
}
