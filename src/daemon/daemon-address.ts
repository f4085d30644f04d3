// Where the daemon of a user listens; loaded by every start, so it needs nothing.
import type { Environment } from '../platform/env.ts';

/** The folder of the daemon's files. */
export function daemonDirectory(env: Environment, home: string): string {
  return env['MCPLUG_DAEMON_DIR'] || `${home}/.mcplug`;
}

/** A socket in the folder; Windows has pipes instead, told apart by the folder's name. */
export function daemonAddress(directory: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return `${directory}/daemon.sock`;
  const word = directory.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
  return `\\\\.\\pipe\\plugboard-daemon-${word}`;
}
