// The program `mcix`: the commands of MCI under the name and with the habits of the original.
import type { Deps } from '../deps.ts';
import type { Program } from '../program.ts';
import { runProgram } from '../run-program.ts';

export const MCIX: Program = {
  name: 'mcix',
  summary: 'Declare tools in JSON or YAML, check them and serve them to MCP clients.',
  commands: {
    install: async () => (await import('./commands/install.ts')).install,
    list: async () => (await import('./commands/list.ts')).list,
    validate: async () => (await import('./commands/validate.ts')).validate,
    add: async () => (await import('./commands/add.ts')).add,
    run: async () => (await import('./commands/run.ts')).run,
    envs: async () => (await import('./commands/envs.ts')).envs,
  },
  usageExit: 2,
};

export function mcixMain(argv: readonly string[], deps: Deps): Promise<number> {
  return runProgram(MCIX, argv, deps);
}
