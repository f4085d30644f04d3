// Which files can be something of their own, by their names alone.
import { META_ENDING } from './metadata.ts';

const README = /^readme(?:\.[^.]*)?$/iu;
const OTHERS = [META_ENDING, '.completion', '.completion.sh'] as const;

/** Metadata, README files and completion scripts belong to what they lie beside. */
export function isListable(name: string): boolean {
  return !OTHERS.some((ending) => name.endsWith(ending)) && !README.test(name);
}
