// The flags of the commands that write code.
import { clientFlags } from '../client/client-flags.ts';
import { timeoutFlag } from '../client/timeouts.ts';
import type { FlagTable, OptionsOf } from '../flags.ts';

export const codegenFlags = {
  json: { doc: 'Print JSON about what was made, and errors as JSON too.' },
  'include-tools': {
    value: 'LIST',
    repeats: true,
    doc: 'Only these tools, separated by commas.',
    parse: toNames,
  },
  'exclude-tools': {
    value: 'LIST',
    repeats: true,
    doc: 'Not these tools, separated by commas.',
    parse: toNames,
  },
  ...timeoutFlag,
  ...clientFlags,
  name: { value: 'NAME', doc: 'What the client or the program is called; default as the server.' },
  description: { value: 'TEXT', doc: 'What the program says it is for.' },
} as const satisfies FlagTable;

export type CodegenOptions = OptionsOf<typeof codegenFlags>;

function toNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
