// The daemon's end of the socket: bound for this user alone, given up when another takes its place.
import { chmod, rename, rm, stat } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { PlugboardError } from '../core/errors.ts';
import { errnoOf } from '../platform/errno.ts';
import { isAnswering } from './connect-socket.ts';
import type { DaemonPlace } from './daemon-place.ts';
import { makeFolder } from '../platform/make-folder.ts';

export interface SocketOptions {
  readonly onConnection: (socket: Socket) => void;
  /** The socket is gone or belongs to another daemon: nobody can reach us any more. */
  readonly onDisplaced: () => void;
}

export interface ServedSocket {
  /** Takes the name away and accepts nobody any more; open connections go on. */
  release(): Promise<void>;
}

/** Systems give a socket's path about this many bytes. */
const MAX_PATH_BYTES = 103;
const LOOK_EVERY_MS = 2_000;

/** Throws `forbidden` when another daemon answers there already. */
export async function serveSocket(
  place: DaemonPlace,
  options: SocketOptions,
): Promise<ServedSocket> {
  const server = createServer(options.onConnection);
  await makePrivate(place.directory);
  if (process.platform === 'win32') return servePipe(server, place);
  // Bound under another name first: no moment without its permissions, no half-dead predecessor.
  const draft = join(place.directory, `.d${process.pid}.sock`);
  refuseLongPath(draft);
  await rm(draft, { force: true });
  await listen(server, draft);
  await chmod(draft, 0o600);
  if (await isAnswering(place.address)) {
    server.close();
    throw alreadyRunning(place);
  }
  await rename(draft, place.address);
  const own = await identityOf(place.address);
  const isOurs = async () => (await identityOf(place.address)) === own;
  const look = setInterval(() => {
    void isOurs().then((isStill) => isStill || options.onDisplaced());
  }, LOOK_EVERY_MS).unref();
  return {
    release: async () => {
      clearInterval(look);
      if (await isOurs()) await rm(place.address, { force: true });
      server.close();
    },
  };
}

async function servePipe(server: Server, place: DaemonPlace): Promise<ServedSocket> {
  try {
    await listen(server, place.address);
  } catch (thrown) {
    throw errnoOf(thrown) === 'EADDRINUSE' ? alreadyRunning(place) : thrown;
  }
  return { release: async () => void server.close() };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The folder holds what lets others act as the user. */
async function makePrivate(directory: string): Promise<void> {
  makeFolder(directory, 0o700);
  if (process.platform === 'win32') return;
  const { uid, mode } = await stat(directory);
  if (uid !== process.getuid?.()) {
    throw new PlugboardError(
      'forbidden',
      { what: directory, reason: 'belongs to another user' },
      { hint: 'Set MCPLUG_DAEMON_DIR to a folder of your own' },
    );
  }
  if ((mode & 0o077) !== 0) await chmod(directory, 0o700);
}

export function refuseLongPath(path: string): void {
  if (process.platform === 'win32' || Buffer.byteLength(path) <= MAX_PATH_BYTES) return;
  throw new PlugboardError(
    'forbidden',
    { what: path, reason: 'is too long for a socket' },
    { hint: 'Set MCPLUG_DAEMON_DIR to a folder with a shorter path' },
  );
}

function alreadyRunning({ address }: DaemonPlace): PlugboardError {
  const reason = 'is answered by another daemon';
  return new PlugboardError('forbidden', { what: address, reason });
}

/** Numbers of files are used again; together with the time of birth they are not. */
async function identityOf(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ dev, ino, mtimeMs }) => `${dev} ${ino} ${mtimeMs}`,
    () => undefined,
  );
}
