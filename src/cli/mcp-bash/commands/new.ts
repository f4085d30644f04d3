// `mcp-bash new`: makes a project in a folder of its own.
import { newBashProject } from '../../../app/bash/init-bash-project.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { helloFlag, printNewProject } from '../new-project.ts';

export const newFlags = { ...helloFlag } as const satisfies FlagTable;

export const newCommand = defineCommand({
  name: 'new',
  summary: 'Make a project in a new folder.',
  operands: [{ name: 'name', doc: 'The folder, and what the server is called.' }],
  flags: newFlags,
  examples: ['mcp-bash new notes'],
  run: runNew,
});

export async function runNew(
  { options, operands }: Invocation<typeof newFlags>,
  deps: Deps,
): Promise<number> {
  const [name = ''] = operands;
  const project = await newBashProject({ name, cwd: deps.cwd, hasHello: !options.noHello });
  return printNewProject(project, deps);
}
