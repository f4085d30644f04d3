// The program `plugboard`.
import { COMMANDS } from './commands.ts';
import type { Deps } from './deps.ts';
import type { Program } from './program.ts';
import { runProgram } from './run-program.ts';

const PLUGBOARD: Program = {
  name: 'plugboard',
  summary: 'One program for everything around MCP tools.',
  commands: COMMANDS,
};

export function main(argv: readonly string[], deps: Deps): Promise<number> {
  return runProgram(PLUGBOARD, argv, deps);
}
