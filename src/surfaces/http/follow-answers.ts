// Follows each answer on its way out: tells the log about it, and cuts clients that do not take it.
import type { RequestListener, ServerResponse } from 'node:http';
import { wireLimit } from '../../mcp/wire/limits.ts';
import { cutConnection } from './cut-connection.ts';
import type { HttpOptions } from './http-options.ts';
import { openAnswers } from './open-answers.ts';

export function followAnswers(listener: RequestListener, options: HttpOptions): RequestListener {
  const { onAnswer, writeTimeoutMs = wireLimit('drainMs') } = options;
  const open = openAnswers(wireLimit('maxUnreadBytes'));
  return (req, res) => {
    open.add(res);
    if (writeTimeoutMs > 0) cutWhenStuck(res, writeTimeoutMs);
    if (onAnswer) {
      const { method = '', url = '' } = req;
      const { remoteAddress = '', remotePort = 0 } = req.socket;
      const remote = `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;
      const path = url.replace(/\?.*$/su, '');
      res.once('close', () => onAnswer({ method, path, status: res.statusCode, remote }));
    }
    listener(req, res);
  };
}

/** Silence alone is no fault, because a stream may have nothing to say: only unread bytes are. */
function cutWhenStuck(res: ServerResponse, timeoutMs: number): void {
  res.setTimeout(timeoutMs, () => {
    if ((res.socket?.writableLength ?? 0) > 0) cutConnection(res);
    else res.setTimeout(timeoutMs);
  });
}
