// Looks after the answers on their way out: none outlives its client, and unread ones are bounded.
import type { ServerResponse } from 'node:http';
import { cutConnection } from './cut-connection.ts';

const LOOK_EVERY_MS = 100;

export interface OpenAnswers {
  add(res: ServerResponse): void;
}

export interface AnswerBounds {
  /** Where more waits unread, the oldest answers are cut: they had the most time. */
  readonly maxUnreadBytes: number;
  /** A client that takes nothing of what waits for it is cut after this; 0 means never. */
  readonly stuckMs: number;
}

export function openAnswers({ maxUnreadBytes, stuckMs }: AnswerBounds): OpenAnswers {
  const open = new Set<ServerResponse>();
  const watched = new WeakSet<ServerResponse>();
  let timer: NodeJS.Timeout | undefined;

  /** Only answers that are still here at a look: most are gone before, and a timer for each is dear. */
  const watch = (res: ServerResponse) => {
    if (stuckMs === 0 || watched.has(res) || !res.socket?.writableLength) return;
    watched.add(res);
    cutWhenStuck(res, stuckMs);
  };
  const look = () => {
    let unreadBytes = 0;
    for (const res of open) {
      if (res.req.socket.destroyed) close(res);
      else unreadBytes += res.writableLength;
      watch(res);
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
  const forget = function (this: ServerResponse) {
    open.delete(this);
  };
  return {
    add: (res) => {
      open.add(res);
      // One function for all answers: a listener of its own for each costs every call.
      res.on('close', forget);
      timer ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
  };
}

/** Node says nothing to an answer that still waits for earlier ones when its connection goes. */
function close(res: ServerResponse): void {
  res.destroy();
  res.emit('close');
}

/** Silence alone is no fault, because a stream may have nothing to say: only unread bytes are. */
function cutWhenStuck(res: ServerResponse, timeoutMs: number): void {
  res.setTimeout(timeoutMs, () => {
    if ((res.socket?.writableLength ?? 0) > 0) cutConnection(res);
    else res.setTimeout(timeoutMs);
  });
}
