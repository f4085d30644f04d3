// Looks the whole configuration over and says what is wrong or surprising, without starting anything.
import { toPlugboardError, type PlugboardError } from '../core/errors.ts';
import type { Environment } from './config-files.ts';
import { unknownKeys } from './entry-keys.ts';
import type { ConfiguredServer } from './found-entry.ts';
import type { LoadedConfig } from './load-config.ts';
import { resolveServer } from './resolve-server.ts';

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
    await resolveServer(config, name, { env, askInput: async () => '' });
    return [];
  } catch (thrown) {
    return [toFinding(toPlugboardError(thrown), { file: origin.file, server: name })];
  }
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
