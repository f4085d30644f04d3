// The servers of a runtime: those of the configuration, and those its creator describes.
import type { LoadedConfig } from '../../config/load-config.ts';
import { PlugboardError, toPlugboardError } from '../../core/errors.ts';
import { ownEnv } from '../../platform/env.ts';
import { describeEntry } from '../servers/ad-hoc-definition.ts';
import { openServers, type Servers } from '../servers/open-servers.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import { homeFolder } from '../../platform/home-folder.ts';

export async function openRuntimeServers(options: RuntimeOptions): Promise<Servers> {
  const { configPath, rootDir, servers: given = {}, onStderr, env = ownEnv() } = options;
  const place = { cwd: process.cwd(), home: homeFolder(), env, file: 'the options of the runtime' };
  const servers = await openServers({
    ...place,
    isWatching: true,
    ...(configPath !== undefined && { configPath }),
    ...(rootDir !== undefined && { rootDir }),
    ...(onStderr && { onStderr }),
  });
  if (Object.keys(given).length === 0) return servers;
  const described = new Map(
    Object.entries(given).map(([name, entry]) => [name, describeEntry(name, entry, place)]),
  );
  const own = [...described.keys()];
  return {
    config: async (): Promise<LoadedConfig> => {
      await Promise.all(described.values());
      return servers.config();
    },
    names: async () => [...new Set([...own, ...(await servers.names())])].toSorted(),
    resolve: async (name) => described.get(name) ?? servers.resolve(name).catch(namingToo(own)),
    open: async (name, request) => {
      const definition = await described.get(name);
      if (definition) return servers.openAdHoc(definition, request);
      return servers.open(name, request).catch(namingToo(own));
    },
    openAdHoc: (definition, request) => servers.openAdHoc(definition, request),
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  };
}

/** A name nobody knows is met with all the names there are. */
function namingToo(own: readonly string[]) {
  return (thrown: unknown): never => {
    const { facts } = toPlugboardError(thrown);
    if (!('kind' in facts) || facts.kind !== 'server' || !facts.available) throw thrown;
    const available = [...new Set([...own, ...facts.available])].toSorted();
    throw new PlugboardError('not_found', { ...facts, available });
  };
}
