// Compares secrets without telling how near a guess was.
import { crypto } from './crypto.ts';

/** Compares digests, so that neither the length nor the first difference can be timed. */
export function isSameSecret(given: string, wanted: string): boolean {
  return crypto().timingSafeEqual(digest(given), digest(wanted));
}

function digest(value: string): Buffer {
  return crypto().createHash('sha256').update(value).digest();
}
