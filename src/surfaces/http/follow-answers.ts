// Follows each answer on its way out: tells the log about it, and cuts clients that do not take it.
import type { RequestListener, ServerResponse } from 'node:http';
import type { HttpOptions } from './http-options.ts';

/** The listener itself where nobody wants to know. */
export function followAnswers(listener: RequestListener, options: HttpOptions): RequestListener {
  const { onAnswer, writeTimeoutMs = 0 } = options;
  if (!onAnswer && writeTimeoutMs === 0) return listener;
  return (req, res) => {
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
    if ((res.socket?.writableLength ?? 0) > 0) res.destroy();
    else res.setTimeout(timeoutMs);
  });
}
