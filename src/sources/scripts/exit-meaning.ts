// What the exit codes of scripts mean, by the table of the specification.
import { constants } from 'node:os';
import type { ChildEnd } from '../../platform/run-child.ts';

const MEANINGS: Readonly<Record<number, string>> = {
  0: 'success',
  1: 'internal error',
  2: 'bad request',
  3: 'forbidden',
  4: 'not found',
};

export interface Exit {
  /** As a shell reports it: 128 and the signal's number for a killed script. */
  readonly code: number;
  readonly meaning: string;
  /** Both, for a sentence. */
  readonly words: string;
}

export function toExit({ exitCode, signal }: ChildEnd): Exit {
  if (exitCode === undefined) {
    const code = 128 + (signal ? constants.signals[signal] : 0);
    const meaning = `killed by ${signal ?? 'a signal'}`;
    return { code, meaning, words: meaning };
  }
  const meaning = MEANINGS[exitCode] ?? 'error';
  return { code: exitCode, meaning, words: `exit code ${exitCode} (${meaning})` };
}
