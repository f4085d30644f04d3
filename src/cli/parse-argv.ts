// Reads a command line by a flag table and renders its help; the only file that knows commander.
import { Command as Parser, CommanderError, Option } from 'commander';
import { PlugboardError } from '../core/errors.ts';
import type { Command, Operand } from './command.ts';
import type { Parsed } from './parse-plain-argv.ts';
import type { Program } from './program.ts';
import { commonFlags, toOptionName, type Flag, type FlagTable } from './flags.ts';

const HELP_WIDTH = 100;

export type Parsable = Pick<Command, 'name' | 'summary' | 'operands' | 'flags' | 'examples'>;

export function parseArgv(command: Parsable, argv: readonly string[]): Parsed {
  const parser = toParser(command);
  try {
    parser.parse(argv, { from: 'user' });
  } catch (thrown) {
    throw thrown instanceof CommanderError ? toUsageError(thrown, command.name) : thrown;
  }
  return { options: toOptions(parser.opts(), command.flags), operands: parser.args };
}

export function renderHelp(command: Parsable): string {
  const examples = command.examples.map((line) => `  ${line}\n`).join('');
  return `${toParser(command).helpInformation()}\nExamples:\n${examples}`;
}

export function renderOverview(
  program: Pick<Program, 'name' | 'summary'>,
  commands: readonly Parsable[],
  version: string,
): string {
  const parser = quiet(new Parser(program.name))
    .usage('<command> [options]')
    .description(program.summary)
    .option('--version', 'Show the version.')
    .helpOption('--help', 'Show this help, or the help of a command.')
    .helpCommand(false);
  for (const { name, summary, operands } of commands) {
    parser.addCommand(
      new Parser(name).summary(summary).usage(operands.map(toUsage).join(' ')).helpOption(false),
    );
  }
  return `${program.name} ${version}\n\n${parser.helpInformation()}`;
}

function toParser(command: Parsable): Parser {
  const parser = quiet(new Parser(`plugboard ${command.name}`))
    .description(command.summary)
    .helpOption('--help', 'Show this help.');
  for (const operand of command.operands) parser.argument(toUsage(operand), operand.doc);
  for (const [name, flag] of allFlags(command.flags)) parser.addOption(toOption(name, flag));
  return parser;
}

/** A command may give a common flag a meaning of its own. */
function allFlags(flags: FlagTable): readonly (readonly [string, Flag])[] {
  return Object.entries<Flag>({ ...flags, ...commonFlags, ...flags });
}

/** Nothing is printed and nothing exits: the caller reports what is thrown. */
function quiet(parser: Parser): Parser {
  return parser.exitOverride().configureOutput({
    getOutHelpWidth: () => HELP_WIDTH,
    getOutHasColors: () => false,
    writeErr: () => {},
    outputError: () => {},
  });
}

function toUsage({ name, repeats, optional }: Operand): string {
  const inner = repeats ? `${name}...` : name;
  return optional ? `[${inner}]` : `<${inner}>`;
}

function toOption(name: string, flag: Flag): Option {
  const names = flag.short === undefined ? `--${name}` : `-${flag.short}, --${name}`;
  const spelled = flag.value === undefined ? names : `${names} <${flag.value}>`;
  const option = new Option(spelled, flag.doc);
  const parse = flag.parse ?? ((text: string) => text);
  if (flag.value !== undefined) {
    option.argParser((text: string, before: unknown) =>
      flag.repeats ? [...(Array.isArray(before) ? before : []), parse(text)] : parse(text),
    );
  }
  if (flag.default !== undefined) {
    option.default(parse(String(flag.default)), String(flag.default));
  }
  return option;
}

function toOptions(given: Readonly<Record<string, unknown>>, flags: FlagTable) {
  return Object.fromEntries(
    allFlags(flags).map(([name, flag]) => [toOptionName(name), valueOf(name, flag, given)]),
  );
}

function valueOf(name: string, flag: Flag, given: Readonly<Record<string, unknown>>): unknown {
  // `--no-x` is stored by commander as the option `x`, which is then false.
  const denied = /^no-(.+)$/u.exec(name)?.[1];
  if (denied !== undefined) return given[toOptionName(denied)] === false;
  const value = given[toOptionName(name)];
  if (flag.value === undefined) return value === true;
  return value ?? (flag.repeats ? [] : undefined);
}

function toUsageError(error: CommanderError, commandName: string): PlugboardError {
  const reason = error.message.replace(/^error: /u, '').replaceAll(/\s*\n\s*/gu, ' ');
  return new PlugboardError(
    'parse_error',
    { what: 'arguments', reason },
    { hint: `Run \`plugboard ${commandName} --help\``, cause: error },
  );
}
