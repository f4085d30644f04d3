// Opens servers for one command line: what is opened ends with it, what is kept alive is the daemon's.
import type { OpenServers } from '../app/servers/open-servers.ts';

/** Loaded when the first command asks: most of the program does without. */
export const openOwnServers: OpenServers = async (options) => {
  const { openServers } = await import('../app/servers/open-servers.ts');
  return openServers({
    ...options,
    openKept: async (definition, request) => {
      const { openAtDaemon } = await import('../app/daemon/open-at-daemon.ts');
      const { cwd, home, configPath, rootDir } = options;
      const named = {
        ...(configPath !== undefined && { configPath }),
        ...(rootDir !== undefined && { rootDir }),
      };
      return openAtDaemon(definition, { ...request, places: { cwd, home, ...named } });
    },
  });
};
