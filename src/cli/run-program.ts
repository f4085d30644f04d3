// Finds the command that was asked for, runs it, and turns what goes wrong into words and a status.
import { PlugboardError, toPlugboardError } from '../core/errors.ts';
import { VERSION } from '../core/version.ts';
import type { Command } from './command.ts';
import type { Deps } from './deps.ts';
import { guardTerminal } from './guard-terminal.ts';
import { inWordsOf, type Program } from './program.ts';
import { reportError } from './report-error.ts';
import { suggest } from './suggest.ts';

export async function runProgram(
  program: Program,
  argv: readonly string[],
  given: Deps,
): Promise<number> {
  const deps = { ...given, io: guardTerminal(given.io) };
  let [name, ...rest] = commandFirst(program, argv);
  let command: Command | undefined;
  const secrets = rest.includes('--verbose') ? await secretsOf(deps) : undefined;
  try {
    if (name === '--version' || name === '-V') {
      return print(`${program.name} ${program.version ?? VERSION}\n`, deps);
    }
    if (name === undefined || isHelp(name)) {
      return print(await overviewOrHelp(program, rest[0]), deps);
    }
    if (await isServer(name, program, deps)) [name, rest] = ['list', [name, ...rest]];
    command = await loadCommand(program, name);
    if (asksForHelp(rest)) return print(await helpOf(program, command), deps);
    return await command.execute(rest, { ...deps, ...secrets, program: program.name });
  } catch (thrown) {
    const style = {
      asJson: command?.isJsonWanted(rest) ?? false,
      isVerbose: secrets !== undefined,
      program,
      ...(secrets && { hide: secrets.hideSecrets }),
    };
    const error = toPlugboardError(thrown);
    const exit = reportError(error, style, deps.io);
    return isUsageError(error) ? (command?.usageExit ?? program.usageExit ?? exit) : exit;
  }
}

/** What is shown of a cause may hold what a server was given. */
async function secretsOf({ env, openServers }: Deps) {
  const { knownSecrets } = await import('./known-secrets.ts');
  const { hide, listeningTo } = knownSecrets(env);
  return { hideSecrets: hide, openServers: listeningTo(openServers) } satisfies Partial<Deps>;
}

function isUsageError({ code, facts }: PlugboardError): boolean {
  return code === 'parse_error' || ('kind' in facts && facts.kind === 'command');
}

/** Flags that may stand before the command, and whether they take a value. */
const LEADING = new Map([
  ['--config', true],
  ['--root', true],
  ['--verbose', false],
]);

/**
 * The command word and what belongs to it. `server.tool …` is short for `call server.tool …`, and
 * an address alone for `list`.
 */
function commandFirst({ commands }: Program, argv: readonly string[]): readonly string[] {
  let at = 0;
  for (let word = argv[at]; word !== undefined; word = argv[at]) {
    const takesValue = LEADING.get(word);
    if (takesValue === undefined && !/^--(?:config|root)=/u.test(word)) break;
    at += takesValue ? 2 : 1;
  }
  const [name, ...rest] = argv.slice(at);
  if (name === undefined) return at === 0 ? [] : argv;
  const words = [name, ...rest, ...argv.slice(0, at)];
  if (Object.hasOwn(commands, name) || name.startsWith('-')) return words;
  if (!isClient(commands)) return words;
  if (/^https?:\/\/[^(]*$/u.test(name)) return ['list', ...words];
  return /[.(]/u.test(name) ? ['call', ...words] : words;
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

async function overviewOrHelp(program: Program, name: string | undefined): Promise<string> {
  if (name !== undefined) return helpOf(program, await loadCommand(program, name));
  const { renderOverview } = await import('./parse-argv.ts');
  const commands = await Promise.all(Object.values(program.commands).map((load) => load()));
  return renderOverview(program, commands, VERSION);
}

async function helpOf(program: Program, command: Command): Promise<string> {
  const { renderHelp } = await import('./parse-argv.ts');
  return inWordsOf(program, renderHelp(command));
}

/** Only a program that can call servers has short ways to name them. */
function isClient(commands: Program['commands']): boolean {
  return Object.hasOwn(commands, 'call');
}

/** The name of a server alone is short for `list` of it. */
async function isServer(word: string, { commands }: Program, deps: Deps): Promise<boolean> {
  if (!isClient(commands) || Object.hasOwn(commands, word) || word.startsWith('-')) return false;
  const { cwd, env, home, openServers } = deps;
  await using servers = await openServers({ cwd, env, home });
  const names = await servers.names().catch((): readonly string[] => []);
  return names.includes(word);
}

async function loadCommand({ name: program, commands }: Program, name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load) return load();
  const meant = suggest(name, Object.keys(commands));
  const hint =
    meant === undefined ? `Run \`${program} --help\`` : `Did you mean \`${program} ${meant}\`?`;
  throw new PlugboardError('not_found', { kind: 'command', name }, { hint });
}
