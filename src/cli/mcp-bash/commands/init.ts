// `mcp-bash init`: makes a project of the folder we stand in.
import { initBashProject } from '../../../app/bash/init-bash-project.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { helloFlag, printNewProject } from '../new-project.ts';

export const initFlags = {
  name: { value: 'NAME', doc: 'What the server is called; default the name of the folder.' },
  ...helloFlag,
} as const satisfies FlagTable;

export const init = defineCommand({
  name: 'init',
  summary: 'Make a project in the working directory.',
  operands: [],
  flags: initFlags,
  examples: ['mcp-bash init', 'mcp-bash init --name notes --no-hello'],
  run: runInit,
});

export async function runInit(
  { options }: Invocation<typeof initFlags>,
  deps: Deps,
): Promise<number> {
  const { name, noHello } = options;
  const project = await initBashProject({
    folder: deps.cwd,
    ...(name !== undefined && { name }),
    hasHello: !noHello,
  });
  return printNewProject(project, deps);
}
