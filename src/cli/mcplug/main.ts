// The program `mcplug`: the client commands under the name and with the defaults of its specification.
import { COMMANDS } from '../commands.ts';
import type { Deps } from '../deps.ts';
import type { Program } from '../program.ts';
import { runProgram } from '../run-program.ts';

const MCPLUG: Program = {
  name: 'mcplug',
  summary: 'Discover, call and compose MCP servers.',
  commands: COMMANDS,
};

export function mcplugMain(argv: readonly string[], deps: Deps): Promise<number> {
  return runProgram(MCPLUG, argv, deps);
}
