// The client's end of the socket as a wire to one server that the daemon keeps.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../core/json.ts';
import { PlugboardError } from '../core/errors.ts';
import { BUILD } from '../core/version.ts';
import { askOn } from './ask-daemon.ts';
import { connectSocket } from './connect-socket.ts';
import type { DaemonPlace } from './daemon-place.ts';
import { isHandOver, METHODS } from './protocol.ts';
import { startDaemon, type Launch } from './start-daemon.ts';

/** The two directions of a conversation, as a client wire wants them. */
export interface SocketLines {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

export interface AttachOptions {
  /** What the daemon opens the server by. */
  readonly params: JsonObject;
  readonly launch: Launch;
}

/** A daemon that makes room for another is gone soon, whatever its calls still do. */
const PATIENCE_MS = 30_000;
const AGAIN_MS = 15;
/** Another build may come between once or twice, and then it was not ours that answered. */
const MAX_STRANGERS = 3;

/** Starts the daemon where none runs. */
export async function openSocket(
  place: DaemonPlace,
  { params, launch }: AttachOptions,
): Promise<SocketLines> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  let strangers = 0;
  while (Date.now() < deadlineMs) {
    const isOwn = await startDaemon(place, launch);
    const socket = await connectSocket(place.address);
    if (!socket) continue;
    const answer = await askOn(socket, { method: METHODS.attach, params }).catch(
      (thrown: unknown) => {
        // A daemon that ends while we ask has run nothing for us.
        if (socket.destroyed) return { handOver: true, build: BUILD };
        socket.destroy();
        throw thrown;
      },
    );
    if (!isHandOver(answer)) return toLines(socket);
    socket.destroy();
    if (isOwn && answer['build'] !== BUILD) strangers += 1;
    if (strangers === MAX_STRANGERS) throw replaced();
    await pause(AGAIN_MS);
  }
  const reason = 'it ends whenever it is asked';
  throw new PlugboardError('connection_refused', { server: 'the daemon', reason });
}

/** What is on disk was renewed since this process began. */
function replaced(): PlugboardError {
  const reason = 'the one that starts is of another build than this process';
  const hint = 'Start this process again';
  return new PlugboardError('connection_refused', { server: 'the daemon', reason }, { hint });
}

function toLines(socket: Socket): SocketLines {
  return {
    input: socket,
    output: socket,
    ended: once(socket, 'close').then(() => 'the daemon ended'),
    close: async () => void socket.destroy(),
  };
}
