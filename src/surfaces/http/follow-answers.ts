// Follows each answer on its way out: tells the log about it, and cuts clients that do not take it.
import type { RequestListener } from 'node:http';
import { wireLimit } from '../../mcp/wire/limits.ts';
import type { HttpOptions } from './http-options.ts';
import { openAnswers } from './open-answers.ts';

export function followAnswers(listener: RequestListener, options: HttpOptions): RequestListener {
  const { onAnswer, writeTimeoutMs: stuckMs = wireLimit('drainMs') } = options;
  const open = openAnswers({ maxUnreadBytes: wireLimit('maxUnreadBytes'), stuckMs });
  return (req, res) => {
    open.add(res);
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
