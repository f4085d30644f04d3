// `mcix validate`: says what is wrong with a schema, without connecting to anything.
import { findSchema } from '../../../app/mci/find-schema.ts';
import { loadDotenv } from '../../../app/mci/load-dotenv.ts';
import { validateMciFile } from '../../../app/mci/validate-mci-file.ts';
import { PlugboardError } from '../../../core/errors.ts';
import { defineCommand, type Invocation } from '../../define-command.ts';
import type { Deps } from '../../deps.ts';
import type { FlagTable } from '../../flags.ts';
import { renderMciFindings } from '../../render-mci-findings.ts';
import { fileFlag } from '../mcix-flags.ts';

export const validateFlags = {
  ...fileFlag,
  env: {
    short: 'e',
    value: 'KEY=VALUE',
    repeats: true,
    doc: 'A variable for templates; wins over files and the environment.',
    parse: parseVariable,
  },
} as const satisfies FlagTable;

export const validate = defineCommand({
  name: 'validate',
  summary: 'Check a schema and its toolsets; nothing is connected to, nothing is written.',
  operands: [],
  flags: validateFlags,
  examples: ['mcix validate', 'mcix validate -f other.yaml -e API_KEY=test'],
  run: runValidate,
});

export async function runValidate(
  { options }: Invocation<typeof validateFlags>,
  { io, cwd, env }: Deps,
): Promise<number> {
  const file = await findSchema(options.file, cwd);
  const variables = await loadDotenv(file, { env, explicit: Object.fromEntries(options.env) });
  const findings = await validateMciFile(file, variables);
  io.stdout.write(renderMciFindings(findings, cwd));
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function parseVariable(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/su.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  const reason = `expected KEY=VALUE, got '${text}'`;
  throw new PlugboardError('parse_error', { what: '--env', reason });
}
