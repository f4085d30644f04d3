// Declares a command: its words for help, its flags, and what runs with the parsed options.
import type { Command, Operand } from './command.ts';
import type { Deps } from './deps.ts';
import type { commonFlags, FlagTable, OptionsOf } from './flags.ts';
import { parsePlainArgv } from './parse-plain-argv.ts';

/** What was asked for: typed options and the operands in order. */
export interface Invocation<Flags extends FlagTable> {
  readonly options: OptionsOf<Flags> & OptionsOf<typeof commonFlags>;
  readonly operands: readonly string[];
}

export interface CommandSpec<Flags extends FlagTable> {
  readonly name: string;
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly flags: Flags;
  /** Command lines shown at the end of the help. */
  readonly examples: readonly string[];
  readonly usageExit?: number;
  /** For a command whose arguments are not all ours; the others are parsed by their table. */
  readonly parse?: (argv: readonly string[]) => Invocation<Flags>;
  /** Default: `--json` or `--output json` is among the arguments. */
  readonly isJsonWanted?: (argv: readonly string[]) => boolean;
  /** Returns the exit status. */
  readonly run: (invocation: Invocation<Flags>, deps: Deps) => Promise<number>;
}

export function defineCommand<const Flags extends FlagTable>(spec: CommandSpec<Flags>): Command {
  return {
    name: spec.name,
    summary: spec.summary,
    operands: spec.operands,
    flags: spec.flags,
    examples: spec.examples,
    ...(spec.usageExit !== undefined && { usageExit: spec.usageExit }),
    isJsonWanted: spec.isJsonWanted ?? ((argv) => 'json' in spec.flags && saysJson(argv)),
    execute: async (argv, deps) => spec.run(await parsedBy(spec, argv), deps),
  };
}

/** The parser is loaded where it is needed only: a usual command line does without the framework. */
async function parsedBy<Flags extends FlagTable>(
  spec: CommandSpec<Flags>,
  argv: readonly string[],
): Promise<Invocation<Flags>> {
  if (spec.parse) return spec.parse(argv);
  const { options, operands } =
    parsePlainArgv(spec, argv) ?? (await import('./parse-argv.ts')).parseArgv(spec, argv);
  return { options: options as Invocation<Flags>['options'], operands };
}

function saysJson(argv: readonly string[]): boolean {
  const output = argv.indexOf('--output');
  const isOutputJson = output !== -1 && argv[output + 1] === 'json';
  return argv.includes('--json') || argv.includes('--output=json') || isOutputJson;
}
