// Flags several commands of mcix share, and how their values are read.
import { parseFilterFlag } from '../../app/mci/parse-filter-flag.ts';
import { PlugboardError } from '../../core/errors.ts';
import type { FlagTable } from '../flags.ts';

export const fileFlag = {
  file: {
    short: 'f',
    value: 'FILE',
    doc: 'The schema; default mci.json, mci.yaml or mci.yml of the working directory.',
  },
} as const satisfies FlagTable;

export const filterFlag = {
  filter: {
    value: 'TYPE:VALUES',
    doc: 'Some tools only: only, except, tags, without-tags or toolsets, then names with commas.',
    parse: (text: string) => parseFilterFlag(text),
  },
} as const satisfies FlagTable;

/** A flag whose value is one of a few words. */
export function oneOf<const Word extends string>(flagName: string, words: readonly Word[]) {
  return (text: string): Word => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    const reason = `expected one of ${words.join(', ')}, got '${text}'`;
    throw new PlugboardError('parse_error', { what: `--${flagName}`, reason });
  };
}
