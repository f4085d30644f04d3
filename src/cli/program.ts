// A program made of commands: which ones it has and how it is called.
import type { Command } from './command.ts';

export interface Program {
  readonly name: string;
  /** What `--version` tells, where it is more than our own. */
  readonly version?: string;
  /** One sentence for the overview. */
  readonly summary: string;
  readonly commands: Readonly<Record<string, () => Promise<Command>>>;
  /** The status for a command line that was not understood, where it is not that of the error. */
  readonly usageExit?: number;
}

/** Texts are written for `plugboard`; a drop-in says its own name in command lines. */
export function inWordsOf({ name }: Pick<Program, 'name'>, text: string): string {
  if (name === 'plugboard') return text;
  return text.replaceAll(/(?<=^|[`\s])plugboard(?= )/gmu, name);
}
