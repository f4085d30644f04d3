// Starts the daemon as a process of its own, with as little of our environment as it can do with.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PlugboardError } from '../../core/errors.ts';
import type { Environment } from '../../platform/env.ts';
import type { DaemonPlace } from '../../daemon/daemon-place.ts';
import type { Launch } from '../../daemon/start-daemon.ts';
import { spawnDetached } from '../../platform/spawn-detached.ts';
import { makeFolder } from '../../platform/make-folder.ts';

/** What the daemon itself needs; servers get the environment of those they are started for. */
const NEEDED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'http_proxy',
  'HTTPS_PROXY',
  'https_proxy',
  'ALL_PROXY',
  'all_proxy',
  'NO_PROXY',
  'no_proxy',
  'SystemRoot',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
] as const;

/** V8 may use memory freely while it is fast; a process that waits all day should be small. */
const NODE_FLAGS = ['--max-semi-space-size=1', '--optimize-for-size'] as const;

export interface LaunchOptions {
  readonly env: Environment;
  readonly place: DaemonPlace;
  readonly isDetailed?: boolean;
}

export function daemonLauncher({ env, place, isDetailed = false }: LaunchOptions): Launch {
  return async () => {
    makeFolder(place.directory, 0o700);
    const own = NEEDED.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return spawnDetached(process.execPath, {
      args: [...NODE_FLAGS, daemonProgram(), ...(isDetailed ? ['--log'] : [])],
      env: { ...Object.fromEntries(own), MCPLUG_DAEMON_DIR: place.directory },
      cwd: place.directory,
      stderrFile: place.logFile,
    });
  };
}

/** The daemon's program lies beside ours, in the package or above the sources it is made from. */
function daemonProgram(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const path of ['bin/daemon.js', 'dist/bin/daemon.js']) {
      const file = join(folder, path);
      if (existsSync(file)) return file;
    }
    const above = dirname(folder);
    if (above === folder) {
      const reason = 'its program is not installed';
      throw new PlugboardError('connection_refused', { server: 'the daemon', reason });
    }
    folder = above;
  }
}
