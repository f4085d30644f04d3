// When the system has no room to look, what is there is not known: it is kept, and looked at again.
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from './errno.ts';

const SHORTAGES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** The way out of a shortage. */
export const ROOM_HINT = 'Raise the limit of open files (ulimit -n) or lower the load';

/** When to look again after the system did not let us. */
const LOOK_AGAIN_MS = 1_000;

/** Whether the system could not do it now and can later; also of an error that says so in words. */
export function isShortage(thrown: unknown): boolean {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return [thrown, cause].some((one) => SHORTAGES.includes(errnoOf(one) ?? ''));
}

/** In words, where nobody has put it into words yet. */
export function wordedShortage(doing: string, thrown: unknown): unknown {
  if (thrown instanceof PlugboardError || !isShortage(thrown)) return thrown;
  const output = `Cannot ${doing}: the system has no room for another open file (${errnoOf(thrown)})`;
  return new PlugboardError('tool_failed', { output }, { hint: ROOM_HINT, cause: thrown });
}

/** Looks again soon, and once only however often it is asked to. */
export function lookAgain(look: () => unknown): () => void {
  let again: NodeJS.Timeout | undefined;
  return () => {
    again ??= setTimeout(() => {
      again = undefined;
      look();
    }, LOOK_AGAIN_MS).unref();
  };
}
