// Declares a command: its words for help, its flags, and what runs with the parsed options.
import { bareOptions } from './bare-options.ts';
import type { Command, Operand } from './command.ts';
import type { Deps } from './deps.ts';
import type { commonFlags, FlagTable, OptionsOf } from './flags.ts';

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
  /** An empty command line needs no parser: for commands whose start is waited for. */
  readonly isQuickWhenBare?: boolean;
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
    execute: async (argv, deps) => {
      if (spec.isQuickWhenBare && argv.length === 0) {
        return spec.run({ options: bareOptions(spec.flags), operands: [] }, deps);
      }
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
    return { options: options as Invocation<Flags>['options'], operands };
  };
}

function saysJson(argv: readonly string[]): boolean {
  const output = argv.indexOf('--output');
  const isOutputJson = output !== -1 && argv[output + 1] === 'json';
  return argv.includes('--json') || argv.includes('--output=json') || isOutputJson;
}
