// `mcix envs`: the environment variables a schema reads.
import { findSchema } from '../../../app/mci/find-schema.ts';
import { listVariables, type UsedVariable } from '../../../app/mci/list-variables.ts';
import { loadDotenv } from '../../../app/mci/load-dotenv.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import { oneOf, type FlagTable } from '../../flags.ts';
import { fileFlag } from '../mcix-flags.ts';
import { renderTable } from '../render-table.ts';

export const envsFlags = {
  ...fileFlag,
  format: {
    value: 'FORMAT',
    default: 'table',
    doc: 'table, or env for the beginning of a .env file.',
    parse: oneOf('format', ['table', 'env']),
  },
} as const satisfies FlagTable;

export const envs = defineCommand({
  name: 'envs',
  summary: 'Show the environment variables a schema and its toolsets read.',
  operands: [],
  flags: envsFlags,
  examples: ['mcix envs', 'mcix envs --format env > .env.example.mci'],
  run: runEnvs,
});

/** Values are never shown. */
export async function runEnvs(
  { options }: Invocation<typeof envsFlags>,
  { io, cwd, env }: Deps,
): Promise<number> {
  const file = await findSchema(options.file, cwd);
  const variables = await loadDotenv(file, { env });
  const used = await listVariables(file, variables);
  const isSet = (name: string) => Object.hasOwn(variables, name);
  io.stdout.write(options.format === 'env' ? renderEnv(used) : renderUsed(used, isSet));
  return 0;
}

function renderUsed(used: readonly UsedVariable[], isSet: (name: string) => boolean): string {
  if (used.length === 0) return 'no environment variables are read\n';
  const rows = used.map(({ name, usedBy }) => [
    name,
    isSet(name) ? 'yes' : 'no',
    usedBy.join(', '),
  ]);
  return renderTable(['Variable', 'Set', 'Used by'], rows);
}

function renderEnv(used: readonly UsedVariable[]): string {
  return used.map(({ name, usedBy }) => `# ${usedBy.join(', ')}\n${name}=\n`).join('');
}
