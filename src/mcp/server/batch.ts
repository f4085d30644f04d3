// JSON-RPC batches, where a revision has them: one array in, one array out when all is answered.
import type { JsonValue } from '../../core/json.ts';
import { errorText, RPC, toMessage } from '../wire/jsonrpc.ts';
import { wireLimit } from '../wire/limits.ts';
import { invalidRequest, type LegacySession } from './legacy-session.ts';
import type { Channel, Reply } from './peer.ts';

/** Runs a batch in a session; `channel` gets one array, or is dropped where nothing needs an answer. */
export function receiveBatch(
  values: readonly JsonValue[],
  session: LegacySession,
  channel: Channel,
): void {
  const messages = values.map(toMessage);
  const replies: string[] = [];
  // One more than there are requests: nothing is closed while members are still being looked at.
  let open = 1 + messages.filter((message) => message.kind === 'request').length;
  const close = () => {
    if (open > 0) return;
    if (replies.length === 0) channel.drop();
    else channel.finish(`[${replies.join(',')}]`, 200);
  };
  const member: Channel = {
    send: (text) => channel.send(text),
    finish: (reply) => {
      replies.push(replyText(reply));
      open -= 1;
      close();
    },
    drop: () => {
      open -= 1;
      close();
    },
    release: () => {},
  };
  for (const message of messages) {
    if (message.kind === 'request') session.request(message, member);
    else if (message.kind === 'notification') session.notification(message);
    else if (message.kind === 'response') session.response(message);
    else if (!message.isAnswer) {
      const id = message.id === undefined ? session.revision.unreadableId : { of: message.id };
      replies.push(errorText(id, { code: RPC.invalidRequest, message: message.reason }));
    }
  }
  member.drop();
}

/** Whether anything in a batch asks for an answer: requests do, and what cannot be read. */
export function wantsAnswer(values: readonly JsonValue[]): boolean {
  return values.some((value) => {
    const message = toMessage(value);
    return message.kind === 'request' || (message.kind === 'invalid' && !message.isAnswer);
  });
}

/** Says why a batch may not be run, or nothing. */
export function batchProblem(values: readonly JsonValue[], session: LegacySession) {
  if (!session.takesBatches) {
    return invalidRequest(
      `Revision ${session.revision.id} has no batches; send one message at a time`,
    );
  }
  if (values.length === 0) return invalidRequest('A batch must not be empty');
  const most = wireLimit('maxBatch');
  return values.length > most ? invalidRequest(`A batch may hold ${most} messages`) : undefined;
}

export function replyText(reply: Reply): string {
  return typeof reply === 'string' ? reply : reply.head.toString() + reply.tail;
}
