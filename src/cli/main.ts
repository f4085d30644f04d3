// Finds the command that was asked for, runs it, and turns what goes wrong into words and a status.
import { PlugboardError, toPlugboardError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Deps } from './deps.ts';
import { reportError } from './report-error.ts';
import { suggest } from './suggest.ts';

export async function main(argv: readonly string[], deps: Deps): Promise<number> {
  const [name, ...rest] = argv;
  let command: Command | undefined;
  try {
    if (name === '--version' || name === '-V') return print(`plugboard ${VERSION}\n`, deps);
    if (name === undefined || isHelp(name)) return print(await overviewOrHelp(rest[0]), deps);
    command = await loadCommand(name);
    if (asksForHelp(rest)) return print(await helpOf(command), deps);
    return await command.execute(rest, deps);
  } catch (thrown) {
    const style = { asJson: wantsJson(command, rest), isVerbose: rest.includes('--verbose') };
    return reportError(toPlugboardError(thrown), style, deps.io);
  }
}

function print(text: string, { io }: Deps): number {
  io.stdout.write(text);
  return 0;
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

/** What follows `--` belongs to the tool. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const ours = end === -1 ? argv : argv.slice(0, end);
  return ours.includes('--help') || ours.includes('-h');
}

async function overviewOrHelp(name: string | undefined): Promise<string> {
  if (name !== undefined) return helpOf(await loadCommand(name));
  const { renderOverview } = await import('./parse-argv.ts');
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  return renderOverview(commands, VERSION);
}

async function helpOf(command: Command): Promise<string> {
  const { renderHelp } = await import('./parse-argv.ts');
  return renderHelp(command);
}

async function loadCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) return load();
  const meant = suggest(name, Object.keys(COMMANDS));
  const hint =
    meant === undefined ? 'Run `plugboard --help`' : `Did you mean \`plugboard ${meant}\`?`;
  throw new PlugboardError('not_found', { kind: 'command', name }, { hint });
}

function wantsJson(command: Command | undefined, argv: readonly string[]): boolean {
  if (command?.flags['json'] === undefined) return false;
  const output = argv.indexOf('--output');
  const isOutputJson = output !== -1 && argv[output + 1] === 'json';
  return argv.includes('--json') || argv.includes('--output=json') || isOutputJson;
}
