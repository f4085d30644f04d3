// A flag of every kind, for what reads flag tables.
import { wholeNumber, type FlagTable } from '../../src/cli/flags.ts';

export const TRIAL_FLAGS = {
  quick: { doc: 'A switch.' },
  'no-cache': { doc: 'A switch that denies.' },
  count: {
    value: 'N',
    default: 3,
    doc: 'A number.',
    parse: wholeNumber('count', { min: 0, max: 9 }),
  },
  'max-size': { value: 'S', doc: 'A text.' },
  tag: { value: 'T', repeats: true, doc: 'Texts.' },
} as const satisfies FlagTable;
