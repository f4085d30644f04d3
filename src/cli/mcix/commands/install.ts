// `mcix install`: lays out a new project in the working directory.
import { installMci } from '../../../app/mci/install-mci.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';

export const installFlags = {
  yaml: { doc: 'Write YAML instead of JSON.' },
} as const satisfies FlagTable;

export const install = defineCommand({
  name: 'install',
  summary: 'Write a first schema and a library of toolsets here.',
  operands: [],
  flags: installFlags,
  examples: ['mcix install', 'mcix install --yaml'],
  run: runInstall,
});

export async function runInstall(
  { options }: Invocation<typeof installFlags>,
  { io, cwd }: Deps,
): Promise<number> {
  for (const { file, what } of await installMci(cwd, options.yaml ? 'yaml' : 'json')) {
    if (what === 'skipped') io.stderr.write(`warning: ${file} exists and was left as it is\n`);
    else io.stdout.write(`${what} ${file}\n`);
  }
  return 0;
}
