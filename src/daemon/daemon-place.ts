// The files of the daemon: its socket, the lock of whoever starts it, its logs.
import { join, resolve } from 'node:path';
import type { Environment } from '../platform/env.ts';
import { toPathComponent } from '../platform/path-component.ts';
import { daemonAddress, daemonDirectory } from './daemon-address.ts';

export interface DaemonPlace {
  readonly directory: string;
  /** The path of the socket, or the name of the pipe. */
  readonly address: string;
  readonly lockFile: string;
  readonly logFile: string;
  /** What a server said on stderr. */
  serverLogFile(name: string): string;
}

export interface PlaceOptions {
  readonly env: Environment;
  readonly home: string;
}

export function daemonPlace({ env, home }: PlaceOptions): DaemonPlace {
  const directory = resolve(daemonDirectory(env, home));
  return {
    directory,
    address: daemonAddress(directory, process.platform),
    lockFile: join(directory, 'daemon.lock'),
    logFile: join(directory, 'daemon.log'),
    // One component, whatever the name: no server can write outside of the folder.
    serverLogFile: (name) => join(directory, 'logs', `${toPathComponent(name)}.log`),
  };
}
