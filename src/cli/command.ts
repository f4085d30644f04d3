// What a command is to the rest of the program, whatever its flags are.
import type { Deps } from './deps.ts';
import type { FlagTable } from './flags.ts';

/** An argument without a dash. */
export interface Operand {
  readonly name: string;
  readonly doc: string;
  readonly repeats?: true;
  readonly optional?: true;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly flags: FlagTable;
  readonly examples: readonly string[];
  /** The status for arguments that were not understood, where it is not that of the program. */
  readonly usageExit?: number;
  /** Whether errors are to be JSON on stdout; asked even where the arguments cannot be parsed. */
  isJsonWanted(argv: readonly string[]): boolean;
  execute(argv: readonly string[], deps: Deps): Promise<number>;
}
