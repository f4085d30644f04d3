// The HTTP+SSE transport of 2024-11-05: one long stream out, POSTs in, tied by a session id.
import { randomUUID } from 'node:crypto';
import type { JsonValue } from '../../../core/json.ts';
import { errorText, RPC, toMessage } from '../../wire/jsonrpc.ts';
import { wireLimit } from '../../wire/limits.ts';
import { sseText } from '../../wire/sse-events.ts';
import { batchProblem, receiveBatch, replyText } from '../batch.ts';
import { counted, hasRoomFor, NO_ROOM } from '../held-bytes.ts';
import { LegacySession } from '../legacy-session.ts';
import type { Channel } from '../peer.ts';
import { settled } from '../settled.ts';
import { INTERNAL_ERROR } from '../wire-error.ts';
import {
  accepted,
  methodNotAllowed,
  refuse,
  refuseBusy,
  type EndpointState,
  type HttpCall,
} from './http-call.ts';
import { readBody } from './request-body.ts';
import { SseStream } from './sse-stream.ts';

interface OldSession {
  readonly peer: LegacySession;
  readonly channel: Channel;
  readonly stream: SseStream;
  readonly identity: string | undefined;
}

export interface OldTransport {
  /** GET: opens the stream and tells where to POST. */
  open(call: HttpCall): void;
  /** POST: takes one message; its answer goes out on the stream. */
  post(call: HttpCall): void;
  close(graceMs: number): Promise<void>;
}

export function openSse2024(state: EndpointState, messagesPath: string): OldTransport {
  const sessions = new Map<string, OldSession>();
  return {
    open: (call) => {
      if (call.req.method !== 'GET') return methodNotAllowed(call, 'GET');
      if (sessions.size >= wireLimit('maxSessions')) {
        const message = 'All session places are busy; try again later';
        return refuseBusy(call, { code: RPC.internalError, message });
      }
      const id = randomUUID();
      const session = openSession(call, state);
      sessions.set(id, session);
      call.res.once('close', () => {
        sessions.delete(id);
        session.peer[Symbol.dispose]();
      });
      session.stream.write(sseText({ event: 'endpoint', data: `${messagesPath}?sessionId=${id}` }));
    },
    post: (call) => {
      takeMessage(call, sessions).catch((thrown: unknown) => {
        state.engine.problem('a message could not be handled', thrown);
        refuse(call, { status: 500, error: INTERNAL_ERROR });
      });
    },
    close: async (graceMs) => {
      const open = [...sessions.values()];
      const inflight = open.map((session) => session.peer.inflight);
      await settled(inflight, graceMs);
      for (const session of open) session.stream.end();
    },
  };
}

const NO_JSON = { code: RPC.parseError, message: 'Cannot parse the body as JSON' };
const TOO_LONG = {
  code: RPC.invalidRequest,
  message: `The body exceeds ${wireLimit('maxBodyBytes')} bytes`,
};

async function takeMessage(
  call: HttpCall,
  sessions: ReadonlyMap<string, OldSession>,
): Promise<void> {
  if (call.req.method !== 'POST') return methodNotAllowed(call, 'POST');
  const body = await readBody(call.req, wireLimit('maxBodyBytes'));
  // Only now: the stream may have ended while the body came.
  const id = new URL(call.req.url ?? '', 'http://localhost').searchParams.get('sessionId');
  const session = sessions.get(id ?? '');
  if (!session || session.identity !== call.identity) {
    const message = 'The session is unknown or has ended; open the stream again';
    return refuse(call, { status: 404, error: { code: RPC.invalidRequest, message } });
  }
  if (!body) return refuse(call, { status: 413, error: TOO_LONG, id: 'null' });
  if (!hasRoomFor(body.length)) return refuseBusy(call, NO_ROOM);
  const value = parsed(body);
  if (value === undefined) return refuse(call, { status: 400, error: NO_JSON, id: 'null' });
  accepted(call);
  counted(body.length, () => receive(value, session))();
}

function openSession(call: HttpCall, state: EndpointState): OldSession {
  const stream = new SseStream(call.res, state.pulse);
  const push = (text: string) => stream.write(sseText({ event: 'message', data: text }));
  const { identity } = call;
  const peer = new LegacySession({ engine: state.engine, identity, push });
  const channel: Channel = {
    send: push,
    finish: (reply) => push(replyText(reply)),
    drop: () => {},
    release: () => {},
  };
  return { peer, channel, stream, identity };
}

function receive(value: JsonValue, { peer, channel }: OldSession): void {
  if (Array.isArray(value)) {
    const problem = batchProblem(value, peer);
    if (!problem) return receiveBatch(value, peer, channel);
    return channel.send(errorText('null', { code: RPC.invalidRequest, message: problem.message }));
  }
  const message = toMessage(value);
  if (message.kind === 'request') return peer.request(message, channel);
  if (message.kind === 'notification') return peer.notification(message);
  if (message.kind === 'response') return peer.response(message);
  if (message.isAnswer) return;
  const id = message.id === undefined ? 'null' : { of: message.id };
  channel.send(errorText(id, { code: RPC.invalidRequest, message: message.reason }));
}

function parsed(body: Buffer): JsonValue | undefined {
  try {
    return JSON.parse(body.toString()) as JsonValue;
  } catch {
    return undefined;
  }
}
