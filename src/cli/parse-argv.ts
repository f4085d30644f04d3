// Reads a command line by a flag table and renders its help; the only file that knows commander.
import { Command as Parser, CommanderError, Option } from 'commander';
import { PlugboardError } from '../core/errors.ts';
import type { Command, Operand } from './command.ts';
import { commonFlags, toOptionName, type Flag, type FlagTable } from './flags.ts';

const HELP_WIDTH = 100;

export type Parsable = Pick<Command, 'name' | 'summary' | 'operands' | 'flags' | 'examples'>;

interface Parsed {
  readonly options: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

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

export function renderOverview(commands: readonly Parsable[], version: string): string {
  const parser = quiet(new Parser('plugboard'))
    .usage('<command> [options]')
    .description('One program for everything around MCP tools.')
    .option('--version', 'Show the version.')
    .helpOption('--help', 'Show this help, or the help of a command.')
    .helpCommand(false);
  for (const { name, summary, operands } of commands) {
    parser.addCommand(
      new Parser(name).summary(summary).usage(operands.map(toUsage).join(' ')).helpOption(false),
    );
  }
  return `plugboard ${version}\n\n${parser.helpInformation()}`;
}

function toParser(command: Parsable): Parser {
  const parser = quiet(new Parser(`plugboard ${command.name}`))
    .description(command.summary)
    .helpOption('--help', 'Show this help.');
  for (const operand of command.operands) parser.argument(toUsage(operand), operand.doc);
  const rows = { ...command.flags, ...commonFlags };
  for (const [name, flag] of Object.entries<Flag>(rows)) parser.addOption(toOption(name, flag));
  return parser;
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
  const spelled = flag.value === undefined ? `--${name}` : `--${name} <${flag.value}>`;
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
  const rows = Object.entries<Flag>({ ...flags, ...commonFlags });
  return Object.fromEntries(
    rows.map(([name, flag]) => [toOptionName(name), valueOf(name, flag, given)]),
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
