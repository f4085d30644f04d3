// Ends a connection whose client does not take its answer.
import type { ServerResponse } from 'node:http';

/** With a reset, because the system would keep what is unread for minutes after a polite end. */
export function cutConnection(res: ServerResponse): void {
  const { socket } = res.req;
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}
