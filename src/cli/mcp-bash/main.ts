// The program `mcp-bash`: the commands around a project of shell tools, with the habits of the original.
import { PROGRAM_VERSION } from '../../app/bash/program-version.ts';
import type { Deps } from '../deps.ts';
import type { Program } from '../program.ts';
import { runProgram } from '../run-program.ts';
import { suggest } from '../suggest.ts';

export const MCP_BASH: Program = {
  name: 'mcp-bash',
  version: PROGRAM_VERSION,
  summary: 'Serve a folder of shell tools, resources and prompts to MCP clients.',
  commands: {
    server: async () => (await import('./commands/server.ts')).server,
    debug: async () => (await import('./commands/debug.ts')).debug,
    'run-tool': async () => (await import('./commands/run-tool.ts')).runToolCommand,
    init: async () => (await import('./commands/init.ts')).init,
    new: async () => (await import('./commands/new.ts')).newCommand,
    scaffold: async () => (await import('./commands/scaffold.ts')).scaffold,
    config: async () => (await import('./commands/config.ts')).config,
    health: async () => (await import('./commands/health.ts')).health,
    ready: async () => (await import('./commands/health.ts')).ready,
    doctor: async () => (await import('./commands/doctor.ts')).doctor,
    registry: async () => (await import('./commands/registry.ts')).registry,
    validate: async () => (await import('./commands/validate.ts')).validate,
    bundle: async () => (await import('./commands/later.ts')).bundle,
    vendor: async () => (await import('./commands/later.ts')).vendor,
    publish: async () => (await import('./commands/later.ts')).publish,
  },
};

/** Words of the original that are another spelling of a command or a flag of ours. */
const SPELLINGS: Readonly<Record<string, string>> = {
  '-v': '--version',
  '--health': 'health',
  '--ready': 'ready',
};

const UNKNOWN_COMMAND_EXIT = 2;

/** Without a command the project is served, also where only flags are given. */
export async function mcpBashMain(argv: readonly string[], deps: Deps): Promise<number> {
  const [given, ...rest] = argv;
  const word = given === undefined ? 'server' : (SPELLINGS[given] ?? given);
  if (isFlagOfServer(word)) return runProgram(MCP_BASH, ['server', ...argv], deps);
  if (!isKnown(word)) return refuseUnknown(word, deps);
  return runProgram(MCP_BASH, [word, ...rest], deps);
}

const PROGRAM_WORDS = new Set(['--help', '-h', 'help', '--version', '-V']);

function isKnown(word: string): boolean {
  return PROGRAM_WORDS.has(word) || Object.hasOwn(MCP_BASH.commands, word);
}

function isFlagOfServer(word: string): boolean {
  return word.startsWith('-') && !PROGRAM_WORDS.has(word);
}

function refuseUnknown(word: string, { io }: Deps): number {
  const meant = suggest(word, Object.keys(MCP_BASH.commands));
  const hint =
    meant === undefined ? 'Run `mcp-bash --help`' : `Did you mean \`mcp-bash ${meant}\`?`;
  io.stderr.write(`Unknown command: ${word}\nhint: ${hint}\n`);
  return UNKNOWN_COMMAND_EXIT;
}
