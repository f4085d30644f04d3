// Declares a command: its words for help, its flags, and what runs with the parsed options.
import type { Deps } from './deps.ts';
import type { FlagTable, OptionsOf } from './flags.ts';

/** An argument without a dash. */
export interface Operand {
  readonly name: string;
  readonly doc: string;
  readonly repeats?: true;
  readonly optional?: true;
}

/** What was asked for: typed options and the operands in order. */
export interface Invocation<Flags extends FlagTable> {
  readonly options: OptionsOf<Flags>;
  readonly operands: readonly string[];
}

export interface CommandSpec<Flags extends FlagTable> {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly flags: Flags;
  /** Command lines shown at the end of the help. */
  readonly examples: readonly string[];
  /** For a command whose arguments are not all ours; the others are parsed by their table. */
  readonly parse?: (argv: readonly string[]) => Invocation<Flags>;
  /** Returns the exit status. */
  readonly run: (invocation: Invocation<Flags>, deps: Deps) => Promise<number>;
}

/** A command whatever its flags are: what the list of commands holds. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly flags: FlagTable;
  readonly examples: readonly string[];
  execute(argv: readonly string[], deps: Deps): Promise<number>;
}

export function defineCommand<const Flags extends FlagTable>(spec: CommandSpec<Flags>): Command {
  return {
    name: spec.name,
    summary: spec.summary,
    operands: spec.operands,
    flags: spec.flags,
    examples: spec.examples,
    execute: async (argv, deps) => {
      const parse = spec.parse ?? (await parserOf(spec));
      return spec.run(parse(argv), deps);
    },
  };
}

/** The parser is loaded on demand: a command with its own does without the framework. */
async function parserOf<Flags extends FlagTable>(spec: CommandSpec<Flags>) {
  const { parseArgv } = await import('./parse-argv.ts');
  return (argv: readonly string[]): Invocation<Flags> => {
    const { options, operands } = parseArgv(spec, argv);
    return { options: options as OptionsOf<Flags>, operands };
  };
}
