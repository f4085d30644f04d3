// Connects to the daemon's socket, and tells whether anybody is there.
import { connect, type Socket } from 'node:net';

/** `undefined` when nobody listens: no socket, or one that a dead daemon left. */
export function connectSocket(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => {
      // What ends the connection later is told by `close`.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** Whether a daemon listens; a number in a file may belong to a stranger, a socket does not lie. */
export async function isAnswering(address: string): Promise<boolean> {
  const socket = await connectSocket(address);
  socket?.destroy();
  return socket !== undefined;
}
