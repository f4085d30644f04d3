// Looks the whole configuration over and says what is wrong or surprising, without starting anything.
import { stat } from 'node:fs/promises';
import { toPlugboardError, type PlugboardError } from '../core/errors.ts';
import type { Environment } from '../platform/env.ts';
import { findCommand } from '../platform/find-command.ts';
import { unknownKeys } from './entry-keys.ts';
import type { ConfiguredServer } from './found-entry.ts';
import type { LoadedConfig } from './load-config.ts';
import { resolveServer } from './resolve-server.ts';
import type { StdioDefinition } from './server-definition.ts';

export interface Finding {
  /** An error keeps something from working; a notice is worth knowing. */
  readonly level: 'error' | 'notice';
  readonly file: string;
  readonly server?: string;
  readonly message: string;
  readonly hint?: string;
}

export async function checkConfig(
  config: LoadedConfig,
  { env }: { readonly env: Environment },
): Promise<readonly Finding[]> {
  const files = config.problems.map(({ file, error }) => toFinding(error, { file }));
  const servers = await Promise.all(
    [...config.servers.values()].map(async (server) => [
      ...(await checkUse(config, server, env)),
      ...checkEntry(server),
    ]),
  );
  return [...files, ...servers.flat()];
}

/** A question to the user is no mistake; a server that is switched off may be unfinished. */
async function checkUse(
  config: LoadedConfig,
  { name, origin, enabled }: ConfiguredServer,
  env: Environment,
): Promise<readonly Finding[]> {
  if (!enabled) return [];
  try {
    const { transport } = await resolveServer(config, name, { env, askInput: async () => '' });
    const missing = transport.kind === 'stdio' && (await whatIsMissing(transport, env));
    return missing ? [{ level: 'error', file: origin.file, server: name, ...missing }] : [];
  } catch (thrown) {
    return [toFinding(toPlugboardError(thrown), { file: origin.file, server: name })];
  }
}

/** A program is looked for where the server would look; without PATH nobody can say. */
async function whatIsMissing(
  { command, cwd, env: own }: StdioDefinition,
  inherited: Environment,
): Promise<Pick<Finding, 'message' | 'hint'> | undefined> {
  if (!(await isDirectory(cwd))) {
    return { message: `its folder ${cwd} does not exist`, hint: 'Make it, or name another' };
  }
  const env = { ...inherited, ...own };
  if (command === '' || (env['PATH'] ?? env['Path']) === undefined) return undefined;
  if ((await findCommand(command, { env, cwd })) !== undefined) return undefined;
  return { message: `${command} was not found`, hint: 'Check the command and PATH' };
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function checkEntry({ name, origin, entry, shadowed }: ConfiguredServer): readonly Finding[] {
  const about = { level: 'notice', file: origin.file, server: name } as const;
  // Editors have words of their own that mean nothing here.
  const strange = origin.editor === undefined ? unknownKeys(entry) : [];
  return [
    ...strange.map((key) => ({ ...about, message: `'${key}' means nothing here` })),
    ...shadowed.map(({ file }) => ({
      ...about,
      message: `also defined in ${file}, which is not used`,
    })),
  ];
}

function toFinding(
  { message, hint }: PlugboardError,
  place: Pick<Finding, 'file' | 'server'>,
): Finding {
  return { level: 'error', ...place, message, ...(hint !== undefined && { hint }) };
}
