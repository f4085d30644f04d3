// Sends requests with the header that says who we are, and once more with another where that is refused.
import type { HttpMessage, HttpReply, SendHttp } from '../../platform/send-http.ts';
import type { HttpAuthorizer } from './upstream-server.ts';

/** Only `origin` ever gets to see the header. */
export function authorizedSend(
  send: SendHttp,
  authorizer: HttpAuthorizer,
  origin: string,
): SendHttp {
  return async (message) => {
    if (message.url.origin !== origin) return send(message);
    const { signal } = message;
    const sent = await authorizer.header(signal);
    const reply = await send(withHeader(message, sent));
    if (!isRefusal(reply)) return reply;
    const challenge = reply.headers['www-authenticate'];
    const refusal = { status: reply.status, challenge, sent };
    // A refused request was not carried out: sending it again does nothing twice.
    if (!(await authorizer.refused(refusal, signal))) return reply;
    reply.body.resume();
    return send(withHeader(message, await authorizer.header(signal)));
  };
}

function withHeader(message: HttpMessage, header: string | undefined): HttpMessage {
  if (header === undefined) return message;
  return { ...message, headers: { ...message.headers, Authorization: header } };
}

function isRefusal({ status, headers }: HttpReply): boolean {
  const asksForMore = /\binsufficient_scope\b/u.test(headers['www-authenticate'] ?? '');
  return status === 401 || (status === 403 && asksForMore);
}
