// POST, GET and DELETE of the 2025 revisions: sessions, resumable streams, and batches where they exist.
import type { JsonValue } from '../../../core/json.ts';
import { RPC, toMessage, type RpcMessage } from '../../wire/jsonrpc.ts';
import { findRevision } from '../../wire/revisions.ts';
import { batchProblem, receiveBatch, wantsAnswer } from '../batch.ts';
import { NOWHERE } from '../exchange.ts';
import { toWireError } from '../wire-error.ts';
import {
  accepted,
  ENDPOINT_METHODS,
  methodNotAllowed,
  refuse,
  refuseBusy,
  type EndpointState,
  type HttpCall,
} from './http-call.ts';
import type { HttpSession } from './http-sessions.ts';
import { LegacyReply } from './legacy-reply.ts';
import { SseStream } from './sse-stream.ts';

const SESSION_HEADER = 'Mcp-Session-Id';

export function postLegacy(value: JsonValue, call: HttpCall, state: EndpointState): void {
  const message = Array.isArray(value) ? undefined : toMessage(value);
  if (message?.kind === 'invalid') {
    const id = message.id === undefined ? 'omitted' : { of: message.id };
    return refuse(call, {
      status: 400,
      error: { code: RPC.invalidRequest, message: message.reason },
      id,
    });
  }
  const opens = message?.kind === 'request' && message.method === 'initialize';
  const session = opens ? openSession(call, state) : findSession(call, state);
  if (!session) return;
  if (Array.isArray(value)) return postBatch(value, session, { call, state });
  if (message) receive(message, session, { call, state });
}

interface Handling {
  readonly call: HttpCall;
  readonly state: EndpointState;
}

function receive(message: RpcMessage, session: HttpSession, handling: Handling): void {
  const { call } = handling;
  if (message.kind === 'request') return session.peer.request(message, reply(session, handling));
  if (message.kind === 'notification') session.peer.notification(message);
  if (message.kind === 'response') session.peer.response(message);
  accepted(call);
}

function postBatch(values: readonly JsonValue[], session: HttpSession, handling: Handling): void {
  const problem = batchProblem(values, session.peer);
  if (problem) {
    const error = toWireError(problem, session.peer.revision, handling.state.engine.dialect);
    return refuse(handling.call, { status: 400, error });
  }
  if (wantsAnswer(values)) {
    return receiveBatch(values, session.peer, reply(session, handling));
  }
  receiveBatch(values, session.peer, NOWHERE);
  accepted(handling.call);
}

function reply(session: HttpSession, { call, state }: Handling): LegacyReply {
  // The id is told with the answer to initialize only; later ones would repeat it for nothing.
  const headers = session.peer.initialized ? undefined : { [SESSION_HEADER]: session.id };
  return new LegacyReply(call.res, { session, pulse: state.pulse, headers });
}

function openSession(call: HttpCall, state: EndpointState): HttpSession | undefined {
  const session = state.sessions.open(call.identity);
  if (session) return session;
  const message = 'All session places are busy; try again later';
  refuseBusy(call, { code: RPC.internalError, message });
  return undefined;
}

function findSession(call: HttpCall, { sessions }: EndpointState): HttpSession | undefined {
  const { headers } = call.req;
  const id = headers['mcp-session-id'];
  const session = sessions.find(id, call.identity);
  if (!session) {
    const [status, message] = id === undefined ? NO_SESSION : LOST_SESSION;
    refuse(call, { status, error: { code: RPC.invalidRequest, message } });
    return undefined;
  }
  const version = headers['mcp-protocol-version'];
  if (version === undefined || findRevision(version)?.era === 'legacy') return session;
  const message = `MCP-Protocol-Version '${String(version)}' is not one of this session's; it speaks ${session.peer.revision.id}`;
  refuse(call, { status: 400, error: { code: RPC.invalidRequest, message } });
  return undefined;
}

const NO_SESSION = [400, 'Mcp-Session-Id is missing; send initialize first'] as const;
const LOST_SESSION = [404, 'The session is unknown or has ended; send initialize again'] as const;

/** GET: the stream for what belongs to no request, or the rest of a stream that was lost. */
export function openLegacyStream(call: HttpCall, state: EndpointState): void {
  const { headers } = call.req;
  const isModernEra = findRevision(headers['mcp-protocol-version'])?.era === 'modern';
  if (isModernEra) return methodNotAllowed(call, 'POST');
  if (!/text\/(event-stream|\*)|\*\/\*/i.test(headers.accept ?? '')) {
    call.res.setHeader('Allow', ENDPOINT_METHODS);
    const message = 'GET opens a stream of events: Accept must list text/event-stream';
    return refuse(call, { status: 405, error: { code: RPC.invalidRequest, message } });
  }
  const session = findSession(call, state);
  if (!session) return;
  const { log, standalone, peer } = session;
  const lastEventId = headers['last-event-id'];
  const from = typeof lastEventId === 'string' ? log.find(lastEventId) : undefined;
  const stream = new SseStream(call.res, state.pulse);
  if (from) return log.attach(from.stream, stream, from.after);
  log.attach(standalone, stream, standalone.sent);
  if (peer.revision.primingEvent) log.write(standalone, '');
}

export function closeLegacySession(call: HttpCall, state: EndpointState): void {
  const session = findSession(call, state);
  if (!session) return;
  state.sessions.close(session);
  call.res.writeHead(204);
  call.res.end();
}
