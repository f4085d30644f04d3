// Flags several commands of mcix share.
import { parseFilterFlag } from '../../app/mci/parse-filter-flag.ts';
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
