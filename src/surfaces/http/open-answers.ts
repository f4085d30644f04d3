// Looks after the answers on their way out: none outlives its client, and unread ones are bounded.
import type { ServerResponse } from 'node:http';
import { cutConnection } from './cut-connection.ts';

const LOOK_EVERY_MS = 100;

export interface OpenAnswers {
  add(res: ServerResponse): void;
}

/** Where more waits unread than allowed, the oldest answers are cut: they had the most time. */
export function openAnswers(maxUnreadBytes: number): OpenAnswers {
  const open = new Set<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    let unreadBytes = 0;
    for (const res of open) {
      if (res.req.socket.destroyed) close(res);
      else unreadBytes += res.writableLength;
    }
    for (const res of open) {
      if (unreadBytes <= maxUnreadBytes) break;
      unreadBytes -= res.writableLength;
      if (res.writableLength > 0) cutConnection(res);
    }
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    add: (res) => {
      open.add(res);
      res.once('close', () => open.delete(res));
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
  };
}

/** Node says nothing to an answer that still waits for earlier ones when its connection goes. */
function close(res: ServerResponse): void {
  res.destroy();
  res.emit('close');
}
